package io.weft.strategy;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.Nearest;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.line.Written;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Parameter;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Value;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looks up what a line says: names in the catalogue, values by the kind of their parameter. */
final class Reader {
  private Reader() {}

  static Map<Axis, Term> read(List<Written.Term> line) {
    var terms = new EnumMap<Axis, Term>(Axis.class);
    for (var written : line) {
      var entry = Catalogue.find(written.name()).orElseThrow(() -> UnknownName.at(written));
      var earlier = terms.put(entry.axis(), term(written, entry));
      if (earlier != null) {
        throw new StrategyException(
            "\"%s\" at column %d is %s like \"%s\" before it: write one of them"
                .formatted(
                    written.name(), written.column(), entry.axis().aTitle(), earlier.name()));
      }
    }
    return terms;
  }

  private static Term term(Written.Term written, Entry entry) {
    var parameters = entry.parameters();
    var values = new @Nullable Value[parameters.size()];
    @Nullable String named = null;
    for (int i = 0; i < written.arguments().size(); i++) {
      var argument = written.arguments().get(i);
      if (argument.name() == null && named != null) {
        throw positionalAfterNamed(argument, named, entry);
      }
      named = argument.name();
      int index = named == null ? i : indexOf(named, argument, entry);
      if (index >= parameters.size()) {
        throw tooMany(argument, entry);
      }
      if (values[index] != null) {
        throw new StrategyException(
            "%s of %s is given twice, the second time at column %d: write it once"
                .formatted(parameters.get(index).name(), entry.name(), argument.column()));
      }
      values[index] = value(entry, parameters.get(index), argument.value());
    }
    return new Term(entry, filled(values, written, entry));
  }

  private static List<Value> filled(@Nullable Value[] given, Written.Term written, Entry entry) {
    var values = new ArrayList<Value>();
    for (int i = 0; i < given.length; i++) {
      var parameter = entry.parameters().get(i);
      var value = given[i] == null ? parameter.fallback() : given[i];
      if (value == null) {
        throw new StrategyException(
            "\"%s\" at column %d needs a value for %s, which is %s: write %s"
                .formatted(
                    entry.name(),
                    written.column(),
                    parameter.name(),
                    parameter.kind().allowed(),
                    example(entry) + entry.caution()));
      }
      values.add(value);
    }
    return values;
  }

  private static int indexOf(String name, Written.Argument argument, Entry entry) {
    var parameter = entry.parameter(name);
    if (parameter != null) {
      return entry.parameters().indexOf(parameter);
    }
    var names = entry.parameters().stream().map(Parameter::name).toList();
    String guess = Nearest.to(name, names).map("did you mean \"%s\"? "::formatted).orElse("");
    throw new StrategyException(
        "%s has no parameter \"%s\" (column %d): %s%s"
            .formatted(entry.name(), name, argument.column(), guess, takes(entry)));
  }

  private static StrategyException positionalAfterNamed(
      Written.Argument argument, String before, Entry entry) {
    return new StrategyException(
        "%s at column %d has no name but follows %s=…, which has: name it too; %s"
            .formatted(argument.value().text(), argument.column(), before, takes(entry)));
  }

  private static StrategyException tooMany(Written.Argument argument, Entry entry) {
    return new StrategyException(
        "%s at column %d is one value too many for %s: %s"
            .formatted(argument.value().text(), argument.column(), entry.name(), takes(entry)));
  }

  private static String takes(Entry entry) {
    return entry.parameters().isEmpty()
        ? entry.name() + " takes no values"
        : "its form is " + entry.signature();
  }

  private static Value value(Entry owner, Parameter parameter, Written written) {
    var value =
        switch (parameter.kind()) {
          case Kind.Whole _ -> written instanceof Written.Numeral numeral ? whole(numeral) : null;
          case Kind.Decimal _ ->
              written instanceof Written.Numeral numeral
                  ? new Value.Decimal(numeral.value().doubleValue())
                  : null;
          case Kind.Size(_, _, var words) ->
              switch (written) {
                case Written.Size size -> new Value.Size(size.bytes());
                case Written.Term term -> option(term, words);
                case Written.Numeral _ -> null;
              };
          case Kind.Word(var options) ->
              written instanceof Written.Term term ? option(term, options) : null;
          case Kind.Nested _ -> written instanceof Written.Term term ? compression(term) : null;
        };
    if (value == null || !parameter.kind().admits(value)) {
      throw misfit(owner, parameter, written);
    }
    return value;
  }

  private static @Nullable Value whole(Written.Numeral numeral) {
    try {
      return new Value.Whole(numeral.value().longValueExact());
    } catch (ArithmeticException e) {
      return null; // A fraction, or beyond long: not among the allowed values, as the caller says.
    }
  }

  private static @Nullable Term option(Written.Term written, List<Entry> options) {
    for (var option : options) {
      if (option.name().equals(written.name())) {
        return term(written, option);
      }
    }
    return null;
  }

  /** A compression, or whatever else the name is: then it will not be admitted. */
  private static Term compression(Written.Term written) {
    var entry =
        Catalogue.find(written.name()).orElseThrow(() -> UnknownName.at(written, Axis.COMPRESSION));
    return term(written, entry);
  }

  private static StrategyException misfit(Entry owner, Parameter parameter, Written written) {
    String hint =
        switch (parameter.kind()) {
          case Kind.Size _ when written instanceof Written.Numeral ->
              ": add a unit, one of B, KB, MB, GB";
          case Kind.Word(var options) when written instanceof Written.Term ->
              Nearest.to(written.text(), options.stream().map(Entry::name).toList())
                  .map(": did you mean \"%s\"?"::formatted)
                  .orElse("");
          case Kind.Nested _ when written instanceof Written.Term term ->
              Catalogue.find(term.name())
                  .map(entry -> ": it is " + entry.axis().aTitle())
                  .orElse("");
          default -> "";
        };
    return new StrategyException(
        "%s of %s is %s, and %s at column %d is not%s"
            .formatted(
                parameter.name(),
                owner.name(),
                parameter.kind().allowed(),
                written.text(),
                written.column(),
                hint));
  }

  /** A form of the name that is complete, for messages. */
  private static String example(Entry entry) {
    return entry.parameters().stream()
        .filter(parameter -> parameter.fallback() == null)
        .map(
            parameter ->
                switch (parameter.kind()) {
                  case Kind.Whole _, Kind.Decimal _ -> "100";
                  case Kind.Size _ -> "64KB";
                  case Kind.Word(var options) -> options.getFirst().name();
                  case Kind.Nested _ -> Catalogue.entries(Axis.COMPRESSION).getFirst().name();
                })
        .collect(joining(", ", entry.name() + "(", ")"));
  }
}
