package io.weft.strategy.term;

/** What Weft does today with a name of the strategy line. */
public enum Use {
  TRAIN("be trained with", "train"),
  SIMULATE("be simulated", "simulate"),
  PLAN("be planned with", "plan");

  private final String passive;
  private final String verb;

  Use(String passive, String verb) {
    this.passive = passive;
    this.verb = verb;
  }

  /** What can be done with it: {@code be trained with}. */
  public String passive() {
    return passive;
  }

  /** The command that does it: {@code train}. */
  public String verb() {
    return verb;
  }
}
