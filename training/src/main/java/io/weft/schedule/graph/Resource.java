package io.weft.schedule.graph;

/** What a task occupies while it runs. A rank has one of each. */
public enum Resource {
  /** The lane on which the model runs. */
  COMPUTE,
  /** The processor of the host, where it is not that lane. */
  HOST,
  /** The way to the other ranks; several tasks may share it. */
  LINK
}
