package io.weft.command;

/** Who gave a setting its value. */
enum Origin {
  FLAG,
  FILE,
  /** The run that is taken up again. */
  RUN,
  DEFAULT
}
