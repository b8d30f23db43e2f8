package io.weft.trainer;

/** Why training has ended. */
public enum Ending {
  /** It was as long as it was to be. */
  COMPLETE,
  /** What validation gives has not become better for long enough. */
  STOPPED_EARLY,
  /** Somebody has asked for it. */
  ASKED
}
