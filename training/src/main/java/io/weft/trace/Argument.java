package io.weft.trace;

/** Something that a span is about. */
public sealed interface Argument {
  /** The step of the run, from 0. */
  record Step(long step) implements Argument {}

  /** The micro-step, from 0. */
  record MicroStep(int microStep) implements Argument {}

  record Stage(int stage) implements Argument {}

  record Bucket(int bucket) implements Argument {}

  /** What an exchange does, in words. */
  record Phase(String phase) implements Argument {}

  /** Bytes that this rank sent. */
  record Bytes(long bytes) implements Argument {}

  /** What is waited for, in words. */
  record Cause(String cause) implements Argument {}
}
