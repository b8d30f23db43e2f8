/**
 * The contract of compressors: numbers to bytes and back, with what is remembered in between.
 *
 * <p>Read in this order: {@link io.weft.compression.codec.Codec} (a compressor as a value), {@link
 * io.weft.compression.codec.Coder} (the same at work on one bucket), {@link
 * io.weft.compression.codec.Moment} (where in the run, and hence which random numbers), {@link
 * io.weft.compression.codec.Promise} and {@link io.weft.compression.codec.Combining} (what may be
 * relied upon). A compressor whose ranks must add something up before they know what to send next
 * is a {@link io.weft.compression.codec.JointCodec}.
 *
 * <p>Invariant: what a payload decodes to depends on its bytes and on the moment's seed, step and
 * stage only; so all ranks decode the same numbers, bit for bit. Payloads are in the byte order of
 * the machine, which is little-endian on all that Weft runs on.
 */
@NullMarked
package io.weft.compression.codec;

import org.jspecify.annotations.NullMarked;
