package io.weft.run;

import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.HoldOut;
import io.weft.data.NoisyLabels;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The data of a run: what is learnt from, and what is only looked at.
 *
 * @param found all that was given to learn from, what is held out included
 * @param others samples that are not learnt from; empty where there are too few to hold any out
 * @param given these, if they are no part of the whole
 */
public record Material(
    Found found, Dataset learnt, Optional<Dataset> others, Optional<Dataset> given) {
  /** Divides it, and reads what else is looked at; refuses what does not fit the model. */
  public static Material of(Found found, TrainingJob job) {
    var whole = found.data();
    var validating = job.validating();
    var own = validating.flatMap(Validating::data);
    var parts =
        own.isPresent()
            ? Optional.<HoldOut.Parts>empty()
            : validating.flatMap(how -> how.heldOut().divide(whole, job.seed()));
    var given = own.map(path -> others(found, path));
    var others = given.or(() -> parts.map(HoldOut.Parts::heldOut));
    var learnt = parts.map(HoldOut.Parts::learnt).orElse(whole);
    var noisy =
        job.labelNoise() == 0 ? learnt : new NoisyLabels(learnt, job.labelNoise(), job.seed());
    var material = new Material(found, noisy, others, given);
    material.check(job);
    return material;
  }

  private static Dataset others(Found found, Path path) {
    try {
      return Datasets.like(found.model(), found.form(), path);
    } catch (DataException e) {
      throw new DataException("--validation: " + e.getMessage(), e);
    }
  }

  /** Metrics that are not for this data are refused before ranks meet. */
  private void check(TrainingJob job) {
    others.ifPresent(
        them -> {
          var validating = job.validating().orElseThrow();
          var _ = validating.validation(them, job.length());
        });
  }
}
