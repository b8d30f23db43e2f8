/**
 * Do these machines reach one another? Each runs a doctor; every doctor calls every other one, and
 * in the end all tell each other whom they reached, so that a firewall that lets only one direction
 * through shows on both sides.
 *
 * <p>Read in this order: {@link io.weft.diagnosis.peer.Consultation} (the meeting), {@link
 * io.weft.diagnosis.peer.Talk} (what is said on one connection), {@link
 * io.weft.diagnosis.peer.Reachability} (what follows from all reports), {@link
 * io.weft.diagnosis.peer.PeerCheckup} (the findings).
 *
 * <p>Invariant: nothing that a peer says is read before its handshake has proved the token, and
 * then only as many bytes as were agreed; every wait ends with the consultation, whose end is the
 * timeout of the doctor that was started last.
 */
@NullMarked
package io.weft.diagnosis.peer;

import org.jspecify.annotations.NullMarked;
