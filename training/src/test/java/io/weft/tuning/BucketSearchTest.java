package io.weft.tuning;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class BucketSearchTest {
  private static final long MEGABYTE = 1L << 20;

  /** Many small exchanges cost their start, large ones wait for each other. */
  private static double step(long bytes, double start, double wait) {
    return 0.2 + start * 256 * MEGABYTE / bytes + wait * bytes / (256.0 * MEGABYTE);
  }

  private static BucketSearch finished(LongToDoubleFunction seconds) {
    var search = BucketSearch.begin();
    for (var next = search.next(); next.isPresent(); next = search.next()) {
      search = search.with(new Trial(next.get(), seconds.applyAsDouble(next.get())));
    }
    return search;
  }

  @Test
  void it_ends_near_the_best_size_after_a_few_trials() {
    forAll(
        draw -> {
          double start = 1e-4 * draw.between(1, 100);
          double wait = 1e-2 * draw.between(1, 100);
          var search = finished(bytes -> step(bytes, start, wait));
          double best =
              LongStream.rangeClosed(1, 256)
                  .mapToDouble(size -> step(size * MEGABYTE, start, wait))
                  .min()
                  .orElseThrow();
          assertThat(search.trials()).hasSizeBetween(2, 10);
          assertThat(search.best().seconds()).isLessThan(1.1 * best);
        });
  }

  @Test
  void no_size_is_tried_twice_and_all_are_in_range() {
    var search = finished(bytes -> step(bytes, 1e-3, 0.5));
    assertThat(search.trials()).extracting(Trial::bucketBytes).doesNotHaveDuplicates();
    assertThat(search.trials())
        .allMatch(
            trial -> MEGABYTE <= trial.bucketBytes() && trial.bucketBytes() <= 256 * MEGABYTE);
    assertThat(search.trials().getFirst().bucketBytes()).isEqualTo(25 * MEGABYTE);
  }

  @Test
  void where_all_sizes_are_equal_the_search_soon_ends_with_the_first() {
    var search = finished(_ -> 0.1);
    assertThat(search.best().bucketBytes()).isEqualTo(25 * MEGABYTE);
    assertThat(search.trials()).hasSizeLessThan(10);
  }

  @Test
  void a_trial_without_time_is_refused() {
    assertThatThrownBy(() -> new Trial(1, Double.NaN)).hasMessageContaining("NaN s: more than 0");
    assertThatThrownBy(() -> BucketSearch.begin().best()).hasMessage("nothing was tried yet");
  }
}
