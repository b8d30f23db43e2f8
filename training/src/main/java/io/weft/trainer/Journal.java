package io.weft.trainer;

import io.weft.training.Loaded;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells the log of the program in which training runs what becomes of it. */
record Journal(int rank) implements Listener {
  private static final Logger LOGGER = System.getLogger(Trainer.class.getName());

  private static void log(Level level, String sentence) {
    if (LOGGER.isLoggable(level)) {
      LOGGER.log(level, sentence);
    }
  }

  @Override
  public void resumed(String checkpoint) {
    log(Level.INFO, "going on from " + checkpoint);
  }

  @Override
  public void loaded(Loaded loaded) {
    log(Level.INFO, "beginning with weights for " + loaded.sentence());
  }

  @Override
  public void validated(Run run, Evaluation seen, boolean best) {
    if (rank == 0) {
      var figures = "loss %s, %s".formatted(seen.loss(), seen.metrics());
      log(Level.DEBUG, "validation after step %d: %s".formatted(seen.step(), figures));
    }
  }

  @Override
  public void saved(Saved saved) {
    log(Level.INFO, "checkpoint %d is taken, after step %d".formatted(saved.count(), saved.step()));
  }

  @Override
  public void warned(String sentence) {
    log(Level.WARNING, sentence);
  }

  @Override
  public void ended(Run run, Result result) {
    log(
        Level.DEBUG,
        "rank %d ends after step %d: %s".formatted(rank, result.steps(), result.ending()));
  }
}
