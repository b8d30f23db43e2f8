package io.weft.fault;

import java.time.Duration;

/** Where in its life a rank comes to its end. */
enum Phase {
  /** Its process runs and has not called anybody. */
  BEFORE_CONNECTING,
  /** It has proved itself at the meeting point and not registered. */
  HANDSHAKE,
  /** It has the table and is connected with rank 0, but with nobody else. */
  MESH,
  /** It has joined and begun no collective. */
  JOINED,
  /** In an all-reduce it has taken in the first block to add up. */
  REDUCING,
  /** In an all-reduce it has taken in the first block that was added up elsewhere. */
  GATHERING,
  /** One collective is over and the next not begun. */
  BETWEEN_COLLECTIVES,
  /** Its communicator is closed, and its connections are not. */
  CLOSING;

  /**
   * How long the others meet. In vain that is briefly; but rank 1 complains of one that does not
   * call when three quarters are over, and its word must come before the last has passed.
   */
  Duration meetingTimeout() {
    return switch (this) {
      case BEFORE_CONNECTING, HANDSHAKE -> Duration.ofSeconds(8);
      case MESH -> Duration.ofSeconds(12);
      case JOINED, REDUCING, GATHERING, BETWEEN_COLLECTIVES, CLOSING -> Duration.ofSeconds(60);
    };
  }
}
