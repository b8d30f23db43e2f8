package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.program.Topology;
import io.weft.measurement.Floor;
import io.weft.measurement.MemoryUse;
import io.weft.measurement.TrainingMeasurement;
import io.weft.measurement.Unloaded;
import io.weft.network.Purpose;
import io.weft.network.Traffic.Bytes;
import io.weft.run.RunTraffic;
import io.weft.trace.Overlap;
import io.weft.training.RoundTimes;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class BenchTrainTableTest {
  private static final TrainingMeasurement RESULT =
      new TrainingMeasurement(
          11_200_000,
          12.345,
          12_345,
          123_456,
          987_654_321,
          1.5,
          new RoundTimes(10, 12.3, 10, 10, new Overlap(9e9, 1e9, 2e9)),
          new Unloaded(1e8, 23.4, Map.of()),
          new Floor(10, 9.9),
          new MemoryUse(1L << 30, OptionalDouble.empty()),
          true,
          true);
  private static final RunTraffic TRAFFIC =
      new RunTraffic(
          Topology.hosts(2, 2),
          Map.of(Purpose.STEP, new Bytes(1L << 40, 1L << 40), Purpose.REPORT, new Bytes(512, 256)),
          List.of(new Bytes(1L << 40, 7), new Bytes(6, 1L << 40)));

  private final BenchTrainTable table = new BenchTrainTable("resnet18", 4, 64);

  @Test
  void every_table_fits_eighty_columns() {
    table.row("dear + error-feedback(qsgd(levels=4)) + ordered", RESULT, TRAFFIC);
    assertThat(table.title()).isEqualTo("resnet18, 4 ranks, 64 samples each in a step");
    assertThat(table.tables())
        .hasSize(3)
        .allSatisfy(each -> assertThat(each.lines(80)).allMatch(line -> line.length() <= 80));
  }

  @Test
  void bytes_are_told_apart_by_purpose_and_card() {
    table.row("dear", RESULT, TRAFFIC);
    assertThat(String.join("\n", table.tables().getLast().lines()))
        .contains("steps, busiest rank", "reports, busiest rank", "512 B", "256 B")
        .contains("network card of ranks [0, 1]", "network card of ranks [2, 3]")
        .contains("busiest network card");
  }
}
