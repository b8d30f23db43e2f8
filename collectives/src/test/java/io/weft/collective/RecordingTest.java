package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.MismatchException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
  @TempDir private Path folder;

  @Test
  void ranks_that_disagree_leave_a_recording_each() throws Exception {
    World.spawn(
        Options.oneHost(3).withRecordings(folder),
        3,
        communicator -> {
          communicator.using("ring").allReduce(Tensor.of(new float[9]), Reduction.SUM);
          assertThatThrownBy(
                  () -> {
                    var length = communicator.rank() == 2 ? 5 : 4;
                    communicator
                        .using("ring")
                        .allReduce(Tensor.of(new float[length]), Reduction.MAX);
                  })
              .isInstanceOf(MismatchException.class);
          assertThatThrownBy(communicator::barrier).isInstanceOf(MismatchException.class);
        });
    for (int rank = 0; rank < 3; rank++) {
      var name = "weft-operations-rank%d-%d.jsonl".formatted(rank, ProcessHandle.current().pid());
      var lines = Files.readAllLines(folder.resolve(name));
      assertThat(lines).hasSize(3);
      assertThat(lines.get(0)).contains("\"failure\":\"MismatchException: rank 2 does not do what");
      assertThat(lines.get(1))
          .contains("\"operation\":\"all-reduce #0 of ranks 0-2: sum of 9 fp32, ring\"")
          .contains("\"state\":\"done\"");
      assertThat(lines.get(2))
          .contains("all-reduce #1 of ranks 0-2: max of " + (rank == 2 ? 5 : 4) + " fp32, ring")
          .contains("\"state\":\"failed\"");
    }
  }

  @Test
  void what_goes_well_leaves_nothing() {
    World.spawn(Options.oneHost(2).withRecordings(folder), 2, Communicator::barrier);
    assertThat(folder).isEmptyDirectory();
  }
}
