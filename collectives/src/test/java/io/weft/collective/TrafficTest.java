package io.weft.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.Traffic.Bytes;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What ranks in one process count. */
class TrafficTest {
  private static final int RANKS = 3;

  private static void sum(Communicator communicator, int count) {
    communicator.using("ring").allReduce(Tensor.of(new float[count]), Reduction.SUM);
  }

  private static Map<Integer, Traffic> counted(World.Body body) {
    var found = new ConcurrentHashMap<Integer, Traffic>();
    World.spawn(
        RANKS,
        communicator -> {
          body.run(communicator);
          found.put(communicator.rank(), communicator.traffic());
        });
    return found;
  }

  @Test
  void bytes_are_counted_by_what_they_are_for_and_both_ways() {
    var found =
        counted(
            communicator -> {
              sum(communicator, 3);
              sum(communicator.counting(Purpose.CHECKPOINT), 30);
              sum(communicator.counting(Purpose.PLANNING), 300);
              sum(communicator.counting(Purpose.REPORT), 3000);
              communicator
                  .start(new OperationKey(0, 0, 1), 0, own -> sum(own, 30_000))
                  .await(Duration.ofSeconds(30));
              sum(communicator, 3);
            });
    // Two thirds of the data, twice, of four bytes each.
    for (var traffic : found.values()) {
      assertThat(traffic.of(Purpose.CALL)).isEqualTo(new Bytes(32, 32));
      assertThat(traffic.of(Purpose.CHECKPOINT)).isEqualTo(new Bytes(160, 160));
      assertThat(traffic.of(Purpose.PLANNING)).isEqualTo(new Bytes(1600, 1600));
      assertThat(traffic.of(Purpose.REPORT)).isEqualTo(new Bytes(16_000, 16_000));
      assertThat(traffic.of(Purpose.STEP)).isEqualTo(new Bytes(160_000, 160_000));
      assertThat(traffic.sent()).isEqualTo(177_792);
    }
  }

  @Test
  void a_group_is_for_what_the_communicator_is_for_that_made_it() {
    var found =
        counted(communicator -> sum(communicator.counting(Purpose.REPORT).group(0, 1, 2), 30));
    assertThat(found.values())
        .allSatisfy(each -> assertThat(each.of(Purpose.REPORT)).isEqualTo(new Bytes(160, 160)));
  }

  @Test
  void who_only_receives_has_sent_nothing() {
    var found =
        counted(
            communicator ->
                communicator.using("binomial-tree").broadcast(Tensor.of(new byte[1000]), 0));
    assertThat(found.get(0).of(Purpose.CALL)).isEqualTo(new Bytes(2000, 0));
    assertThat(found.get(1).of(Purpose.CALL)).isEqualTo(new Bytes(0, 1000));
  }
}
