package io.weft.flow;

import io.weft.network.Ticket;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one operation with one peer: what this rank has started, and what came before it
 * did. Guarded by the lock of the pair.
 */
final class Strand {
  /** What this rank thinks the operation is; absent until it begins it. */
  @Nullable Ticket ticket;

  /** What the peer thinks it is, if the peer came first. */
  long peerFingerprint;

  int sendsStarted;
  int receivesStarted;

  /** Messages out that wait for credit, by number. */
  final Map<Integer, Message> uncredited = new HashMap<>();

  /** Credit that came before its message was started, by number; how long it is to be. */
  final Map<Integer, Long> credits = new HashMap<>();

  /** Messages in that have been asked for and have not arrived, by number. */
  final Map<Integer, Message> expected = new HashMap<>();

  /** Small messages that came before they were asked for, by number. */
  final Map<Integer, byte[]> early = new HashMap<>();

  /** Numbers of messages whose sender asks for credit. */
  final Set<Integer> requests = new HashSet<>();

  int signalsEarly;

  /** Those that wait for a signal, in order. */
  final ArrayDeque<Message> signalsExpected = new ArrayDeque<>();

  /** What the peer has said that this rank has not come to, and the operation itself. */
  int ahead() {
    return 1 + credits.size() + early.size() + requests.size();
  }
}
