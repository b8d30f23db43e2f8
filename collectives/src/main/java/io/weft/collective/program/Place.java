package io.weft.collective.program;

/**
 * Some chunks of one of a rank's memories, which are called banks. Bank {@link #DATA} is what the
 * caller passed and where the result is left; {@link #INPUT} is a second, read-only memory that
 * only all-to-all has; banks from 1 on are scratch. In every bank a chunk number stands for the
 * same number of bytes, so scratch is a shadow of the data, of which only the chunks that a program
 * touches ever exist.
 */
public record Place(int bank, Chunks chunks) {
  public static final int INPUT = -1;
  public static final int DATA = 0;

  public Place {
    if (bank < INPUT) {
      throw new IllegalArgumentException("bank=" + bank + ": the lowest bank is " + INPUT);
    }
  }

  public static Place data(Chunks chunks) {
    return new Place(DATA, chunks);
  }

  public static Place input(Chunks chunks) {
    return new Place(INPUT, chunks);
  }

  /** Scratch of the given bank, from 1 on. */
  public static Place scratch(int bank, Chunks chunks) {
    if (bank < 1) {
      throw new IllegalArgumentException("bank=" + bank + ": scratch banks are numbered from 1");
    }
    return new Place(bank, chunks);
  }

  public boolean overlaps(Place other) {
    if (bank != other.bank) {
      return false;
    }
    for (int i = 0; i < chunks.size(); i++) {
      for (int j = 0; j < other.chunks.size(); j++) {
        if (chunks.get(i) == other.chunks.get(j)) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public String toString() {
    return switch (bank) {
          case INPUT -> "input";
          case DATA -> "data";
          default -> "scratch" + bank;
        }
        + "["
        + chunks
        + "]";
  }
}
