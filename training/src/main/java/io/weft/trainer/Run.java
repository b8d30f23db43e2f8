package io.weft.trainer;

import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.training.Training;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/** What listeners may look at while a run lasts. */
public final class Run {
  private final Training training;
  private final Model model;
  private final long first;
  private final long stepsMost;
  private final Timekeeper time;

  Run(Training training, Model model, long stepsMost, Timekeeper time) {
    this.training = training;
    this.model = model;
    this.first = training.rounds();
    this.stepsMost = stepsMost;
    this.time = time;
  }

  /** How many steps were made before it. */
  public long first() {
    return first;
  }

  /** How many steps are made now, with those before it. */
  public long step() {
    return training.rounds();
  }

  /** How many steps are to be made in all; empty where a time is given. */
  public OptionalLong steps() {
    return stepsMost == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(stepsMost);
  }

  /** For how long this rank has stood still to save. */
  public Duration stoodStill() {
    return time.cost();
  }

  public Model model() {
    return model;
  }

  /** Where the model lies; parameters are those of the last step when the run has ended. */
  public ModelMemory memory() {
    return training.memory();
  }

  /** In what forms gradients travel, in words, and how many buckets in each. */
  public Map<String, Integer> forms() {
    return training.forms();
  }
}
