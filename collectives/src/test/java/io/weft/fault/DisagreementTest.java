package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that joined and disagree all get the same sentence about the odd one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DisagreementTest {
  private static final int WORLD = 3;

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

  @ParameterizedTest(name = "{0}: rank {1} does {3}, the others {2}")
  @CsvSource({
    "length, 2, SUM, SUM_OF_MORE",
    "small length, 1, SUM_OF_FOUR, SUM_OF_FIVE",
    "very different length, 0, SUM_OF_FOUR, SUM",
    "type, 0, SUM, SUM_OF_INTS",
    "operation, 1, SUM, GATHER",
    "operation without data, 2, SUM, BARRIER",
    "root, 2, BROADCAST_FROM_0, BROADCAST_FROM_1",
    "reduction, 1, SUM, MEAN",
    "blocks, 0, BLOCKS_RISING, BLOCKS_FALLING",
    "layout of a bucket, 2, BUCKET, BUCKET_OF_MORE",
    "order of a group, 0, GROUP, GROUP_TURNED",
    "order of a group, 1, GROUP, GROUP_TURNED",
    "order of a group, 2, GROUP, GROUP_TURNED",
    "members of a group, 0, GROUP, GROUP_OF_0_AND_2",
    "members of a group, 1, GROUP, GROUP_OF_0_AND_1",
    "members of a group, 2, GROUP, GROUP_OF_0_AND_2"
  })
  void all_are_told_the_same_about_the_odd_one(String kind, int odd, Deed usual, Deed other)
      throws Exception {
    var sentences = sentences(odd, usual, other, "");
    System.out.printf("%s: %s%n", kind, sentences.getFirst());
    assertThat(sentences).hasSize(WORLD).containsOnly(sentences.getFirst());
    assertThat(sentences.getFirst())
        .startsWith("MismatchException: rank %d does not do what the others do: ".formatted(odd))
        .contains(" on rank %d, but ".formatted(odd));
  }

  /** Ranks may start buckets in any order, so one that starts another is late and no more. */
  @Test
  void who_starts_another_bucket_is_waited_for_until_the_timeout() throws Exception {
    var sentences = sentences(1, Deed.BUCKET, Deed.OTHER_BUCKET, " collectiveMillis=1000");
    System.out.println("bucket: " + sentences);
    assertThat(sentences)
        .satisfiesExactly(
            zero -> assertThat(zero).matches(waitedAndWasIn(0, 7)),
            one -> assertThat(one).matches(waitedAndWasIn(1, 8)),
            two -> assertThat(two).matches(waitedAndWasIn(2, 7)));
  }

  private static String waitedAndWasIn(int rank, int bucket) {
    return "PeerSlowException: rank \\d waited 1 s for rank \\d in all-reduce .*"
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
