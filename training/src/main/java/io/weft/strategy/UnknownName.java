package io.weft.strategy;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.catalogue.ForeignNames;
import io.weft.strategy.line.Nearest;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.line.Written;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Use;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says which name was probably meant by a word that is none: a name, a word or a parameter. */
final class UnknownName {
  private UnknownName() {}

  static StrategyException at(Written.Term written) {
    return sentence(written, everything());
  }

  /** The same where only a name of one axis will do, if one is near. */
  static StrategyException at(Written.Term written, Axis axis) {
    var there = new LinkedHashMap<String, String>();
    Catalogue.entries(axis).forEach(entry -> there.put(entry.name(), what(entry)));
    boolean near = Nearest.to(written.name(), there.keySet()).isPresent();
    return near ? sentence(written, there) : at(written);
  }

  private static StrategyException sentence(Written.Term written, Map<String, String> known) {
    String guess =
        ForeignNames.find(written.name())
            .map(UnknownName::answer)
            .or(
                () ->
                    Nearest.to(written.name(), known.keySet())
                        .map(name -> guess(written.name(), name, known)))
            .orElse("");
    return new StrategyException(
        "unknown name \"%s\" at column %d: %s./weft show --names lists all"
            .formatted(written.name(), written.column(), guess));
  }

  private static String answer(ForeignNames.Foreign foreign) {
    var line = Strategy.parse(foreign.line());
    return "%s is \"%s\" here%s; "
        .formatted(
            foreign.of(),
            foreign.line(),
            line.refusal(Use.TRAIN).isPresent() ? ", not yet to be trained with" : "");
  }

  private static String guess(String written, String name, Map<String, String> known) {
    return written.equals(name)
        ? "it is %s; ".formatted(known.get(name))
        : "did you mean \"%s\" (%s)? ".formatted(name, known.get(name));
  }

  /** What each known word is; a name goes before a word, and a word before a parameter. */
  private static Map<String, String> everything() {
    var known = new LinkedHashMap<String, String>();
    for (var entry : Catalogue.entries()) {
      known.put(entry.name(), what(entry));
    }
    for (var entry : Catalogue.entries()) {
      for (String word : words(entry)) {
        known.putIfAbsent(
            word, "a word, as in \"%s(%s)\"%s".formatted(entry.name(), word, entry.caution()));
      }
    }
    for (var entry : Catalogue.entries()) {
      for (var parameter : entry.parameters()) {
        known.putIfAbsent(parameter.name(), "a parameter, as of " + owners(parameter.name()));
      }
    }
    return known;
  }

  /** Its axis, and a warning where it leads no further today. */
  private static String what(Entry entry) {
    return entry.axis().aTitle() + entry.caution();
  }

  private static List<String> words(Entry entry) {
    var words = new ArrayList<String>();
    for (var parameter : entry.parameters()) {
      if (parameter.kind() instanceof Kind.Word(var options)) {
        options.forEach(option -> words.add(option.name()));
      }
    }
    return words;
  }

  /** Those that can be trained with go before others. */
  private static String owners(String parameter) {
    var owners =
        Catalogue.entries().stream()
            .filter(entry -> entry.parameter(parameter) != null)
            .sorted(Comparator.comparing(entry -> !entry.uses().contains(Use.TRAIN)))
            .toList();
    return owners.stream().map(Entry::name).limit(3).collect(joining(", "))
        + owners.getFirst().caution();
  }
}
