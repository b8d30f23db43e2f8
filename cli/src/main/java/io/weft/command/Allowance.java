package io.weft.command;

/** How far the result of a strategy may be from that of one process. */
enum Allowance {
  EXACT,
  LOSSY
}
