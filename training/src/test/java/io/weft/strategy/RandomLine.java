package io.weft.strategy;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.Literal;
import io.weft.strategy.line.Parser;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Parameter;
import io.weft.strategy.term.Use;
import io.weft.trials.Draw;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Lines in which every term is right on its own, drawn from the whole catalogue. */
public final class RandomLine {
  private static final int DEPTH_MAX = 3;

  private RandomLine() {}

  /** Up to one term for each axis, at least one, in any order. */
  public static String of(Draw draw) {
    var terms = new ArrayList<String>();
    for (var axis : Axis.values()) {
      if (draw.between(0, 2) != 0) {
        terms.add(draw.between(0, terms.size()), term(any(Catalogue.entries(axis), draw), 0, draw));
      }
    }
    return terms.isEmpty() ? "bsp" : String.join(" + ", terms);
  }

  /** A name with what must be given, and nothing else. */
  public static String bare(Entry entry, String compression) {
    return entry.stands()
        ? entry.name()
        : entry.parameters().stream()
            .map(
                parameter ->
                    switch (parameter.kind()) {
                      case Kind.Nested _ -> compression;
                      case Kind.Size _ -> "64KB";
                      case Kind.Whole _, Kind.Decimal _, Kind.Word _ -> "1";
                    })
            .collect(joining(", ", entry.name() + "(", ")"));
  }

  /** The strategy of a line of right terms, or the nearest that is valid, whatever runs it. */
  static Strategy validOrNearest(String line) {
    return validOrNearest(line, EnumSet.noneOf(Use.class));
  }

  /** The strategy of a line of right terms, or the nearest that is valid and can be used so. */
  public static Strategy validOrNearest(String line, Set<Use> uses) {
    try {
      var strategy = Strategy.parse(line);
      return strategy.uses().containsAll(uses) ? strategy : Repair.nearest(strategy.terms(), uses);
    } catch (StrategyException e) {
      return Repair.nearest(NormalForm.of(Reader.read(Parser.parse(line))), uses);
    }
  }

  private static String term(Entry entry, int depth, Draw draw) {
    var arguments = new ArrayList<String>();
    boolean positional = true;
    for (var parameter : entry.parameters()) {
      boolean needed = parameter.fallback() == null || parameter.floor() != null;
      if (needed || draw.between(0, 1) == 0) {
        positional = positional && draw.between(0, 1) == 0;
        String name = positional ? "" : parameter.name() + "=";
        arguments.add(name + value(parameter, depth, draw));
      } else {
        positional = false;
      }
    }
    return arguments.isEmpty()
        ? entry.name()
        : entry.name() + "(" + String.join(", ", arguments) + ")";
  }

  private static String value(Parameter parameter, int depth, Draw draw) {
    return switch (parameter.kind()) {
      case Kind.Whole(long low, long high) ->
          Long.toString(parameter.floor() == null ? low + few(high - low, draw) : high);
      case Kind.Decimal(double low, _, double high, _) ->
          Literal.number(low + (1 + draw.between(0, 98)) * Math.min(high - low, 1) / 100);
      case Kind.Size(_, long high, _) ->
          Literal.size(parameter.floor() == null ? 1L << draw.between(0, 30) : high);
      case Kind.Word(var options) -> term(any(options, draw), depth, draw);
      case Kind.Nested _ -> term(compression(depth, draw), depth + 1, draw);
    };
  }

  private static int few(long atMost, Draw draw) {
    return draw.between(0, (int) Math.min(atMost, 3));
  }

  private static Entry compression(int depth, Draw draw) {
    var all = Catalogue.entries(Axis.COMPRESSION);
    var leaves = all.stream().filter(entry -> !entry.wraps()).toList();
    return any(depth < DEPTH_MAX ? all : leaves, draw);
  }

  private static <T> T any(List<T> choices, Draw draw) {
    return choices.get(draw.between(0, choices.size() - 1));
  }
}
