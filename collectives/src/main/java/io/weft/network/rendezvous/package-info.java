/**
 * Ranks of different processes meet and end up with connections for each pair.
 *
 * <p>Read in this order: {@link io.weft.network.rendezvous.Rendezvous} (the way in), {@link
 * io.weft.network.rendezvous.RendezvousOptions} (what a rank must know), {@code Master} (rank 0:
 * waits, compares, hands out the table), {@code Member} (every other rank: registers), {@code
 * Pairing} (both: connects with the others), {@link io.weft.network.rendezvous.Mesh} (the result).
 *
 * <p>Invariant: each meeting has one thread that decides, which is the caller's and never waits
 * without a deadline; all other threads only turn sockets into {@code Event}s, and end with the
 * meeting. A connection is believed only after its {@link io.weft.network.handshake.Handshake}; how
 * it is made is the business of {@link io.weft.network.socket}.
 *
 * <p>Note "All or none": the master lets the ranks go only after each has said that it is connected
 * with all others. A rank that dies after that is the business of whoever uses the mesh.
 */
@NullMarked
package io.weft.network.rendezvous;

import org.jspecify.annotations.NullMarked;
