package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.checkpoint.Checkpoints;
import io.weft.collective.World;
import io.weft.data.ArrayShape;
import io.weft.data.Dataset;
import io.weft.data.SampleShape;
import io.weft.data.SyntheticImages;
import io.weft.metric.Accuracy;
import io.weft.metric.F1;
import io.weft.metric.Metric;
import io.weft.metric.Perplexity;
import io.weft.metric.Predictions;
import io.weft.metric.TopK;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.training.PlainNetwork;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidationTest {
  private static final SyntheticImages.Size SIZE = new SyntheticImages.Size(1, 3, 3);
  private static final Dataset DATA = new SyntheticImages(60, SIZE, 4, 5);

  /** No number of ranks divides it. */
  private static final Dataset TEST = new SyntheticImages(47, SIZE, 4, 6);

  @TempDir private Path folder;

  /** What one rank was told. */
  private record Told(Result result, List<Evaluation> seen, List<String> warnings) {}

  private static Told train(int ranks, UnaryOperator<Trainer> setting) {
    var told = new ConcurrentHashMap<Integer, Told>();
    World.spawn(
        ranks,
        communicator -> {
          var seen = new ArrayList<Evaluation>();
          var warnings = Collections.synchronizedList(new ArrayList<String>());
          try (var model = new PlainNetwork(7, 9, 12, 4)) {
            var trainer =
                Trainer.of(model, communicator)
                    .data(DATA, 4)
                    .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.01))
                    .listener(
                        new Listener() {
                          @Override
                          public void validated(Run run, Evaluation evaluation, boolean best) {
                            seen.add(evaluation);
                          }

                          @Override
                          public void warned(String sentence) {
                            warnings.add(sentence);
                          }
                        });
            var result = setting.apply(trainer).run();
            told.put(communicator.rank(), new Told(result, seen, warnings));
          }
        });
    for (var other : told.values()) {
      assertThat(other).isEqualTo(told.get(0));
    }
    return Objects.requireNonNull(told.get(0));
  }

  private static Validation each(int steps) {
    return Validation.of(TEST, Interval.steps(steps));
  }

  /** It looks at a model that no rank has trained, so that all numbers of ranks see the same. */
  @Test
  void figures_are_those_of_all_samples_on_however_many_ranks() {
    var alone = untrained(1);
    for (int ranks = 2; ranks <= 4; ranks++) {
      var seen = untrained(ranks);
      assertThat(seen.samples()).isEqualTo(47);
      assertThat(seen.loss()).isCloseTo(alone.loss(), within(1e-12));
      seen.metrics()
          .forEach((name, value) -> assertThat(value).isCloseTo(alone.figure(name), within(1e-12)));
      assertThat(seen.figure("accuracy")).isEqualTo(alone.figure("accuracy"));
    }
    assertThat(alone.figure("perplexity")).isCloseTo(Math.exp(alone.loss()), within(1e-6));
  }

  private static Evaluation untrained(int ranks) {
    var metrics = new Metric[] {new Accuracy(), new TopK(2), new Perplexity(), new F1(4)};
    return train(
            ranks,
            it ->
                it.steps(1)
                    .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0))
                    .validation(each(1).metrics(metrics)))
        .seen()
        .getFirst();
  }

  @Test
  void ranks_without_a_sample_take_part() {
    var two = Validation.of(new SyntheticImages(2, SIZE, 4, 6), Interval.never());
    assertThat(train(3, it -> it.steps(2).validation(two)).seen())
        .singleElement()
        .satisfies(seen -> assertThat(seen.samples()).isEqualTo(2));
  }

  @Test
  void training_is_not_changed_by_looking() {
    var with = train(2, it -> it.steps(9).validation(each(2)));
    var without = train(2, it -> it.steps(9));
    assertThat(with.result().loss()).isEqualTo(without.result().loss());
    assertThat(with.result().validation()).contains(with.seen().getLast());
    assertThat(without.result().validation()).isEmpty();
    assertThat(with.seen()).extracting(Evaluation::step).containsExactly(2L, 4L, 6L, 8L, 9L);
  }

  /** A figure whose value follows from how often it was asked for. */
  private static final class Scripted implements Metric {
    private final double[] values;
    private int next;

    Scripted(double... values) {
      this.values = values;
    }

    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public int sums() {
      return 1;
    }

    @Override
    public void add(Predictions predictions, double[] sums) {
      sums[0] += predictions.count();
    }

    @Override
    public double value(double[] sums) {
      return values[next++];
    }
  }

  @Test
  void training_ends_on_all_ranks_when_nothing_has_become_better_for_long_enough() {
    var told =
        train(
            3,
            it ->
                it.steps(100)
                    .folder(folder)
                    .validation(
                        each(2)
                            .metrics(new Scripted(1, 3, 2, Double.NaN, 3, 9))
                            .watch("scripted")
                            .keepBest()
                            .stopAfter(3)));
    assertThat(told.result().ending()).isEqualTo(Ending.STOPPED_EARLY);
    assertThat(told.result().steps()).isEqualTo(10);
    assertThat(told.result().best()).contains(new Best("scripted", 3, 4));
    assertThat(folder.resolve("best").toFile().list()).containsExactly("step-4");
    assertThat(told.warnings())
        .containsExactly(
            "validation after step 8: scripted is NaN on some rank, and does not count as better");
  }

  @Test
  void the_rate_is_lowered_where_nothing_becomes_better_and_stays_low_after_a_pause() {
    var rates = new ConcurrentHashMap<Long, Double>();
    Listener noting =
        new Listener() {
          @Override
          public void reported(Run run, Report report) {
            rates.put(report.step(), report.rate());
          }
        };
    UnaryOperator<Trainer> slow =
        it ->
            it.folder(folder)
                .checkpoints(Interval.never(), 1)
                .reporting(new Reporting.Every(1))
                .listener(noting)
                .validation(
                    each(1)
                        .metrics(new Scripted(5, 4, 4, 4, 4, 4))
                        .watch("scripted")
                        .slowAfter(2, 0.5));
    train(2, it -> slow.apply(it).steps(4));
    train(2, it -> slow.apply(it).steps(6).resume(folder));
    assertThat(rates)
        .isEqualTo(Map.of(1L, 0.01, 2L, 0.01, 3L, 0.01, 4L, 0.005, 5L, 0.005, 6L, 0.0025));
  }

  /** The last validation of a run that ends between two of them is not there in a longer run. */
  @Test
  void a_run_that_has_ended_goes_on_as_if_it_had_not() {
    UnaryOperator<Trainer> slow =
        it ->
            it.checkpoints(Interval.never(), 1)
                .validation(
                    each(4)
                        .metrics(new Scripted(4, 4, 4, 4, 4))
                        .watch("scripted")
                        .slowAfter(1, 0.1));
    var whole = train(2, it -> slow.apply(it).folder(folder.resolve("whole")).steps(12));
    var part = folder.resolve("part");
    var ended = train(2, it -> slow.apply(it).folder(part).steps(6));
    assertThat(ended.seen()).extracting(Evaluation::step).containsExactly(4L, 6L);
    var on = train(2, it -> slow.apply(it).folder(part).steps(12).resume(part));
    assertThat(on.result().loss()).isEqualTo(whole.result().loss());
    assertThat(on.seen().getLast().loss()).isEqualTo(whole.seen().getLast().loss());
  }

  @Test
  void who_asks_for_the_end_does_not_wait_for_validation() {
    var told =
        train(
            1,
            it -> {
              it.endSoon();
              return it.steps(12).validation(each(5));
            });
    assertThat(told.result().ending()).isEqualTo(Ending.ASKED);
    assertThat(told.seen()).isEmpty();
  }

  /** As after a checkpoint was lost, or a change of mind. */
  @Test
  void the_best_of_steps_that_were_left_behind_is_forgotten() {
    var once = each(1).metrics(new Scripted(1, 2, 3, 4, 5, 6, 7, 8)).watch("scripted").keepBest();
    train(1, it -> it.folder(folder).checkpoints(Interval.steps(4), 9).validation(once).steps(8));
    var checkpoints = folder.resolve("checkpoints");
    new Checkpoints(checkpoints, 9).forgetAfter(4);
    assertThat(checkpoints.toFile().list()).containsExactly("step-4");
    var other = each(9).metrics(new Scripted(0, 0)).watch("scripted").keepBest();
    train(
        1,
        it ->
            it.folder(folder)
                .checkpoints(Interval.never(), 9)
                .validation(other)
                .steps(6)
                .resume(folder));
    assertThat(folder.resolve("best").toFile().list()).isEmpty();
  }

  private record Nothing() implements Dataset {
    @Override
    public long samples() {
      return 0;
    }

    @Override
    public SampleShape shape() {
      return DATA.shape();
    }

    @Override
    public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
      throw new IndexOutOfBoundsException();
    }
  }

  private record Numbers() implements Dataset {
    @Override
    public long samples() {
      return 1;
    }

    @Override
    public SampleShape shape() {
      return SampleShape.ofNumbers(ArrayShape.numbers(List.of(2L)), List.of());
    }

    @Override
    public void read(long sample, List<MemorySegment> inputs, MemorySegment labels) {
      throw new IndexOutOfBoundsException();
    }
  }

  @Test
  void what_cannot_be_is_refused_with_a_sentence() {
    assertThatThrownBy(() -> Validation.of(new Nothing(), Interval.never()))
        .hasMessage("the validation data has no samples: give some, or leave validation(…) out");
    assertThatThrownBy(() -> train(1, it -> it.steps(1).validation(each(1).watch("f1"))))
        .hasMessageContaining("f1 is watched, and there is no such metric: give one of [loss]");
    assertThatThrownBy(() -> each(1).metrics(new Accuracy(), new TopK(1)))
        .hasMessage("two metrics are called accuracy: give each once");
    var numbers = Validation.of(new Numbers(), Interval.never());
    assertThatThrownBy(() -> numbers.metrics(new F1(3)))
        .hasMessage(
            "f1 compares classes, and labels are fp32[]: choose a metric of numbers, such as mae");
  }
}
