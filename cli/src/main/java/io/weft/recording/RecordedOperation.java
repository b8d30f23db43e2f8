package io.weft.recording;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One operation of one rank.
 *
 * @param words what it was, with all that the fingerprint is made of
 * @param members the ranks that took part
 * @param nanos how long it took; none if it had not ended
 */
public record RecordedOperation(
    OperationKey key,
    String words,
    String fingerprint,
    List<Integer> members,
    State state,
    Instant began,
    Optional<Long> nanos) {
  /** How far it had come. */
  public enum State {
    RUNNING,
    DONE,
    FAILED
  }

  public RecordedOperation {
    members = List.copyOf(members);
  }

  boolean isDone() {
    return state == State.DONE;
  }
}
