package io.weft.data.form;

import java.util.List;

/**
 * What the columns of a table are.
 *
 * @param columns the names of all, in their order in the file
 * @param named whether the file has these names, or they are numbers
 * @param inputs the columns that are learnt from, in order
 * @param gaps what a missing cell is
 */
public record TableForm(
    List<String> columns, boolean named, List<Input> inputs, Target target, Gaps gaps)
    implements Form {
  public TableForm {
    columns = List.copyOf(columns);
    inputs = List.copyOf(inputs);
  }

  /** A column that is learnt from. */
  public sealed interface Input {
    String name();

    /** How many numbers it becomes. */
    int width();
  }

  /** Numbers, of which the mean is taken away, and which are divided by their deviation. */
  public record Numbers(String name, double mean, double deviation) implements Input {
    public Numbers {
      check(name, mean, deviation);
    }

    @Override
    public int width() {
      return 1;
    }
  }

  /** Words, each of which becomes a 1 in a place of its own. */
  public record Words(String name, List<String> words) implements Input {
    public Words {
      words = List.copyOf(words);
    }

    @Override
    public int width() {
      return words.size();
    }
  }

  /** The column that is learnt. */
  public sealed interface Target {
    String name();
  }

  /** Each different value is a class; their order gives their numbers. */
  public record Classes(String name, List<String> names) implements Target {
    public Classes {
      names = List.copyOf(names);
    }
  }

  /** A number, learnt without its mean and divided by its deviation. */
  public record Quantity(String name, double mean, double deviation) implements Target {
    public Quantity {
      check(name, mean, deviation);
    }
  }

  private static void check(String name, double mean, double deviation) {
    if (!Double.isFinite(mean) || !Double.isFinite(deviation) || deviation <= 0) {
      throw new IllegalArgumentException(
          "column %s has mean %s and deviation %s: both must be finite, the second above 0"
              .formatted(name, mean, deviation));
    }
  }

  /** How many numbers a row becomes. */
  public int width() {
    return inputs.stream().mapToInt(Input::width).sum();
  }

  /** How many scores a network gives for a row. */
  public int outputs() {
    return switch (target) {
      case Classes(_, var names) -> names.size();
      case Quantity _ -> 1;
    };
  }

  @Override
  public List<String> classNames() {
    return switch (target) {
      case Classes(_, var names) -> names;
      case Quantity _ -> List.of();
    };
  }
}
