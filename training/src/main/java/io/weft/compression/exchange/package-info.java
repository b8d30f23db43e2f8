/**
 * Compressed gradients between ranks: who sends which payloads to whom, and what is added where.
 *
 * <p>Read in this order: {@link io.weft.compression.exchange.Exchanger} (one rank's part in the
 * exchanges of a bucket, whole or in halves), {@link io.weft.compression.exchange.Exchangers}
 * (which one is used, by what the codec admits and by cost), then the ways there are: {@code Added}
 * (payloads are added on the way), {@code Gathered} (everybody decodes everything), {@code Chunked}
 * (each rank sums a chunk and encodes the sum again), {@code Voted} (majorities of signs), {@code
 * Counted} (sums of small whole numbers), {@code Phased} (codecs whose ranks encode together),
 * {@code PairMerged} and {@code RegionMerged} (lists of the largest numbers are merged on the way,
 * and what falls out stays with its rank). {@code Refusals} are numbers that could not be encoded.
 *
 * <p>Invariant: after an exchange all ranks hold the same numbers, bit for bit, since all decode
 * the same payloads in the same order.
 */
@NullMarked
package io.weft.compression.exchange;

import org.jspecify.annotations.NullMarked;
