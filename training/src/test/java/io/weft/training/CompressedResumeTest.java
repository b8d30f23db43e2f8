package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.collective.World;
import io.weft.data.Position;
import io.weft.optimizer.AdamW;
import io.weft.optimizer.Lion;
import io.weft.optimizer.Optimizer;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedResumeTest {
  @TempDir private Path folder;

  private void save(Training training) {
    long step = training.rounds();
    training.save(
        new Progress(step, 1, new Position(0, step), Map.of()),
        Optional.of(new Checkpoints(folder, 2)));
  }

  /** Trains up to a step, where a checkpoint is written, and from there on. */
  private List<float[]> straight(int ranks, Settings settings, long cut, long to) {
    var result = new ArrayList<float[]>();
    World.spawn(
        ranks,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            while (training.rounds() < to) {
              long next = training.rounds() + 1;
              training.round(next != cut && next != to);
              if (next == cut) {
                save(training);
              }
            }
            if (communicator.rank() == 0) {
              result.addAll(Quadrants.weights(training));
            }
          }
        });
    return result;
  }

  private List<float[]> resumed(int ranks, Settings settings, long to) {
    var result = new ArrayList<float[]>();
    var found = new Checkpoints(folder, 2).newest().checkpoint();
    World.spawn(
        ranks,
        communicator -> {
          try (var training = Quadrants.open(communicator, settings)) {
            training.restore(
                found.orElseThrow().progress().step(),
                communicator.rank() == 0 ? found : Optional.empty());
            while (training.rounds() < to) {
              training.round(training.rounds() < to - 1);
            }
            if (communicator.rank() == 0) {
              result.addAll(Quadrants.weights(training));
            }
          }
        });
    return result;
  }

  private static Optimizer optimizer(String line) {
    return line.contains("adam")
        ? new AdamW(0.9, 0.99, 1e-8, 0.01)
        : line.contains("lion") ? new Lion(0.9, 0.99, 0.01) : Quadrants.SGD;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dear(bucket=1KB) + top-k(0.1)",
        "wfbp + onebit",
        "dear + powersgd(rank=2)",
        "wfbp(bucket=1KB) + acp-sgd(rank=2)",
        "sharded(stage=2) + ef-sign",
        "sharded(stage=1) + top-k(0.2)",
        "dear + qsgd",
        "dear + signum",
        "wfbp + dgc(density=0.1)",
        "dear(bucket=1KB) + g-top-k(0.1)",
        "wfbp(bucket=1KB) + ok-top-k(0.1)",
        "dear + onebit-adam(freeze-step=4)",
        "wfbp + distributed-lion",
        "dear + distributed-lion(combine=mean)",
        "wfbp(bucket=1KB) + lion-cub(bits=3)"
      })
  void a_resumed_run_is_the_same_bit_for_bit(String line) {
    var settings = Quadrants.settings(line, optimizer(line), Quadrants.RATE);
    var straight = straight(3, settings, 7, 15);
    assertThat(resumed(3, settings, 15)).usingRecursiveComparison().isEqualTo(straight);
  }

  /** Of the tensors only the largest is compressed, and no part of it is in one of the chunks. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "wfbp(bucket=16KB) + dense-below(1KB, per-tensor(ef-sign))",
        "dear(bucket=16KB) + dense-below(1KB, per-tensor(top-k(0.1)))"
      })
  void a_rank_whose_chunk_stays_dense_takes_part(String line) {
    var settings = Quadrants.settings(line, Quadrants.SGD, Quadrants.RATE);
    var straight = straight(4, settings, 7, 15);
    assertThat(resumed(4, settings, 15)).usingRecursiveComparison().isEqualTo(straight);
  }

  @Test
  void other_numbers_of_ranks_go_on_with_what_was_not_sent() {
    var settings = Quadrants.settings("dear + top-k(0.05)", Quadrants.SGD, Quadrants.RATE);
    straight(4, settings, 6, 7);
    var before = written();
    resumed(3, settings, 6); // restores and saves nothing
    World.spawn(
        3,
        communicator -> {
          var found = new Checkpoints(folder, 2).newest().checkpoint();
          try (var training = Quadrants.open(communicator, settings)) {
            training.restore(6, communicator.rank() == 0 ? found : Optional.empty());
            save(training);
          }
        });
    var after = written();
    assertThat(after.keySet()).isEqualTo(before.keySet());
    before.forEach(
        (name, sum) -> {
          var found = after.getOrDefault(name, new double[0]);
          for (int i = 0; i < sum.length; i++) {
            assertThat(found[i]).as(name).isCloseTo(sum[i], offset(sum[i]));
          }
        });
    assertThat(before.keySet()).anyMatch(name -> name.contains("sum-residual"));
  }

  @Test
  void what_all_ranks_remember_alike_is_refused_in_numbers_of_another_type() {
    var settings = Quadrants.settings("dear + powersgd(rank=2)", Quadrants.SGD, Quadrants.RATE);
    straight(2, settings, 3, 4);
    var checkpoints = new Checkpoints(folder, 2);
    var whole = checkpoints.newest().checkpoint().orElseThrow();
    var files = new HashMap<String, List<NamedTensor>>();
    whole.files().forEach(file -> files.put(file, whole.read(file, Arena.ofAuto())));
    files.computeIfPresent(
        CompressionSnapshot.FILE,
        (_, tensors) -> tensors.stream().map(CompressedResumeTest::withLongs).toList());
    checkpoints.save(whole.progress(), files);
    assertThatThrownBy(() -> resumed(2, settings, 4))
        .cause()
        .isInstanceOf(CheckpointException.class)
        .hasMessageMatching(
            "compression.safetensors holds bucket-\\d+/.* in int64, and fp32 is needed: .*");
  }

  /** What all ranks remember alike stands under the number of its bucket. */
  private static NamedTensor withLongs(NamedTensor tensor) {
    var longs = new long[Math.toIntExact(tensor.tensor().count())];
    return tensor.name().startsWith("bucket-")
        ? new NamedTensor(tensor.name(), tensor.shape(), Tensor.of(longs))
        : tensor;
  }

  private static Offset<Double> offset(double about) {
    return Offset.offset(1e-6 * Math.max(1, Math.abs(about)));
  }

  /** What all ranks together remember of each parameter. */
  private Map<String, double[]> written() {
    var sums = new TreeMap<String, double[]>();
    try (var arena = Arena.ofShared()) {
      var checkpoint = new Checkpoints(folder, 2).newest().checkpoint().orElseThrow();
      for (var tensor : checkpoint.read(CompressionSnapshot.FILE, arena)) {
        var numbers = tensor.tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
        var sum =
            sums.computeIfAbsent(
                tensor.name().replaceAll("/rank-\\d+$", ""), _ -> new double[numbers.length]);
        IntStream.range(0, numbers.length).forEach(i -> sum[i] += numbers[i]);
      }
    }
    return sums;
  }
}
