package io.weft.tensor;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/** Element by element; also ends what {@link VectorUpdates} has begun. */
final class PlainUpdates implements UpdateKernels {
  static final PlainUpdates SHARED = new PlainUpdates();

  private PlainUpdates() {}

  @Override
  public void descend(Update.Descent by, MemorySegment parameters, MemorySegment gradients) {
    Operands.checkUpdate(parameters, gradients);
    descendFrom(0, by, parameters, gradients);
  }

  void descendFrom(
      long start, Update.Descent by, MemorySegment parameters, MemorySegment gradients) {
    for (long at = start; at < parameters.byteSize(); at += Float.BYTES) {
      float parameter = load(parameters, at);
      float gradient = load(gradients, at) + by.decay() * parameter;
      store(parameters, at, parameter - by.rate() * gradient);
    }
  }

  @Override
  public void descend(
      Update.Momentum by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment momentum) {
    Operands.checkUpdate(parameters, gradients, momentum);
    descendFrom(0, by, parameters, gradients, momentum);
  }

  void descendFrom(
      long start,
      Update.Momentum by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment momentum) {
    for (long at = start; at < parameters.byteSize(); at += Float.BYTES) {
      float parameter = load(parameters, at);
      float change = by.scale() * (load(gradients, at) + by.decay() * parameter);
      float moved = by.momentum() * load(momentum, at) + change;
      float way = by.ahead() ? change + by.momentum() * moved : moved;
      store(momentum, at, moved);
      store(parameters, at, parameter - by.rate() * way);
    }
  }

  @Override
  public void adapt(
      Update.Adaptive by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    Operands.checkUpdate(parameters, gradients, means, squares);
    adaptFrom(0, by, parameters, gradients, means, squares);
  }

  void adaptFrom(
      long start,
      Update.Adaptive by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    for (long at = start; at < parameters.byteSize(); at += Float.BYTES) {
      float parameter = load(parameters, at);
      float gradient = load(gradients, at) + by.decay() * parameter;
      float mean = mean(by.moments(), load(means, at), gradient);
      float square = square(by.moments(), load(squares, at), gradient);
      float size = root(square) / by.root() + by.epsilon();
      store(means, at, mean);
      store(squares, at, square);
      store(parameters, at, by.keep() * parameter - by.rate() * mean / size);
    }
  }

  @Override
  public void direct(
      Update.Direction by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    Operands.checkUpdate(gradients, parameters, means, squares);
    directFrom(0, by, parameters, gradients, means, squares);
  }

  void directFrom(
      long start,
      Update.Direction by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment means,
      MemorySegment squares) {
    for (long at = start; at < parameters.byteSize(); at += Float.BYTES) {
      float gradient = load(gradients, at);
      float mean = mean(by.moments(), load(means, at), gradient);
      float square = square(by.moments(), load(squares, at), gradient);
      float size = root(square) / by.root() + by.epsilon();
      store(means, at, mean);
      store(squares, at, square);
      store(gradients, at, mean / by.bias() / size + by.decay() * load(parameters, at));
    }
  }

  @Override
  public void sign(
      Update.Sign by, MemorySegment parameters, MemorySegment gradients, MemorySegment momentum) {
    Operands.checkUpdate(parameters, gradients, momentum);
    signFrom(0, by, parameters, gradients, momentum);
  }

  void signFrom(
      long start,
      Update.Sign by,
      MemorySegment parameters,
      MemorySegment gradients,
      MemorySegment momentum) {
    for (long at = start; at < parameters.byteSize(); at += Float.BYTES) {
      float gradient = load(gradients, at);
      float old = load(momentum, at);
      float sign = Math.signum(share(by.interpolation(), old, gradient));
      store(parameters, at, by.keep() * load(parameters, at) - by.rate() * sign);
      store(momentum, at, share(by.momentum(), old, gradient));
    }
  }

  private static float mean(Update.Moments by, float mean, float gradient) {
    return (by.fromNew() ? gradient : mean) + by.pull() * (gradient - mean);
  }

  private static float square(Update.Moments by, float square, float gradient) {
    return by.squares().kept() * square + by.squares().taken() * gradient * gradient;
  }

  private static float share(Update.Share by, float old, float taken) {
    return by.kept() * old + by.taken() * taken;
  }

  /** Rounded once more, it is the correctly rounded root of the float. */
  private static float root(float square) {
    return (float) Math.sqrt(square);
  }

  private static float load(MemorySegment segment, long at) {
    return segment.get(JAVA_FLOAT_UNALIGNED, at);
  }

  private static void store(MemorySegment segment, long at, float value) {
    segment.set(JAVA_FLOAT_UNALIGNED, at, Float.isNaN(value) ? Float.NaN : value);
  }
}
