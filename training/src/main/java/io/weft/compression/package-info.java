/**
 * What travels in place of gradients: how a run compresses, as a value.
 *
 * <p>Read in this order: {@link io.weft.compression.Compression} (what is compressed, and when it
 * is not), {@link io.weft.compression.Coding} (by whom: each rank by itself, ranks together, sums
 * of small whole numbers, or lists that are merged on the way). The codecs are in the packages
 * below; what ranks do with them is in {@link io.weft.compression.exchange}.
 *
 * <p>Invariant: values that know neither ranks nor memory; all ranks make the same of them.
 */
@NullMarked
package io.weft.compression;

import org.jspecify.annotations.NullMarked;
