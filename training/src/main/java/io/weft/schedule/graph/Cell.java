package io.weft.schedule.graph;

import io.weft.schedule.graph.Extent.Part;

/** A piece of a rank's memory that the proof watches. */
sealed interface Cell {
  record Parameters(int bucket, Part part) implements Cell {
    @Override
    public String toString() {
      return "the parameters of bucket " + bucket + " (" + part.label() + ")";
    }
  }

  record Gradients(int bucket, Part part, int buffer) implements Cell {
    @Override
    public String toString() {
      return "the gradients of bucket " + bucket + " (" + part.label() + ")";
    }
  }

  /** What a stage's forward leaves for the next one's and for its own backward. */
  record Activations(int stage, int micro) implements Cell {
    @Override
    public String toString() {
      return "the activations of stage " + stage + " in micro-step " + micro;
    }
  }

  /** What a stage's backward leaves for that of the stage before it. */
  record Errors(int stage, int micro) implements Cell {
    @Override
    public String toString() {
      return "the errors of stage " + stage + " in micro-step " + micro;
    }
  }

  record Agreement(String name) implements Cell {
    @Override
    public String toString() {
      return "the agreement on " + name;
    }
  }
}
