package io.weft.strategy.term;

import static java.util.stream.Collectors.joining;

import io.weft.strategy.line.Literal;
import java.util.List;

/** Which values a parameter takes. */
public sealed interface Kind {
  /** The kind in one word, for listings. */
  String title();

  /** The allowed values as a noun: {@code a whole number from 1 to 64}. */
  String allowed();

  boolean admits(Value value);

  /** A whole number, both bounds included. */
  record Whole(long low, long high) implements Kind {
    @Override
    public String title() {
      return "whole number";
    }

    @Override
    public String allowed() {
      return "a whole number from %d to %d".formatted(low, high);
    }

    @Override
    public boolean admits(Value value) {
      return value instanceof Value.Whole(long number) && low <= number && number <= high;
    }
  }

  /** A number; a bound that is not included is approached only. */
  record Decimal(double low, boolean lowIncluded, double high, boolean highIncluded)
      implements Kind {
    @Override
    public String title() {
      return "number";
    }

    @Override
    public String allowed() {
      return "a number %s %s and %s %s"
          .formatted(
              lowIncluded ? "of at least" : "above",
              Literal.number(low),
              highIncluded ? "at most" : "below",
              Literal.number(high));
    }

    @Override
    public boolean admits(Value value) {
      return value instanceof Value.Decimal(double number)
          && (lowIncluded ? low <= number : low < number)
          && (highIncluded ? number <= high : number < high);
    }
  }

  /**
   * A number of bytes, both bounds included, or a word.
   *
   * @param words what may stand in its place
   */
  record Size(long low, long high, List<Entry> words) implements Kind {
    public Size {
      words = List.copyOf(words);
    }

    @Override
    public String title() {
      return "size";
    }

    @Override
    public String allowed() {
      return "a size from %s to %s%s"
          .formatted(
              Literal.size(low),
              Literal.size(high),
              words.stream().map(word -> " or " + word.name()).collect(joining()));
    }

    @Override
    public boolean admits(Value value) {
      return value instanceof Value.Size(long bytes)
          ? low <= bytes && bytes <= high
          : value instanceof Term term && words.contains(term.entry());
    }
  }

  /** One of a closed set of terms that mean something in this place only. */
  record Word(List<Entry> options) implements Kind {
    public Word {
      options = List.copyOf(options);
    }

    @Override
    public String title() {
      return "word";
    }

    @Override
    public String allowed() {
      return options.stream().map(Entry::name).collect(joining(", ", "one of ", ""));
    }

    @Override
    public boolean admits(Value value) {
      return value instanceof Term term && options.contains(term.entry());
    }
  }

  /**
   * A compression.
   *
   * @param needs what that compression must offer
   */
  record Nested(List<Capability> needs) implements Kind {
    public Nested {
      needs = List.copyOf(needs);
    }

    @Override
    public String title() {
      return "term";
    }

    @Override
    public String allowed() {
      return Axis.COMPRESSION.aTitle();
    }

    @Override
    public boolean admits(Value value) {
      return value instanceof Term term && term.entry().axis() == Axis.COMPRESSION;
    }
  }
}
