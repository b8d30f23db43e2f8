package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.checkpoint.CheckpointException;
import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.data.Dataset;
import io.weft.data.SyntheticImages;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Rate;
import io.weft.training.Loaded;
import io.weft.training.OnlyRank;
import io.weft.training.PlainNetwork;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainerTest {
  private static final int RANKS = 3;

  /** Thirteen steps of an epoch with batches of 5 among three ranks, the last one smaller. */
  private static final Dataset DATA =
      new SyntheticImages(190, new SyntheticImages.Size(1, 3, 3), 4, 5);

  @TempDir private Path folder;

  private static PlainNetwork network() {
    return new PlainNetwork(7, 9, 12, 4);
  }

  private static Trainer trainer(PlainNetwork model, Communicator communicator) {
    return Trainer.of(model, communicator)
        .data(DATA, 5)
        .strategy("dear")
        .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.01));
  }

  /** What each of some ranks came to, and its weights, when all did as the settings say. */
  private record Come(Result result, List<float[]> weights) {}

  private interface Setting {
    Trainer of(Trainer trainer, int rank);
  }

  private static Map<Integer, Come> train(int ranks, Setting setting) {
    var come = new ConcurrentHashMap<Integer, Come>();
    World.spawn(
        ranks,
        communicator -> {
          try (var model = network()) {
            var result = setting.of(trainer(model, communicator), communicator.rank()).run();
            come.put(communicator.rank(), new Come(result, model.weights()));
          }
        });
    for (var own : come.values()) {
      assertThat(own).usingRecursiveComparison().isEqualTo(come.get(0));
    }
    return come;
  }

  private static Come train(Setting setting) {
    return train(RANKS, setting).getOrDefault(0, new Come(none(), List.of()));
  }

  private static Result none() {
    return new Result(
        0, 0, Double.NaN, Ending.ASKED, Optional.empty(), Optional.empty(), Optional.empty());
  }

  private List<String> checkpoints(String run) {
    var names = folder.resolve(run).resolve("checkpoints").toFile().list();
    return names == null ? List.of() : List.of(names).stream().sorted().toList();
  }

  @Test
  void all_ranks_end_with_a_model_that_has_learnt() {
    var losses = Collections.synchronizedList(new ArrayList<Double>());
    var come =
        train(
            (trainer, rank) ->
                trainer
                    .epochs(8)
                    .reporting(new Reporting.Every(1))
                    .listener(Listener.of(rank == 0 ? it -> losses.add(it.loss()) : it -> {})));
    assertThat(come.result().steps()).isEqualTo(8 * 13).isEqualTo(losses.size());
    assertThat(come.result().ending()).isEqualTo(Ending.COMPLETE);
    assertThat(come.result().loss()).isLessThan(losses.getFirst() / 2).isEqualTo(losses.getLast());
  }

  @Test
  void a_run_that_was_cut_goes_on_to_the_same_weights() {
    Interval every = Interval.steps(4);
    var whole =
        train((it, _) -> it.steps(10).folder(folder.resolve("whole")).checkpoints(every, 2));
    train((it, _) -> it.steps(7).folder(folder.resolve("cut")).checkpoints(every, 2));
    var rest =
        train(
            (it, _) ->
                it.steps(10)
                    .folder(folder.resolve("rest"))
                    .checkpoints(every, 2)
                    .resume(folder.resolve("cut")));
    assertThat(rest.weights()).usingRecursiveComparison().isEqualTo(whole.weights());
    assertThat(rest.result().first()).isEqualTo(7);
    assertThat(checkpoints("whole")).containsExactly("step-10", "step-8");
    assertThat(checkpoints("rest")).containsExactly("step-10", "step-8");
  }

  @Test
  void weights_of_a_file_are_what_training_begins_with_on_all_ranks() {
    var seen = new ArrayList<Loaded>();
    var first = train((it, _) -> it.steps(3).folder(folder).checkpoints(Interval.never(), 1));
    var file = folder.resolve("checkpoints/step-3/model.safetensors");
    var begun =
        train(
            (it, _) ->
                it.steps(1)
                    .weights(file)
                    .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0))
                    .listener(
                        new Listener() {
                          @Override
                          public void loaded(Loaded loaded) {
                            seen.add(loaded);
                          }
                        }));
    assertThat(begun.weights()).usingRecursiveComparison().isEqualTo(first.weights());
    assertThat(seen).hasSize(1);
    assertThat(seen.getFirst().missing()).isEmpty();
  }

  @Test
  void a_file_of_which_nothing_fits_is_refused_with_the_nearest_names() {
    train((it, _) -> it.steps(1).folder(folder).checkpoints(Interval.never(), 1));
    var file = folder.resolve("checkpoints/step-1/optimizer.safetensors");
    assertThatThrownBy(() -> train(1, (it, _) -> it.steps(1).weights(file)))
        .hasMessageContaining("has nothing that this model takes: 0 of ")
        .hasMessageContaining("; not there: ");
  }

  @Test
  void checkpoints_of_every_epoch_are_written_at_its_end() {
    train((it, _) -> it.epochs(3).folder(folder.resolve("run")).checkpoints(Interval.epochs(1), 9));
    assertThat(checkpoints("run")).containsExactly("step-13", "step-26", "step-39");
  }

  @Test
  void what_an_optimizer_leaves_out_stays_the_same() {
    var rate = new Rate.Constant(0.1);
    train(
        (it, _) ->
            it.steps(1)
                .optimizer(new Lars(0.9, 0, 0.001, Exempt.parse("*.bias")), rate)
                .folder(folder)
                .checkpoints(Interval.never(), 1));
    assertThat(folder.resolve("checkpoints/step-1/manifest.json"))
        .content()
        .contains("*.bias", "optimizer_settings", "\"strategy\"");
    assertThatThrownBy(
            () ->
                train(
                    1,
                    (it, _) ->
                        it.steps(2)
                            .optimizer(new Lars(0.9, 0, 0.001, Exempt.VECTORS), rate)
                            .resume(folder)))
        .hasMessageContaining("was trained with exempt *.bias and not vectors: resume with the");
  }

  /** A clock that goes on by a second whenever somebody looks. */
  private static AtomicLong clock() {
    return new AtomicLong();
  }

  private static long tick(AtomicLong clock) {
    return clock.addAndGet(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void checkpoints_by_time_are_those_that_the_clock_of_rank_0_wants() {
    var clock = clock();
    train(
        (it, rank) ->
            it.steps(20)
                .folder(folder.resolve("run"))
                .checkpoints(Interval.time(Duration.ofSeconds(6)), 9)
                .clock(rank == 0 ? () -> tick(clock) : () -> 0));
    assertThat(checkpoints("run")).hasSizeBetween(2, 4).contains("step-20");
  }

  @Test
  void reports_come_when_rank_0_has_heard_nothing_for_long_and_not_twice() {
    var clock = clock();
    var reported = new ConcurrentHashMap<Integer, List<Long>>();
    train(
        (it, rank) ->
            it.steps(40)
                .reporting(new Reporting.Every(20))
                .reportingAtLeast(Duration.ofSeconds(12))
                .listener(
                    Listener.of(
                        report ->
                            reported
                                .computeIfAbsent(rank, _ -> new ArrayList<>())
                                .add(report.step())))
                .clock(rank == 0 ? () -> tick(clock) : () -> 0));
    var steps = reported.getOrDefault(0, List.of());
    assertThat(reported.values()).allSatisfy(it -> assertThat(it).isEqualTo(steps));
    assertThat(steps).contains(20L, 40L).hasSizeBetween(4, 20).doesNotHaveDuplicates();
    assertThat(IntStream.range(1, steps.size()))
        .allSatisfy(at -> assertThat(steps.get(at) - steps.get(at - 1)).isGreaterThan(1));
  }

  @Test
  void training_for_a_time_ends_for_all_when_it_is_over_for_rank_0() {
    var clock = clock();
    var come =
        train(
            (it, rank) ->
                it.length(new Length.Time(Duration.ofSeconds(9)))
                    .clock(rank == 0 ? () -> tick(clock) : () -> 0));
    assertThat(come.result().steps()).isBetween(8L, 11L);
  }

  @Test
  void whoever_asks_ends_training_on_all_ranks_with_a_checkpoint() {
    var come =
        train(
            (it, rank) -> {
              var asked = it.steps(100).folder(folder.resolve("run"));
              asked.checkpoints(Interval.never(), 1).reporting(new Reporting.Every(1));
              return asked.listener(
                  Listener.of(
                      report -> {
                        if (rank == 1 && report.step() == 3) {
                          it.endSoon();
                        }
                      }));
            });
    assertThat(come.result().ending()).isEqualTo(Ending.ASKED);
    assertThat(come.result().steps()).isEqualTo(5);
    assertThat(checkpoints("run")).containsExactly("step-5");
  }

  @Test
  void a_run_ends_after_two_steps_if_that_was_asked_before_it_began() {
    var come =
        train(
            (it, _) -> {
              it.endSoon();
              return it.steps(100);
            });
    assertThat(come.result().steps()).isEqualTo(2);
  }

  @Test
  void the_size_of_buckets_is_found_on_the_way() {
    var tuned = new AtomicLong();
    var come =
        train(
            (it, _) ->
                it.steps(30)
                    .tuneBuckets()
                    .listener(
                        new Listener() {
                          @Override
                          public void tuned(io.weft.tuning.BucketSearch search) {
                            tuned.set(search.trials().size());
                          }
                        }));
    assertThat(tuned).hasPositiveValue();
    assertThat(come.result().steps()).isEqualTo(30);
  }

  @Test
  void what_all_ranks_did_last_is_written_down() {
    train((it, _) -> it.steps(3).folder(folder).trace(2));
    assertThat(folder.resolve("trace.json")).content().contains("\"rank 2\"");
  }

  @Test
  void what_is_missing_is_named() throws Exception {
    try (var rank = OnlyRank.open();
        var model = network()) {
      assertThatThrownBy(() -> Trainer.of(model, rank.communicator()).run())
          .hasMessage("call data(…) before run()");
      assertThatThrownBy(() -> trainer(model, rank.communicator()).run())
          .hasMessage("call steps(…) or epochs(…) before run()");
      assertThatThrownBy(
              () ->
                  trainer(model, rank.communicator())
                      .steps(1)
                      .checkpoints(Interval.never(), 1)
                      .run())
          .hasMessageStartingWith("checkpoints need a place: call folder(…)");
      Files.createDirectories(folder.resolve("empty"));
      assertThatThrownBy(
              () ->
                  trainer(model, rank.communicator())
                      .steps(1)
                      .resume(folder.resolve("empty"))
                      .run())
          .isInstanceOf(CheckpointException.class)
          .hasMessageContaining("has no checkpoint that is whole");
    }
  }

  @Test
  void one_model_is_trained_again() {
    var steps = IntStream.of(3, 4).toArray();
    World.spawn(
        2,
        communicator -> {
          try (var model = network()) {
            for (int count : steps) {
              trainer(model, communicator).steps(count).run();
            }
            assertThat(model.weights()).isNotEmpty();
          }
        });
  }
}
