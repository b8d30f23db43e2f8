/**
 * What one round of training does on a rank, and in what order, as a value that can be run,
 * simulated, proved and drawn.
 *
 * <p>Read in this order: {@link io.weft.schedule.graph.Task} (what there is to do), {@link
 * io.weft.schedule.graph.Node} (one task in its place), {@link io.weft.schedule.graph.StepGraph} (a
 * round, and how rounds follow each other), {@link io.weft.schedule.graph.Consistency} (what a
 * graph promises), {@link io.weft.schedule.graph.StepGraphVerifier} (the proof that it keeps it).
 *
 * <p>Invariant: everything here is a pure function of its arguments, and every rank builds the same
 * graph from the same shape. There are no threads, sockets or clocks in this package.
 *
 * <p><b>Note: Ages.</b> A graph is written as its steady round only. Work that belongs to an
 * earlier round carries its age: the all-gathers of DeAR are of age 1, since they move what the
 * previous round has updated. The first rounds leave out what is older than the run (the prologue),
 * and rounds after the last do only what is still owed (the epilogue). Both are therefore derived,
 * for any age, and cannot contradict the round.
 *
 * <p><b>Note: One execution.</b> All ranks run the same graph on memory that is laid out alike, so
 * the proof looks at one rank: its own shard of each bucket, the rest of the bucket, and whether
 * what lies there is the rank's alone or the same on all. It performs the tasks in one order and
 * checks at every access that the accesses it conflicts with come before it in <i>every</i> order
 * that the dependencies allow. So what holds in this order holds in all. It does so for 1, 2, 3 …
 * rounds until the memory after a round looks like the memory an earlier round left behind, and
 * with that for any number of rounds.
 */
@NullMarked
package io.weft.schedule.graph;

import org.jspecify.annotations.NullMarked;
