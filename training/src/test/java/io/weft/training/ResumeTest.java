package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.CheckpointWriter;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.collective.Communicator;
import io.weft.collective.RankFailedException;
import io.weft.collective.World;
import io.weft.data.Position;
import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Optimizer;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.schedule.Schedule;
import io.weft.schedule.WaitFreeBackpropagation;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
  /** Samples of a step, dealt out alike to 1, 2, 3 and 4 ranks. */
  private static final int SAMPLES = 12;

  private static final Rate RATE = new Rate.WarmUp(new Rate.Constant(0.02), 0.1, 8);
  private static final Optimizer MOMENTUM = new Sgd(0.9, true, 1e-4);
  private static final Optimizer ADAM = new Adam(0.9, 0.999, 1e-8, 0);

  @TempDir private Path folder;

  private static Model network() {
    return new Observing(new PlainNetwork(7, 6, 9, 5, 4));
  }

  private static Settings settings(Schedule schedule, long bucketBytes, Optimizer optimizer) {
    return new Settings(schedule, bucketBytes, 1, optimizer, RATE, Optional.empty());
  }

  private static Feed feed(Communicator communicator) {
    return (step, _) -> {
      int each = SAMPLES / communicator.ranks();
      var inputs = new ArrayList<Float>();
      var labels = new long[each];
      for (int i = 0; i < each; i++) {
        var random = new Random(step * 100 + (long) communicator.rank() * each + i);
        IntStream.range(0, 6).forEach(_ -> inputs.add((float) random.nextGaussian()));
        labels[i] = random.nextInt(4);
      }
      var values = new float[inputs.size()];
      IntStream.range(0, values.length).forEach(i -> values[i] = inputs.get(i));
      var batch = new Batch(Tensor.of(values), List.of(6L), Tensor.of(labels), each);
      return new Feed.Portion(batch, 1.0 / communicator.ranks());
    };
  }

  /** An empty place for checkpoints. */
  private Path fresh() {
    return folder.resolve("next");
  }

  /** One run from a step to another: from a checkpoint if there is one, with one at its end. */
  private List<float[]> train(int ranks, Settings settings, Supplier<Model> model, long to) {
    var results = new ArrayList<List<float[]>>();
    IntStream.range(0, ranks).forEach(_ -> results.add(List.of()));
    var checkpoints = new Checkpoints(folder, 2);
    Optional<Checkpoint> found = checkpoints.newest().checkpoint();
    World.spawn(
        ranks,
        communicator -> {
          try (var training =
              Training.open(model.get(), communicator, settings, feed(communicator))) {
            found.ifPresent(
                from ->
                    training.restore(
                        from.progress().step(),
                        communicator.rank() == 0 ? found : Optional.empty()));
            while (training.rounds() < to) {
              training.round(training.rounds() < to - 1);
            }
            training.save(progress(to), Optional.of(checkpoints));
            results.set(communicator.rank(), state(training));
          }
        });
    for (var result : results) {
      assertThat(result).usingRecursiveComparison().isEqualTo(results.getFirst());
    }
    return results.getFirst();
  }

  /** With an optimizer that remembers, and buffers. */
  @Test
  void what_is_saved_behind_training_is_the_state_when_it_was_taken() {
    var now = new Checkpoints(folder.resolve("now"), 1);
    var behind = new Checkpoints(folder.resolve("behind"), 1);
    var settings = settings(new DecoupledAllReduce(), 200, ADAM);
    World.spawn(
        2,
        communicator -> {
          try (var writer = new CheckpointWriter(behind, (_, why) -> Assertions.fail(why));
              var training = Training.open(network(), communicator, settings, feed(communicator))) {
            training.round(true);
            training.round(false);
            training.save(progress(2), Optional.of(now));
            training.saveBehind(progress(2), Optional.of(writer));
            IntStream.range(0, 20).forEach(step -> training.round(step < 19));
          }
        });
    for (var file : List.of("model.safetensors", "optimizer.safetensors", "manifest.json")) {
      assertThat(folder.resolve("behind/step-2").resolve(file))
          .hasSameBinaryContentAs(folder.resolve("now/step-2").resolve(file));
    }
  }

  private static Progress progress(long step) {
    return new Progress(step, 1, new Position(0, step), Map.of());
  }

  private List<float[]> train(int ranks, Settings settings, long to) {
    return train(ranks, settings, ResumeTest::network, to);
  }

  /** A run that is cut nowhere but has written the same checkpoint on its way. */
  private List<float[]> straight(int ranks, Settings settings, long cut, long to) {
    var result = new ArrayList<float[]>();
    var elsewhere = new Checkpoints(folder.resolve("straight"), 1);
    World.spawn(
        ranks,
        communicator -> {
          try (var training =
              Training.open(network(), communicator, settings, feed(communicator))) {
            while (training.rounds() < to) {
              long next = training.rounds() + 1;
              training.round(next != cut && next != to);
              if (next == cut || next == to) {
                training.save(progress(next), Optional.of(elsewhere));
              }
            }
            if (communicator.rank() == 0) {
              result.addAll(state(training));
            }
          }
        });
    return result;
  }

  private static List<float[]> state(Training training) {
    var memory = training.memory();
    var state = new ArrayList<float[]>();
    for (int index = 0; index < memory.plan().parameters().size(); index++) {
      state.add(memory.parameter(index).segment().toArray(ValueLayout.JAVA_FLOAT));
    }
    state.add(memory.buffer(0).segment().toArray(ValueLayout.JAVA_FLOAT));
    return state;
  }

  @Test
  void a_run_that_is_cut_ends_with_the_bits_of_one_that_is_not() {
    for (int ranks = 1; ranks <= 4; ranks++) {
      for (var optimizer : List.of(MOMENTUM, ADAM)) {
        for (var schedule : List.of(new DecoupledAllReduce(), new WaitFreeBackpropagation())) {
          var settings = settings(schedule, 200, optimizer);
          var expected = straight(ranks, settings, 5, 10);
          folder = fresh();
          var atCut = train(ranks, settings, 5);
          var found = train(ranks, settings, 10);
          assertThat(found)
              .as("%s, %s, %d ranks", schedule.name(), optimizer, ranks)
              .usingRecursiveComparison()
              .isEqualTo(expected);
          assertThat(found.getFirst()).isNotEqualTo(atCut.getFirst());
        }
      }
    }
  }

  @Test
  void ranks_and_buckets_and_schedules_may_change_from_run_to_run() {
    for (var optimizer : List.of(MOMENTUM, ADAM)) {
      var whole = settings(new WaitFreeBackpropagation(), 1 << 20, optimizer);
      var expected = straight(1, whole, 4, 12);
      folder = fresh();
      train(4, settings(new DecoupledAllReduce(), 200, optimizer), 4);
      train(2, settings(new WaitFreeBackpropagation(), 0, optimizer), 8);
      var found = train(3, settings(new DecoupledAllReduce(), 1 << 20, optimizer), 12);
      assertThat(distance(found, expected)).as("%s", optimizer).isLessThan(1e-5);
    }
  }

  private static double distance(List<float[]> found, List<float[]> expected) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.size(); i++) {
      for (int j = 0; j < expected.get(i).length; j++) {
        difference += Math.pow(found.get(i)[j] - expected.get(i)[j], 2);
        norm += Math.pow(expected.get(i)[j], 2);
      }
    }
    return Math.sqrt(difference / norm);
  }

  @Test
  void a_checkpoint_of_something_else_is_refused_and_kept() {
    var settings = settings(new WaitFreeBackpropagation(), 200, MOMENTUM);
    train(2, settings, 3);
    Supplier<Model> wider = () -> new Observing(new PlainNetwork(7, 6, 10, 5, 4));
    Supplier<Model> deeper = () -> new Observing(new PlainNetwork(7, 6, 9, 5, 4, 4));
    Supplier<Model> shallower = () -> new Observing(new PlainNetwork(7, 6, 9, 5));
    assertRefused(settings, wider, "\"0.weight\" being of shape [9, 6] and not [10, 6]");
    assertRefused(settings, deeper, "another model, without \"3.weight\": resume with the model");
    assertRefused(settings, shallower, "another model, with \"2.weight\": resume with the model");
    var adam = settings(new WaitFreeBackpropagation(), 200, ADAM);
    assertRefused(adam, ResumeTest::network, "optimizer, without \"0.weight/mean\": resume with");
    var lars =
        settings(new WaitFreeBackpropagation(), 200, new Lars(0.9, 0, 0.001, Exempt.VECTORS));
    assertThat(train(1, lars, 4)).isNotEmpty(); // which remembers the same as momentum does
  }

  private void assertRefused(Settings settings, Supplier<Model> model, String sentence) {
    assertThatThrownBy(() -> train(1, settings, model, 6))
        .isInstanceOf(RankFailedException.class)
        .cause()
        .isInstanceOf(CheckpointException.class)
        .hasMessageContaining(sentence)
        .hasMessageContaining("step-3");
    assertThat(new Checkpoints(folder, 2).newest().checkpoint().orElseThrow().progress().step())
        .isEqualTo(3);
  }

  @Test
  void numbers_of_another_type_are_refused() {
    var settings = settings(new WaitFreeBackpropagation(), 200, MOMENTUM);
    train(1, settings, 3);
    var whole = new Checkpoints(folder, 2).newest().checkpoint().orElseThrow();
    var files = new HashMap<String, List<NamedTensor>>();
    for (var file : whole.files()) {
      files.put(file, whole.read(file, Arena.ofAuto()));
    }
    files.computeIfPresent(
        "model.safetensors",
        (_, tensors) ->
            tensors.stream()
                .map(it -> new NamedTensor(it.name(), it.shape(), longs(it.tensor().count())))
                .toList());
    new Checkpoints(folder, 2).save(progress(3), files);
    assertRefused(settings, ResumeTest::network, "being of type int64 and not fp32");
  }

  private static Tensor longs(long count) {
    return Tensor.of(new long[Math.toIntExact(count)]);
  }

  @Test
  void a_step_that_has_not_been_made_is_not_saved() {
    World.spawn(
        1,
        communicator -> {
          var settings = settings(new WaitFreeBackpropagation(), 0, MOMENTUM);
          try (var training =
              Training.open(network(), communicator, settings, feed(communicator))) {
            training.round(false);
            assertThatThrownBy(() -> training.save(progress(2), Optional.empty()))
                .hasMessage("step 2 is to be saved after 1 rounds: save what has been done");
          }
        });
  }
}
