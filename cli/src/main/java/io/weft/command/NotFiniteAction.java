package io.weft.command;

/** What becomes of a batch whose loss is not finite, as it is written on a command line. */
enum NotFiniteAction {
  STOP,
  SKIP
}
