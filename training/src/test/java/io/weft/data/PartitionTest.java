package io.weft.data;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.weft.trials.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class PartitionTest {
  private static final SyntheticImages DATA =
      new SyntheticImages(700, new SyntheticImages.Size(1, 1, 1), 10, 3);

  private static final Labels LABELS = Labels.of(new ByClass(1), DATA);

  /** How many samples of each class a rank has. */
  private static TreeMap<Integer, Integer> classesOf(Deal deal, int rank) {
    var counts = new TreeMap<Integer, Integer>();
    for (int which = 0; which < LABELS.classes(); which++) {
      var own = Arrays.stream(LABELS.shuffled(which, 0)).boxed().collect(toSet());
      int has = (int) Arrays.stream(samplesOf(deal, rank)).boxed().filter(own::contains).count();
      if (has > 0) {
        counts.put(which, has);
      }
    }
    return counts;
  }

  private static int[] samplesOf(Deal deal, int rank) {
    return IntStream.range(0, deal.count(rank)).map(at -> deal.sample(rank, at)).toArray();
  }

  private static int[] allOf(Deal deal) {
    return IntStream.range(0, deal.ranks())
        .flatMap(rank -> IntStream.of(samplesOf(deal, rank)))
        .sorted()
        .toArray();
  }

  @Test
  void every_sample_is_dealt_to_one_rank_and_every_rank_has_one() {
    Trials.forAll(
        draw -> {
          int ranks = draw.between(1, 12);
          int least = Math.ceilDiv(10, ranks);
          var byClass = new ByClass(draw.between(least, 10));
          var dirichlet = new Dirichlet(draw.between(1, 3000) / 1000.0);
          for (var partition : List.of(byClass, dirichlet)) {
            var deal = partition.deal(LABELS, ranks, draw.between(0, 1000));
            assertThat(allOf(deal)).isEqualTo(IntStream.range(0, 700).toArray());
            assertThat(deal.ranks()).isEqualTo(ranks);
          }
        });
  }

  @Test
  void by_class_gives_every_rank_its_number_of_classes() {
    var deal = new ByClass(3).deal(LABELS, 4, 5);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(classesOf(deal, rank)).hasSize(3);
    }
  }

  @Test
  void ranks_that_have_the_same_class_have_as_many_of_it() {
    var deal = new ByClass(5).deal(LABELS, 4, 5);
    for (int which = 0; which < 10; which++) {
      int here = which;
      var counts =
          IntStream.range(0, 4)
              .map(rank -> classesOf(deal, rank).getOrDefault(here, 0))
              .filter(count -> count > 0)
              .summaryStatistics();
      assertThat(counts.getCount()).isEqualTo(2);
      assertThat(counts.getMax() - counts.getMin()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void seeds_deal_differently_and_each_always_alike() {
    for (var partition : List.of(new ByClass(3), new Dirichlet(0.5))) {
      long first = partition.deal(LABELS, 4, 5).fingerprint();
      assertThat(partition.deal(LABELS, 4, 5).fingerprint()).isEqualTo(first);
      assertThat(partition.deal(LABELS, 4, 6).fingerprint()).isNotEqualTo(first);
    }
  }

  /** The mean over classes of the largest share that a rank has. */
  private static double concentration(double alpha) {
    return LongStream.range(0, 20)
        .mapToObj(seed -> new Dirichlet(alpha).deal(LABELS, 4, seed))
        .flatMapToDouble(
            deal -> {
              var largest = new TreeMap<Integer, Integer>();
              for (int rank = 0; rank < 4; rank++) {
                classesOf(deal, rank).forEach((which, has) -> largest.merge(which, has, Math::max));
              }
              return largest.entrySet().stream()
                  .mapToDouble(
                      it -> (double) it.getValue() / LABELS.shuffled(it.getKey(), 0).length);
            })
        .average()
        .orElseThrow();
  }

  @Test
  void ranks_differ_the_more_the_smaller_alpha_is() {
    assertThat(concentration(1000)).isCloseTo(0.27, within(0.02));
    // The largest of four shares that are uniform on the simplex: (1 + 1/2 + 1/3 + 1/4) / 4.
    assertThat(concentration(1)).isCloseTo(25.0 / 48, within(0.03));
    assertThat(concentration(0.01)).isGreaterThan(0.95);
  }

  @Test
  void a_rank_without_a_sample_takes_one() {
    var few = new Labels(List.of(IntStream.range(0, 12).toArray()));
    for (int seed = 0; seed < 20; seed++) {
      var deal = new Dirichlet(0.001).deal(few, 5, seed);
      assertThat(IntStream.range(0, 5).map(deal::count)).allMatch(count -> count >= 1);
      assertThat(allOf(deal)).isEqualTo(IntStream.range(0, 12).toArray());
    }
  }

  @Test
  void a_class_that_nobody_has_is_refused() {
    assertThatThrownBy(() -> Sharding.of(new ByClass(2), DATA, 4, 8, 1))
        .isInstanceOf(DataException.class)
        .hasMessage(
            "by-class(2): 4 ranks have 8 of the 10 classes, and nobody the others;"
                + " give by-class(3), or take 5 ranks");
    assertThatThrownBy(() -> Sharding.of(new ByClass(11), DATA, 4, 8, 1))
        .isInstanceOf(DataException.class)
        .hasMessage("by-class(11): the data has 10 classes; give by-class(1) to by-class(10)");
  }

  @Test
  void classes_with_fewer_samples_than_ranks_are_refused_where_a_rank_goes_without() {
    var few = new Labels(List.of(new int[] {0}, new int[] {1}, new int[] {2, 3, 4}));
    assertThatThrownBy(() -> new ByClass(1).deal(few, 5, 1))
        .isInstanceOf(DataException.class)
        .hasMessageStartingWith("by-class(1): no sample is left for rank ");
  }

  @Test
  void data_without_classes_is_refused() {
    var text = new TextWindows(Corpus.of(new byte[100]), 8);
    for (var partition : List.of(new ByClass(2), new Dirichlet(0.5))) {
      assertThatThrownBy(() -> Sharding.of(partition, text, 2, 4, 1))
          .isInstanceOf(DataException.class)
          .hasMessage(
              partition
                  + " deals samples out by class, and this data has no class for each sample:"
                  + " give images or a table, or --partition iid");
    }
    assertThat(Sharding.of(new Partition.Even(), text, 2, 4, 1).steps()).isEqualTo(2);
  }

  @Test
  void what_is_written_is_read_again() {
    for (var text : List.of("iid", "by-class(2)", "dirichlet(0.5)", "dirichlet(100.0)")) {
      assertThat(Partition.parse(text)).hasToString(text);
    }
    assertThat(Partition.parse(" dirichlet( 1 ) ")).isEqualTo(new Dirichlet(1));
  }

  @Test
  void anything_else_is_refused() {
    for (var text : List.of("", "i", "iid(2)", "by-class", "by-class()", "dirichlet(a)", "x(1)")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Partition.parse(text))
          .withMessage(
              "partition \"%s\": give iid, by-class(2) or dirichlet(0.5), with numbers of your own"
                  .formatted(text));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Partition.parse("by-class(0)"))
        .withMessage("by-class(0): give each rank at least 1 class, as in by-class(2)");
    for (var number : List.of("0", "-1", "NaN", "1e7")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Partition.parse("dirichlet(" + number + ")"))
          .withMessageEndingWith(": give a number from 0.001 to 1000000, as in dirichlet(0.5)");
    }
  }
}
