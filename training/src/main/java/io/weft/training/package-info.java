/**
 * Training on many ranks: performs the graph of a schedule on a model, a memory and a communicator.
 *
 * <p>Read in this order: {@link io.weft.training.Training} (one rank's part), {@code Arrangement}
 * (what travels together, and the graph), {@code Replica} (what each task does), {@code
 * RoundRunner} (when), {@code Snapshot} (what a checkpoint holds), {@code Timeline} (where time
 * went), {@code Rehearsal} (what parts of a round take by themselves), {@link
 * io.weft.training.DatasetFeed} (the batches of a rank).
 *
 * <p>Invariant: what is sent, and after what, is decided by the graph alone. Nothing here knows a
 * schedule by name.
 */
@NullMarked
package io.weft.training;

import org.jspecify.annotations.NullMarked;
