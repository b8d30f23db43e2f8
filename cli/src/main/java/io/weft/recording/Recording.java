package io.weft.recording;

import io.weft.recorder.Recorder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one rank did last before something failed.
 *
 * @param source the file, as it was named
 * @param ranks how many ranks there were
 * @param operations oldest first
 */
public record Recording(
    String source,
    int rank,
    int ranks,
    String host,
    String version,
    Instant started,
    String failure,
    List<RecordedOperation> operations) {
  public Recording {
    operations = List.copyOf(operations);
  }

  Optional<RecordedOperation> find(OperationKey key) {
    return operations.stream().filter(operation -> operation.key().equals(key)).findFirst();
  }

  /** Whether an operation that is not recorded here may have been forgotten. */
  boolean mayHaveForgotten(OperationKey key, Instant began) {
    return operations.stream().anyMatch(later -> key.precedes(later.key()))
        || (operations.size() >= Recorder.CAPACITY
            && began.isBefore(operations.getFirst().began()));
  }
}
