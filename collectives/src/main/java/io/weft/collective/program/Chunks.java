package io.weft.collective.program;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The chunks that one step moves, by number and in order. What a chunk's bytes are is decided later
 * by a {@link Layout}, so a program is proved once for all lengths.
 */
public final class Chunks {
  /** So many chunks of their own are shared: programs of a thousand ranks name them by millions. */
  private static final int SHARED_MOST = 1024;

  private static final Chunks[] SHARED =
      IntStream.range(0, SHARED_MOST)
          .mapToObj(number -> new Chunks(new int[] {number}))
          .toArray(Chunks[]::new);

  private final int[] numbers;

  private Chunks(int[] numbers) {
    this.numbers = numbers;
  }

  public static Chunks of(int... numbers) {
    return numbers.length == 1 && 0 <= numbers[0] && numbers[0] < SHARED_MOST
        ? SHARED[numbers[0]]
        : new Chunks(numbers.clone());
  }

  /** The chunks from {@code first} up to, not including, {@code end}. */
  public static Chunks range(int first, int end) {
    return new Chunks(IntStream.range(first, end).toArray());
  }

  public int size() {
    return numbers.length;
  }

  public int get(int index) {
    return numbers[index];
  }

  public IntStream stream() {
    return Arrays.stream(numbers);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Chunks that && Arrays.equals(numbers, that.numbers);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(numbers);
  }

  /** Runs are shortened: {@code 0-3,7}. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int i = 0; i < numbers.length; i++) {
      int first = numbers[i];
      while (i + 1 < numbers.length && numbers[i + 1] == numbers[i] + 1) {
        i++;
      }
      text.append(text.isEmpty() ? "" : ",").append(first);
      if (numbers[i] != first) {
        text.append('-').append(numbers[i]);
      }
    }
    return text.toString();
  }
}
