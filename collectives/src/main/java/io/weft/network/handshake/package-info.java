/**
 * Two processes prove to each other that they belong to one job, before either believes a word.
 *
 * <p>Read in this order: {@link io.weft.network.handshake.Handshake} (the conversation), {@link
 * io.weft.network.handshake.Hello} (what each side claims), {@link io.weft.network.handshake.Token}
 * (the secret that proves it), {@link io.weft.network.handshake.Frame} (what may be said
 * afterwards).
 *
 * <p>Invariant: until a peer has proved that it knows the token, it is answered with bytes of fixed
 * length only, and nothing that it sends decides how much memory is taken. The layout of {@code
 * Hello} and of {@code Frame.Refused} is the same in all protocol versions, so that two versions
 * can tell each other that they differ.
 *
 * <p>What is not protected: after the handshake the bytes are neither encrypted nor signed, so a
 * party that can rewrite packets on the way can still change them. Where that matters, all of it
 * runs inside TLS, to which the proofs are then tied.
 */
@NullMarked
package io.weft.network.handshake;

import org.jspecify.annotations.NullMarked;
