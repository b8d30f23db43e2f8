package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The master's last word when the meeting has failed. It waits, for a moment, until everybody has
 * heard it; unless the time was up anyway, ranks that come within that moment hear it too.
 */
final class Farewell {
  /** How long ranks that start late are still told, so that they need not wait in vain. */
  private static final Duration LINGER = Duration.ofSeconds(5);

  private final Meeting meeting;
  private final Frame.Refused refused;
  private final Deadline grace;
  private final Set<Integer> told;
  private final Set<Conversation> listening = new HashSet<>();

  /**
   * The word to say.
   *
   * @param came ranks that need not be waited for
   */
  Farewell(Meeting meeting, Frame.Refused refused, Set<Integer> came) {
    this.meeting = meeting;
    this.refused = refused;
    this.told = new HashSet<>(came);
    this.grace = Meeting.within(expectsMore() ? LINGER : Meeting.GRACE);
  }

  void tell(Map<Conversation, Integer> audience) {
    audience.forEach(this::tell);
    try {
      while (!isDone()) {
        var event = meeting.next(grace);
        if (event.isEmpty()) {
          return;
        }
        hear(event.get());
      }
    } catch (RefusedException e) {
      return; // Interrupted: the sockets close now, and the ranks see that.
    }
  }

  private void hear(Event event) {
    switch (event) {
      case Event.Arrived(var hello, _, var from) -> tell(from, hello.rank());
      case Event.Differs(var hello, _, var from) -> tell(from, hello.rank());
      case Event.Left(var from) -> listening.remove(from);
      case Event.Came _,
          Event.Withdrew _,
          Event.Said _,
          Event.Paired _,
          Event.Unreachable _ -> {} // Too late to matter.
    }
  }

  private void tell(Conversation to, int rank) {
    told.add(rank);
    listening.add(to);
    to.postLast(refused);
    meeting.threads().execute(() -> meeting.drain(to, grace));
  }

  private boolean isDone() {
    return listening.isEmpty() && !expectsMore();
  }

  private boolean expectsMore() {
    boolean isTimeout = refused.reason() == Frame.Reason.TIMEOUT;
    return !isTimeout && told.size() < meeting.world();
  }
}
