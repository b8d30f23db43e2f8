/**
 * What is learnt from: samples by number, dealt to ranks and read ahead.
 *
 * <p>Read in this order: {@link io.weft.data.Dataset} (samples by number), {@link
 * io.weft.data.SampleShape} (the arrays of one), {@link io.weft.data.Sharding} (which rank gets
 * which of them in which step) after a {@link io.weft.data.Partition} (whether ranks learn from
 * samples alike), {@link io.weft.data.Prefetch} (batches in order, read by a thread of their own),
 * then one of the sets: {@link io.weft.data.TextWindows} of a {@link io.weft.data.Corpus}, {@link
 * io.weft.data.SyntheticImages}, {@link io.weft.data.IdxImages}, or those of the packages {@code
 * table} and {@code image}. {@link io.weft.data.PaddedImages} makes them fit, {@link
 * io.weft.data.NoisyLabels} makes them hard. {@link io.weft.data.SameData} refuses ranks that have
 * different ones.
 *
 * <p>Invariant: what a batch holds is a pure function of the data, the sharding, the rank and the
 * {@link io.weft.data.Position}. So is how many samples every other rank has at the time.
 */
@NullMarked
package io.weft.data;

import org.jspecify.annotations.NullMarked;
