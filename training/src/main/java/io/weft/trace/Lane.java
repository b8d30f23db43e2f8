package io.weft.trace;

import java.util.Locale;

/** The lanes of a rank, in the order in which they are shown. */
public enum Lane {
  FORWARD(100),
  BACKWARD(200),
  EXCHANGE(300),
  UPDATE(400),
  /** The compute lane has nothing to do because something else is not done yet. */
  WAIT(500),
  /** The compute lane is idle while an exchange is under way: exposed, or waiting for a peer. */
  PAUSE(600);

  /** How many rows a lane may have; more than this many exchanges are never under way at once. */
  static final int ROWS_MAX = 100;

  private final int firstThread;

  Lane(int firstThread) {
    this.firstThread = firstThread;
  }

  /** The name used in the file: {@code exchange}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The thread number of one of its rows, from 0. */
  int thread(int row) {
    return firstThread + row;
  }

  /** The name of one of its rows, from 0: {@code exchange}, {@code exchange 2}. */
  String rowLabel(int row) {
    return row == 0 ? label() : label() + " " + (row + 1);
  }
}
