package io.weft.data;

/** Which batch is next, on all ranks: so many steps into so many epochs, both counted from 0. */
public record Position(long epoch, long step) {
  public static final Position START = new Position(0, 0);

  public Position {
    if (epoch < 0 || step < 0) {
      throw new IllegalArgumentException(
          "epoch=%d, step=%d: both are counted from 0".formatted(epoch, step));
    }
  }
}
