/**
 * In what form a bucket travels: what ranks encode, send, transform and decode until each has what
 * it needs.
 *
 * <p>Read in this order: {@link io.weft.compression.Exchange} (the whole chain for one bucket),
 * {@link io.weft.compression.ExchangeStep} (its links), {@link io.weft.compression.Payload} and
 * {@link io.weft.compression.Size} (how much a link sends), {@link io.weft.compression.Holding}
 * (who knows what). {@link io.weft.compression.Compression} says which {@link
 * io.weft.compression.Coding} encodes what, and when; the codecs themselves are in the packages
 * below.
 *
 * <p>Invariant: whatever the ranks do together depends only on values that all of them hold alike
 * by then. An exchange that breaks this cannot be made.
 */
@NullMarked
package io.weft.compression;

import org.jspecify.annotations.NullMarked;
