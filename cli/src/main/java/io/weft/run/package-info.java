/**
 * One run of training: what it is told, where it writes, and what each of its ranks does.
 *
 * <p>Read in this order: {@link io.weft.run.TrainingJob} (what is to be done), {@link
 * io.weft.run.TrainingRank} (one rank, whose {@link io.weft.trainer.Trainer} does it), {@link
 * io.weft.run.TrainingReport} (what is said of it), {@link io.weft.run.RunFolder} (where everything
 * of a run lies), {@link io.weft.run.ConfigFile} (settings as YAML), {@link
 * io.weft.run.ThreadedRun} (all ranks as threads, to compare what runs come to).
 *
 * <p>Invariant: rank 0 alone reads and writes what lies in the folder of a run, and nothing here
 * decides on a step: the loop is the library's.
 */
@NullMarked
package io.weft.run;

import org.jspecify.annotations.NullMarked;
