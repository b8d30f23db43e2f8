package io.weft.compression.codec;

import java.lang.foreign.Arena;

/**
 * A compression whose numbers become small whole ones on a scale that ranks agree on, so that they
 * can be added up exactly on the way.
 */
public interface LevelCodec {
  /** As in a strategy line. */
  String name();

  /** What a rank sends, from −127 to 127. */
  Levels levels();

  /** What is told of sums over so many ranks. */
  Levels outcomes(int ranks);

  /** What is told of a sum. */
  int outcome(int sum);

  /** The number that an outcome stands for. */
  float value(int outcome, float scale, int ranks);

  /**
   * A coder for runs of {@code count} floats.
   *
   * @param arena owns what the coder keeps from step to step
   */
  LevelCoder open(long count, Arena arena);
}
