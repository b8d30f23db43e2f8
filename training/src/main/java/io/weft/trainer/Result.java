package io.weft.trainer;

import io.weft.checkpoint.CheckpointNotWrittenException;
import java.util.Optional;

/**
 * What came of training; the same on all ranks, but for what is missing.
 *
 * @param steps how many were made in all, those before a checkpoint included
 * @param first how many of them had been made before
 * @param loss the mean over the samples of all ranks in the last step
 * @param validation what the last one gave, if there was any
 * @param best the best of all validations, those before a checkpoint included
 * @param missing why the last checkpoint is not on the disk, on rank 0 and if so; listeners are
 *     told, and nobody is given such a result
 */
public record Result(
    long steps,
    long first,
    double loss,
    Ending ending,
    Optional<Evaluation> validation,
    Optional<Best> best,
    Optional<CheckpointNotWrittenException> missing) {}
