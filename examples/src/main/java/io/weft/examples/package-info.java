/**
 * Small programs to read from beginning to end.
 *
 * <p>Read in this order: {@link io.weft.examples.AverageGradients} (many ranks and one all-reduce),
 * {@link io.weft.examples.AverageAcrossProcesses} (the same, each rank a process), {@link
 * io.weft.examples.Star} (an algorithm of one's own, in one file), {@link
 * io.weft.examples.OwnAlgorithm} (that algorithm proved, priced and run), {@link
 * io.weft.examples.TrainAlone} and {@link io.weft.examples.TrainTogether} (training in one process,
 * and what changes with many), {@link io.weft.examples.OwnBlocks} and {@link
 * io.weft.examples.OwnScript} (networks that you have already: of DJL, and of Python), {@link
 * io.weft.examples.DjlAlone} and {@link io.weft.examples.DjlTogether} (a program of DJL, and what
 * changes with many ranks).
 *
 * <p>Invariant: what README.md and CONTRIBUTING.md show of these programs is the file itself; a
 * test compares them.
 */
@NullMarked
package io.weft.examples;

import org.jspecify.annotations.NullMarked;
