package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.weft.trials.Thorough;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes that joined and disagree all get the same sentence about the odd one. */
@Tag("sampled")
@Tag("processes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DisagreementTest {
  private static final int WORLD = 3;

  private static final List<Arguments> CASES =
      List.of(
          arguments("length", 2, Deed.SUM, Deed.SUM_OF_MORE),
          arguments("small length", 1, Deed.SUM_OF_FOUR, Deed.SUM_OF_FIVE),
          arguments("very different length", 0, Deed.SUM_OF_FOUR, Deed.SUM),
          arguments("type", 0, Deed.SUM, Deed.SUM_OF_INTS),
          arguments("operation", 1, Deed.SUM, Deed.GATHER),
          arguments("operation without data", 2, Deed.SUM, Deed.BARRIER),
          arguments("root", 2, Deed.BROADCAST_FROM_0, Deed.BROADCAST_FROM_1),
          arguments("reduction", 1, Deed.SUM, Deed.MEAN),
          arguments("blocks", 0, Deed.BLOCKS_RISING, Deed.BLOCKS_FALLING),
          arguments("layout of a bucket", 2, Deed.BUCKET, Deed.BUCKET_OF_MORE),
          arguments("order of a group", 0, Deed.GROUP, Deed.GROUP_TURNED),
          arguments("order of a group", 1, Deed.GROUP, Deed.GROUP_TURNED),
          arguments("order of a group", 2, Deed.GROUP, Deed.GROUP_TURNED),
          arguments("members of a group", 0, Deed.GROUP, Deed.GROUP_OF_0_AND_2),
          arguments("members of a group", 1, Deed.GROUP, Deed.GROUP_OF_0_AND_1),
          arguments("members of a group", 2, Deed.GROUP, Deed.GROUP_OF_0_AND_2));

  /** They join again for each case. */
  private RankProcesses job;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    job = RankProcesses.start(WORLD, folder);
  }

  @AfterAll
  void close() {
    job.close();
  }

  static List<Arguments> cases() {
    return Thorough.sample(3, CASES);
  }

  @ParameterizedTest(name = "{0}: rank {1} does {3}, the others {2}")
  @MethodSource("cases")
  void all_are_told_the_same_about_the_odd_one(String kind, int odd, Deed usual, Deed other)
      throws Exception {
    var sentences = sentences(odd, usual, other, "");
    System.out.printf("%s: %s%n", kind, sentences.getFirst());
    assertThat(sentences).hasSize(WORLD).containsOnly(sentences.getFirst());
    assertThat(sentences.getFirst())
        .startsWith("MismatchException: rank %d does not do what the others do: ".formatted(odd))
        .contains(" on rank %d, but ".formatted(odd));
  }

  /**
   * Ranks may start buckets in any order, so one that starts another is late and no more. They have
   * time enough to be in it, also on a busy machine.
   */
  @Test
  void who_starts_another_bucket_is_waited_for_until_the_timeout() throws Exception {
    var sentences = sentences(1, Deed.BUCKET, Deed.OTHER_BUCKET, " collectiveMillis=4000");
    System.out.println("bucket: " + sentences);
    assertThat(sentences)
        .satisfiesExactly(
            zero -> assertThat(zero).matches(waitedAndWasIn(0, 7)),
            one -> assertThat(one).matches(waitedAndWasIn(1, 8)),
            two -> assertThat(two).matches(waitedAndWasIn(2, 7)));
  }

  private static String waitedAndWasIn(int rank, int bucket) {
    return "PeerSlowException: rank \\d waited 4 s for rank \\d in all-reduce .*"
        + "; rank %d was in all-reduce \\(step 1, bucket %d, .*".formatted(rank, bucket);
  }

  private List<String> sentences(int odd, Deed usual, Deed other, String settings)
      throws Exception {
    for (int rank = 0; rank < WORLD; rank++) {
      job.rank(rank).tell("join deed=" + (rank == odd ? other : usual) + settings);
    }
    var sentences = new ArrayList<String>();
    for (var rank : job.all()) {
      sentences.add(rank.await("failed ").rest());
      rank.await("closed");
    }
    return sentences;
  }
}
