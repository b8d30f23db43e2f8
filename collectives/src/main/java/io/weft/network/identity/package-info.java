/**
 * Who am I: which rank of how many this process is, and where rank 0 waits for it.
 *
 * <p>Read in this order: {@link io.weft.network.identity.RankIdentity} (the answer), {@link
 * io.weft.network.identity.RankSource} (who can give it, first match wins), {@link
 * io.weft.network.identity.Claim} (what one source says), {@link io.weft.network.identity.Claims}
 * (how each source is read).
 *
 * <p>Invariant: an identity is a function of a map of variables and the given flags; whatever they
 * leave open or contradict is an {@link java.lang.IllegalArgumentException} that names the variable
 * to set, and nothing is ever assumed, least of all a master on this machine.
 */
@NullMarked
package io.weft.network.identity;

import org.jspecify.annotations.NullMarked;
