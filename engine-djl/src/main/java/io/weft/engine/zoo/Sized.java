package io.weft.engine.zoo;

import io.weft.data.ArrayShape;
import io.weft.data.SampleShape;
import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.engine.loss.Loss;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Networks whose sizes follow from data, and are in their names: {@code mlp(4,64,64,3)} for rows of
 * 4 numbers, two layers of 64 and 3 classes; {@code mlp(13,64,1,mse)} for a number, learnt by the
 * mean squared error; {@code vgg-nano(1x28x28,10)} for grey images of 28 × 28 pixels and 10
 * classes.
 */
public final class Sized {
  private static final Pattern MLP = Pattern.compile("mlp\\((\\d{1,7}(?:,\\d{1,7})+)(,mse)?\\)");
  private static final Pattern VGG =
      Pattern.compile("vgg-nano\\((\\d{1,5})x(\\d{1,5})x(\\d{1,5}),(\\d{1,7})\\)");

  /** Of the groups of convolutions, each of which halves the size. */
  private static final List<Integer> WIDTHS = List.of(16, 32, 64);

  private Sized() {}

  /** The name of a perceptron. */
  public static String mlp(int inputs, List<Integer> hidden, int outputs) {
    var widths = new ArrayList<>(hidden);
    widths.addFirst(inputs);
    widths.add(outputs);
    return "mlp(%s)".formatted(String.join(",", widths.stream().map(String::valueOf).toList()));
  }

  /** The name of one that gives a number. */
  public static String regression(int inputs, List<Integer> hidden) {
    return mlp(inputs, hidden, 1).replace(")", ",mse)");
  }

  /**
   * The name of a small convolutional network.
   *
   * @param shape channels, rows and columns
   */
  public static String images(List<Long> shape, int classes) {
    return "vgg-nano(%dx%dx%d,%d)".formatted(shape.get(0), shape.get(1), shape.get(2), classes);
  }

  /** A name without its sizes. */
  public static String kind(String name) {
    int bracket = name.indexOf('(');
    return bracket < 0 ? name : name.substring(0, bracket);
  }

  /** The network of a name with sizes; empty if it is no such name. */
  static Optional<Network> network(String name) {
    var mlp = MLP.matcher(name);
    if (mlp.matches()) {
      var widths = Pattern.compile(",").splitAsStream(mlp.group(1)).map(Integer::valueOf).toList();
      requirePositive(name, widths);
      return Optional.of(perceptron(name, widths, mlp.group(2) != null));
    }
    var vgg = VGG.matcher(name);
    if (vgg.matches()) {
      var sizes = List.of(1, 2, 3, 4).stream().map(vgg::group).map(Integer::valueOf).toList();
      requirePositive(name, sizes);
      var shape = sizes.subList(0, 3).stream().map(Integer::longValue).toList();
      var images = new Sample.Features(shape, sizes.get(3));
      return Optional.of(new Vgg(name, groups(name, shape), images).network());
    }
    return Optional.empty();
  }

  private static Network perceptron(String name, List<Integer> widths, boolean ofNumbers) {
    var network = new Perceptron(name, widths).network();
    if (!ofNumbers) {
      return network;
    }
    var input = ArrayShape.numbers(List.of((long) widths.getFirst()));
    var numbers = SampleShape.ofNumbers(input, List.of((long) widths.getLast()));
    var sample = new Sample.Arrays(numbers, Loss.meanSquaredError());
    return new Network(name, sample, network.stages());
  }

  private static List<List<Integer>> groups(String name, List<Long> shape) {
    long edge = Math.min(shape.get(1), shape.get(2));
    int halvings = 63 - Long.numberOfLeadingZeros(edge);
    if (halvings == 0) {
      throw new IllegalArgumentException(
          "%s has images of one row or column, of which no convolution learns: give larger ones"
              .formatted(name));
    }
    return WIDTHS.subList(0, Math.min(WIDTHS.size(), halvings)).stream().map(List::of).toList();
  }

  private static void requirePositive(String name, List<Integer> sizes) {
    if (sizes.contains(0)) {
      throw new IllegalArgumentException("%s has a size of 0: give at least 1".formatted(name));
    }
  }
}
