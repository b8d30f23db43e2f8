package io.weft.engine.block;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;

/**
 * The values that a weight begins with: a pure function of the seed and the weight's name, of the
 * same bits on every machine.
 */
public sealed interface Initial {
  /** All elements alike. */
  record Constant(float value) implements Initial {}

  /** Uniform from −bound to bound. */
  record Uniform(double bound) implements Initial {
    /** What PyTorch begins linear layers and convolutions with: bound 1/√inputs. */
    public static Uniform of(long inputs) {
      return new Uniform(1 / Math.sqrt((double) inputs));
    }
  }

  /** Normal with the mean 0. */
  record Normal(double deviation) implements Initial {}

  /** Values of one's own, 32-bit floats on the heap; the seed makes no difference. */
  record Given(MemorySegment values) implements Initial {
    public static Given of(float... values) {
      return new Given(MemorySegment.ofArray(values));
    }
  }

  /** Writes the values as 32-bit floats to all of a segment. */
  default void fill(MemorySegment segment, long seed, String name) {
    var random = new SplittableRandom(seed ^ hash(name));
    long bytes = segment.byteSize();
    switch (this) {
      case Constant(var value) -> {
        for (long at = 0; at < bytes; at += Float.BYTES) {
          segment.set(JAVA_FLOAT_UNALIGNED, at, value);
        }
      }
      case Uniform(var bound) -> {
        for (long at = 0; at < bytes; at += Float.BYTES) {
          segment.set(JAVA_FLOAT_UNALIGNED, at, (float) (bound * (2 * random.nextDouble() - 1)));
        }
      }
      case Normal(var deviation) -> {
        for (long at = 0; at < bytes; at += Float.BYTES) {
          segment.set(JAVA_FLOAT_UNALIGNED, at, (float) (deviation * normal(random)));
        }
      }
      case Given(var values) -> segment.copyFrom(values);
    }
  }

  /** Box and Muller's transform in strict arithmetic, which is alike everywhere. */
  private static double normal(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }

  /** FNV-1a over the characters of a name. */
  private static long hash(String name) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < name.length(); i++) {
      hash = (hash ^ name.charAt(i)) * 0x100000001b3L;
    }
    return hash;
  }
}
