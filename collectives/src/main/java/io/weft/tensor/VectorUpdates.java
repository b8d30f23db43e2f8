package io.weft.tensor;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Updates of native memory by the Vector API. What remains after the last whole vector, and heap
 * segments, are left to the plain twin. On the cast to native segments see {@link VectorLoop}.
 */
final class VectorUpdates implements UpdateKernels {
  private static final PlainUpdates PLAIN = PlainUpdates.SHARED;
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final long WIDTH = SPECIES.vectorByteSize();

  @Override
  public void descend(Update.Descent by, MemorySegment parameters, MemorySegment gradients) {
    Operands.checkUpdate(parameters, gradients);
    long end = whole(parameters, gradients);
    for (long at = 0; at < end; at += WIDTH) {
      var parameter = load(parameters, at);
      var gradient = load(gradients, at).add(parameter.mul(by.decay()));
      store(parameters, at, parameter.sub(gradient.mul(by.rate())));
    }
    PLAIN.descendFrom(end, by, parameters, gradients);
  }

  @Override
  public void descend(
      Update.Momentum by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment momentum) {
    Operands.checkUpdate(parameters, gradients, momentum);
    long end = whole(parameters, gradients, momentum);
    for (long at = 0; at < end; at += WIDTH) {
      var parameter = load(parameters, at);
      var change = load(gradients, at).add(parameter.mul(by.decay())).mul(by.scale());
      var moved = load(momentum, at).mul(by.momentum()).add(change);
      var way = by.ahead() ? change.add(moved.mul(by.momentum())) : moved;
      store(momentum, at, moved);
      store(parameters, at, parameter.sub(way.mul(by.rate())));
    }
    PLAIN.descendFrom(end, by, parameters, gradients, momentum);
  }

  @Override
  public void adapt(
      Update.Adaptive by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    Operands.checkUpdate(parameters, gradients, means, squares);
    long end = whole(parameters, gradients, means, squares);
    for (long at = 0; at < end; at += WIDTH) {
      var parameter = load(parameters, at);
      var gradient = load(gradients, at).add(parameter.mul(by.decay()));
      var mean = mean(by.moments(), load(means, at), gradient);
      var square = square(by.moments(), load(squares, at), gradient);
      var size = square.sqrt().div(by.root()).add(by.epsilon());
      store(means, at, mean);
      store(squares, at, square);
      store(parameters, at, parameter.mul(by.keep()).sub(mean.mul(by.rate()).div(size)));
    }
    PLAIN.adaptFrom(end, by, parameters, gradients, means, squares);
  }

  @Override
  public void direct(
      Update.Direction by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    Operands.checkUpdate(gradients, parameters, means, squares);
    long end = whole(parameters, gradients, means, squares);
    for (long at = 0; at < end; at += WIDTH) {
      var gradient = load(gradients, at);
      var mean = mean(by.moments(), load(means, at), gradient);
      var square = square(by.moments(), load(squares, at), gradient);
      var size = square.sqrt().div(by.root()).add(by.epsilon());
      store(means, at, mean);
      store(squares, at, square);
      var decay = load(parameters, at).mul(by.decay());
      store(gradients, at, mean.div(by.bias()).div(size).add(decay));
    }
    PLAIN.directFrom(end, by, parameters, gradients, means, squares);
  }

  @Override
  public void sign(
      Update.Sign by, MemorySegment parameters, MemorySegment gradients, MemorySegment momentum) {
    Operands.checkUpdate(parameters, gradients, momentum);
    long end = whole(parameters, gradients, momentum);
    for (long at = 0; at < end; at += WIDTH) {
      var gradient = load(gradients, at);
      var old = load(momentum, at);
      var sign = signum(share(by.interpolation(), old, gradient));
      store(parameters, at, load(parameters, at).mul(by.keep()).sub(sign.mul(by.rate())));
      store(momentum, at, share(by.momentum(), old, gradient));
    }
    PLAIN.signFrom(end, by, parameters, gradients, momentum);
  }

  /** How many bytes vectors cover: none if one of the segments is on the heap. */
  private static long whole(MemorySegment... segments) {
    for (var segment : segments) {
      if (!segment.isNative()) {
        return 0;
      }
    }
    return segments[0].byteSize() / WIDTH * WIDTH;
  }

  private static FloatVector mean(Update.Moments by, FloatVector mean, FloatVector gradient) {
    return (by.fromNew() ? gradient : mean).add(gradient.sub(mean).mul(by.pull()));
  }

  private static FloatVector square(Update.Moments by, FloatVector square, FloatVector gradient) {
    return square.mul(by.squares().kept()).add(gradient.mul(by.squares().taken()).mul(gradient));
  }

  private static FloatVector share(Update.Share by, FloatVector old, FloatVector taken) {
    return old.mul(by.kept()).add(taken.mul(by.taken()));
  }

  /** Zeros and NaN are their own sign. */
  private static FloatVector signum(FloatVector value) {
    return value
        .blend(1f, value.compare(VectorOperators.GT, 0f))
        .blend(-1f, value.compare(VectorOperators.LT, 0f));
  }

  private static FloatVector load(MemorySegment segment, long at) {
    return FloatVector.fromMemorySegment(SPECIES, VectorLoop.NATIVE.cast(segment), at, ORDER);
  }

  private static void store(MemorySegment segment, long at, FloatVector value) {
    value
        .blend(Float.NaN, value.compare(VectorOperators.NE, value))
        .intoMemorySegment(VectorLoop.NATIVE.cast(segment), at, ORDER);
  }
}
