/**
 * Connections between two ranks: how they are made, proved and protected, not what they are for.
 *
 * <p>Read in this order: {@link io.weft.network.socket.Connection} (what others use), {@link
 * io.weft.network.socket.Endpoint} (what the connections of a rank share while they come to be),
 * {@link io.weft.network.socket.Dialer} and {@link io.weft.network.socket.Doorkeeper} (the two
 * sides of a new connection), {@link io.weft.network.socket.Wire} (a connection while ranks still
 * talk in frames), {@link io.weft.network.socket.Tls} (what protects the bytes, if anything does).
 *
 * <p>Invariant: nobody gets a connection on which the {@link io.weft.network.handshake.Handshake}
 * has not succeeded, and nothing waits for a peer without a deadline until it has.
 *
 * <p>Note "Platform threads": connections are made on platform threads, although few bytes are
 * said. A socket that a virtual thread has once used stays non-blocking underneath for good, and
 * every later read of data that must wait would cost two more system calls.
 */
@NullMarked
package io.weft.network.socket;

import org.jspecify.annotations.NullMarked;
