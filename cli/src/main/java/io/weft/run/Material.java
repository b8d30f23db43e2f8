package io.weft.run;

import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.HoldOut;
import io.weft.data.NoisyLabels;
import io.weft.engine.Sample;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The data of a run: what is learnt from, and what is only looked at.
 *
 * @param whole all that was given to learn from, what is held out included
 * @param others samples that are not learnt from; empty where there are too few to hold any out
 * @param given these, if they are no part of the whole
 */
record Material(Dataset whole, Dataset learnt, Optional<Dataset> others, Optional<Dataset> given) {
  /** Reads it all, and refuses what does not fit the model. */
  static Material of(Sample sample, TrainingJob job) {
    var whole = Datasets.of(sample, job.data(), job.seed());
    var validating = job.validating();
    var own = validating.flatMap(Validating::data);
    var parts =
        own.isPresent()
            ? Optional.<HoldOut.Parts>empty()
            : validating.flatMap(how -> how.heldOut().divide(whole, job.seed()));
    var given = own.map(path -> others(sample, path, job.seed()));
    var others = given.or(() -> parts.map(HoldOut.Parts::heldOut));
    var learnt = parts.map(HoldOut.Parts::learnt).orElse(whole);
    var noisy =
        job.labelNoise() == 0 ? learnt : new NoisyLabels(learnt, job.labelNoise(), job.seed());
    var material = new Material(whole, noisy, others, given);
    material.check(job);
    return material;
  }

  private static Dataset others(Sample sample, Path path, long seed) {
    try {
      return Datasets.of(sample, Optional.of(path), seed);
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
