package io.weft.flow;

import io.weft.network.shared.Note;

/** A small message that goes through mapped memory. */
final class Letter {
  private final Note about;
  private final Parts parts;
  private volatile boolean posted;

  Letter(Note about, Parts parts) {
    this.about = about;
    this.parts = parts;
  }

  Note about() {
    return about;
  }

  Parts parts() {
    return parts;
  }

  /** Whether it has been copied, so that its memory may change. */
  boolean isPosted() {
    return posted;
  }

  void setPosted() {
    posted = true;
  }
}
