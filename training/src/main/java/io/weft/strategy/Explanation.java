package io.weft.strategy;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import java.util.ArrayList;
import java.util.List;

/**
 * A strategy in plain English: what is kept in step, who talks to whom, when values travel, in what
 * form, and by which collective.
 *
 * @param text one paragraph, not wrapped
 */
public record Explanation(String text) {
  public static Explanation of(Strategy strategy) {
    var sentences = new ArrayList<String>();
    for (var axis : Axis.values()) {
      strategy
          .term(axis)
          .ifPresentOrElse(
              term -> sentences.addAll(sentences(axis, term)),
              () -> sentences.addAll(absence(axis, strategy)));
      if (axis == Axis.COMPRESSION) {
        sentences.addAll(operations(strategy));
      }
    }
    sentences.addAll(defaults(strategy));
    return new Explanation(String.join(" ", sentences));
  }

  /** What a strategy says beyond the defaults; of one that says nothing, when values travel. */
  public static String brief(Strategy strategy) {
    var said = Defaults.beyond(strategy.terms());
    if (said.isEmpty()) {
      strategy.term(Axis.SCHEDULE).ifPresent(term -> said.put(Axis.SCHEDULE, term));
    }
    return said.entrySet().stream()
        .flatMap(entry -> sentences(entry.getKey(), entry.getValue()).stream())
        .collect(joining(" "));
  }

  private static List<String> sentences(Axis axis, Term term) {
    if (axis == Axis.COMPRESSION) {
      return compression(term, true);
    }
    var sentences = new ArrayList<String>();
    sentences.add(sentence(term, Defaults.isDefault(axis, term) ? ", the default" : ""));
    if (axis == Axis.COLLECTIVE && !term.offers().contains(Capability.OWN_PROGRAM)) {
      sentences.add("What else an exchange needs, such as agreeing on a size, goes by cost.");
    }
    var inner = term.inner();
    if (inner != null) {
      sentences.addAll(compression(inner, !term.offers().contains(Capability.FEEDBACK)));
    }
    return sentences;
  }

  /** A wrapper comes after what it wraps; feedback is told of unless something takes it away. */
  private static List<String> compression(Term term, boolean feedback) {
    var sentences = new ArrayList<String>();
    var inner = term.inner();
    if (inner != null) {
      boolean kept = !term.entry().removes().contains(Capability.FEEDBACK);
      sentences.addAll(compression(inner, feedback && kept));
    }
    sentences.add(sentence(term, ""));
    if (feedback && term.entry().feedsBack()) {
      sentences.add("What is lost is added to the next gradient (error feedback).");
    }
    return sentences;
  }

  private static String sentence(Term term, String origin) {
    var clauses = new ArrayList<String>();
    clauses.add("%s (%s%s)".formatted(term.meaning(), term.name(), origin));
    for (var word : term.words()) {
      clauses.add("%s (%s)".formatted(word.meaning(), word.name()));
    }
    return String.join("; ", clauses) + ".";
  }

  /** Compression is the one axis whose absence says something, where nothing else compresses. */
  private static List<String> absence(Axis axis, Strategy strategy) {
    boolean telling =
        axis == Axis.COMPRESSION
            && offers(strategy, Axis.SYNCHRONISATION, Capability.OPEN_FORM)
            && offers(strategy, Axis.ARCHITECTURE, Capability.CODES);
    return telling ? List.of("Values travel uncompressed (the default).") : List.of();
  }

  private static List<String> operations(Strategy strategy) {
    if (!offers(strategy, Axis.ARCHITECTURE, Capability.PEERS)) {
      return List.of();
    }
    var operations = Traffic.operations(strategy.terms());
    boolean added =
        operations.contains(Capability.ALL_REDUCE)
            || operations.contains(Capability.REDUCE_SCATTER);
    return operations.contains(Capability.OWN_PROGRAM)
        ? List.of()
        : List.of(
            "So each exchange is %s%s."
                .formatted(
                    Traffic.words(operations),
                    added ? "" : ", and ranks add up what they receive"));
  }

  private static boolean offers(Strategy strategy, Axis axis, Capability capability) {
    return strategy.term(axis).stream().anyMatch(term -> term.offers().contains(capability));
  }

  private static List<String> defaults(Strategy strategy) {
    String left =
        strategy.terms().values().stream()
            .flatMap(term -> defaults(term).stream())
            .collect(joining("; "));
    return left.isEmpty() ? List.of() : List.of("Parameters at their defaults: " + left + ".");
  }

  private static List<String> defaults(Term term) {
    var left = new ArrayList<String>();
    var inside = new ArrayList<String>();
    for (int i = 0; i < term.values().size(); i++) {
      var parameter = term.entry().parameters().get(i);
      var value = term.values().get(i);
      if (value.equals(parameter.fallback())) {
        left.add(parameter.signature());
      } else if (value instanceof Term other) {
        inside.addAll(defaults(other));
      }
    }
    if (!left.isEmpty()) {
      inside.addFirst("%s (%s)".formatted(String.join(", ", left), term.name()));
    }
    return inside;
  }
}
