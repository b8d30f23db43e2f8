package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.Progress;
import io.weft.collective.World;
import io.weft.data.Position;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.schedule.DecoupledAllReduce;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bytes of training are counted by what they are for. */
class CountedBytesTest {
  private static final int RANKS = 2;
  private static final int STEPS = 4;

  @TempDir private Path folder;

  private interface Between {
    void work(Training training, long step);
  }

  /** What each rank has sent and received since training was opened. */
  private static Map<Integer, Traffic> counted(Between between) {
    var found = new ConcurrentHashMap<Integer, Traffic>();
    var settings =
        new Settings(
            new DecoupledAllReduce(), 64, 1, Quadrants.SGD, Quadrants.RATE, Optional.empty());
    World.spawn(
        RANKS,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            var before = communicator.traffic();
            for (long step = 1; step <= STEPS; step++) {
              training.round(false);
              between.work(training, step);
            }
            found.put(communicator.rank(), communicator.traffic().since(before));
          }
        });
    return found;
  }

  @Test
  void steps_send_the_same_whatever_is_saved_planned_and_reported_between_them() {
    var plain = counted((_, _) -> {});
    var checkpoints = Optional.of(new Checkpoints(folder, 1));
    var busy =
        counted(
            (training, step) -> {
              training.save(new Progress(step, 1, new Position(0, step), Map.of()), checkpoints);
              assertThat(training.measurements().averageLoss()).isFinite();
              assertThat(training.measurements().gatherTimes().rounds()).isEqualTo(1);
            });
    for (int rank = 0; rank < RANKS; rank++) {
      assertThat(busy.get(rank).of(Purpose.STEP)).isEqualTo(plain.get(rank).of(Purpose.STEP));
      assertThat(plain.get(rank).sent()).isEqualTo(plain.get(rank).of(Purpose.STEP).sent());
      assertThat(busy.get(rank).of(Purpose.REPORT).sent()).isPositive();
      assertThat(busy.get(rank).of(Purpose.CALL)).isEqualTo(Traffic.Bytes.NONE);
    }
    assertThat(busy.get(0).of(Purpose.CHECKPOINT).received()).isPositive();
  }

  @Test
  void moving_to_other_buckets_is_planning() {
    var moved =
        counted(
            (training, step) -> {
              if (step == STEPS) {
                training.useBuckets(1 << 20);
              }
            });
    assertThat(moved.get(0).of(Purpose.PLANNING).sent()).isPositive();
    assertThat(moved.get(0).of(Purpose.CALL)).isEqualTo(Traffic.Bytes.NONE);
    assertThat(moved.get(0).of(Purpose.STEP))
        .isEqualTo(counted((_, _) -> {}).get(0).of(Purpose.STEP));
  }
}
