package io.weft.strategy.term;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A name that a strategy line may use, and all that is declared about it.
 *
 * @param parameters in the order in which positional values fill them
 * @param meaning a sentence without its full stop, in the form that {@link Wording} describes
 * @param paper null where the technique has none
 * @param offers what it offers; a wrapper adds this to what its inner compression offers
 * @param removes what a wrapper takes away from its inner compression
 * @param needs what it needs from the terms on other axes
 * @param usable what can be done today with a strategy that holds it, and what it needs for that
 *     from the terms on other axes
 */
public record Entry(
    Axis axis,
    String name,
    List<Parameter> parameters,
    String meaning,
    @Nullable Paper paper,
    Set<Capability> offers,
    Set<Capability> removes,
    List<Capability> needs,
    Map<Use, List<Capability>> usable) {
  public Entry {
    parameters = List.copyOf(parameters);
    offers = inOrder(offers);
    removes = inOrder(removes);
    needs = List.copyOf(needs);
    var inOrder = new EnumMap<Use, List<Capability>>(Use.class);
    usable.forEach((use, needed) -> inOrder.put(use, List.copyOf(needed)));
    usable = Collections.unmodifiableMap(inOrder);
  }

  public static Entry of(Axis axis, String name, Parameter... parameters) {
    return new Entry(
        axis, name, List.of(parameters), "", null, Set.of(), Set.of(), List.of(), Map.of());
  }

  public Entry meaning(String sentence) {
    return new Entry(axis, name, parameters, sentence, paper, offers, removes, needs, usable);
  }

  public Entry from(Paper source) {
    return new Entry(axis, name, parameters, meaning, source, offers, removes, needs, usable);
  }

  public Entry offering(Capability... more) {
    var all = new ArrayList<>(offers);
    Collections.addAll(all, more);
    return offeringOnly(all);
  }

  public Entry withholding(Capability... some) {
    var rest = new ArrayList<>(offers);
    rest.removeAll(List.of(some));
    return offeringOnly(rest);
  }

  private Entry offeringOnly(Collection<Capability> all) {
    return new Entry(axis, name, parameters, meaning, paper, inOrder(all), removes, needs, usable);
  }

  public Entry removing(Capability... some) {
    return new Entry(
        axis, name, parameters, meaning, paper, offers, inOrder(List.of(some)), needs, usable);
  }

  public Entry needing(Capability... some) {
    return new Entry(
        axis, name, parameters, meaning, paper, offers, removes, List.of(some), usable);
  }

  /** Says what can be done with it today, in place of what was said before. */
  public Entry usable(Use... all) {
    var each = Arrays.stream(all).collect(toMap(use -> use, _ -> List.<Capability>of()));
    return new Entry(axis, name, parameters, meaning, paper, offers, removes, needs, each);
  }

  /** The same, and also what it needs for one of its uses. */
  public Entry usableWith(Use use, Capability... some) {
    var each = new EnumMap<Use, List<Capability>>(Use.class);
    each.putAll(usable);
    each.put(use, List.of(some));
    return new Entry(axis, name, parameters, meaning, paper, offers, removes, needs, each);
  }

  /** What can be done with it today, as far as other names allow it. */
  public Set<Use> uses() {
    return usable.keySet();
  }

  /** What it needs from the terms on other axes if it is to be used so. */
  public List<Capability> needs(Set<Use> uses) {
    var all = new ArrayList<>(needs);
    uses.forEach(use -> all.addAll(usable.getOrDefault(use, List.of())));
    return all;
  }

  /** What a suggestion of it must add: nothing, or that it cannot be trained with yet. */
  public String caution() {
    return uses().contains(Use.TRAIN) ? "" : ", not yet to be trained with";
  }

  /** The parameter of that name, or null. */
  public @Nullable Parameter parameter(String wanted) {
    for (var parameter : parameters) {
      if (parameter.name().equals(wanted)) {
        return parameter;
      }
    }
    return null;
  }

  /** Whether it stands around another term of its own axis. */
  public boolean wraps() {
    return axis == Axis.COMPRESSION
        && parameters.stream().anyMatch(parameter -> parameter.kind() instanceof Kind.Nested);
  }

  /** Whether every parameter has a default, so that the bare name is a term. */
  public boolean stands() {
    return parameters.stream().allMatch(parameter -> parameter.fallback() != null);
  }

  /** The term with every parameter at its default; only for a name that {@link #stands}. */
  public Term term() {
    var values = new ArrayList<Value>();
    for (var parameter : parameters) {
      var fallback = parameter.fallback();
      if (fallback == null) {
        throw new AssertionError(name + " has no default for " + parameter.name());
      }
      values.add(fallback);
    }
    return new Term(this, values);
  }

  /** The name with its parameters and defaults: {@code ssp(staleness=3)}. */
  public String signature() {
    return parameters.isEmpty()
        ? name
        : parameters.stream().map(Parameter::signature).collect(joining(", ", name + "(", ")"));
  }

  /** Whether it is a compression that has error feedback unless it is taken away. */
  public boolean feedsBack() {
    return !wraps()
        && offers.contains(Capability.FEEDBACK)
        && offers.contains(Capability.LOOSE_FEEDBACK);
  }

  /** The meaning with parameter names in the places of values: one sentence for a listing. */
  public String summary() {
    return Wording.withNames(meaning)
        + (feedsBack() ? "; what is lost is added to the next gradient." : ".");
  }

  /** Sets of a fixed order, so that texts made from them do not change from run to run. */
  private static Set<Capability> inOrder(Collection<Capability> capabilities) {
    var set = EnumSet.noneOf(Capability.class);
    set.addAll(capabilities);
    return Collections.unmodifiableSet(set);
  }
}
