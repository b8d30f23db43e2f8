/**
 * Bytes between two ranks.
 *
 * <p>Read in this order: {@link io.weft.network.Transport} (what a rank has), {@link
 * io.weft.network.Ticket} (what it presents to take part in an operation), {@link
 * io.weft.network.Channel} (its messages in that operation), {@link io.weft.network.Intake} (what
 * becomes of their bytes), {@link io.weft.network.LocalNetwork} (many ranks in one process), {@link
 * io.weft.network.Traffic} (what was sent and received, and what for).
 *
 * <p>Invariant: no call waits without a {@link io.weft.network.Deadline}, and every wait ends with
 * the bytes or with an exception that names the peer.
 */
@NullMarked
package io.weft.network;

import org.jspecify.annotations.NullMarked;
