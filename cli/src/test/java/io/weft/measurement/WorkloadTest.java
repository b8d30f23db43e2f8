package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.World;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A count of wrong elements is worth something only if it is not always zero. */
class WorkloadTest {
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BARRIER")
  void an_operation_that_was_not_done_shows(Operation operation) {
    assertThat(wrong(operation, false)).isPositive();
    assertThat(wrong(operation, true)).isZero();
  }

  private static long wrong(Operation operation, boolean done) {
    var total = new AtomicLong();
    World.spawn(
        3,
        communicator -> {
          try (var arena = Arena.ofShared()) {
            var workload =
                new Workload(
                    communicator,
                    operation,
                    Reduction.SUM,
                    300,
                    count -> BufferSource.OWN.tensor(communicator, ElementType.FP32, count, arena));
            workload.fill();
            if (done) {
              workload.operate();
            }
            total.addAndGet(workload.wrong());
            communicator.barrier();
          }
        });
    return total.get();
  }
}
