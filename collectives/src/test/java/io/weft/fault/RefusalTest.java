package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that cannot be one job say why in one sentence, and the same processes can try again. */
@Tag("processes")
class RefusalTest {
  private static final String NEVER_LONG = " timeoutMillis=5000";

  private static final String OTHER_VERSION =
      "ConfigurationDiffersException: program versions differ: \\S+ on rank 0, 99.9 on rank 2; .*";

  @TempDir private Path folder;

  @Test
  void what_does_not_fit_is_refused_in_a_sentence_and_nothing_is_left() throws Exception {
    try (var job = RankProcesses.start(3, folder)) {
      wrongToken(job);
      otherVersion(job);
      otherJob(job);
      otherWorld(job);
      rankBeyondTheWorld(job);
      sameRankTwice(job);
      occupiedPort(job);
      unreachableMaster(job);
      job.join("");
      job.stop();
    }
  }

  private static void wrongToken(RankProcesses job) throws Exception {
    var right = "join WORLD_SIZE=2 WEFT_TOKEN=the-token-of-this-job" + NEVER_LONG;
    var wrong = "join WORLD_SIZE=2 WEFT_TOKEN=a-token-of-another-job" + NEVER_LONG;
    assertThat(refusals(job, List.of(right, wrong)))
        .satisfiesExactly(
            zero ->
                assertThat(zero)
                    .startsWith("RendezvousTimeoutException: ")
                    .contains("missing: 1", "without the right token: 1, from 127.0.0.1:")
                    .contains(" (a stranger claimed to be rank 1)"),
            one -> assertThat(one).startsWith("AuthenticationException: ").contains("WEFT_TOKEN"));
  }

  /** Its class path begins with a folder that says so. */
  private void otherVersion(RankProcesses job) throws Exception {
    var file = folder.resolve("classes/io/weft/join/version.properties");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "version=99.9");
    try (var other = RankProcess.start(job.variables(2), folder.resolve("classes"))) {
      other.await("ready");
      other.tell("join");
      assertThat(refusals(job, List.of("join", "join")))
          .allSatisfy(line -> assertThat(line).matches(OTHER_VERSION));
      assertThat(refusal(other)).matches(OTHER_VERSION);
      assertThat(other.awaitExit()).isZero();
    }
  }

  private static void otherJob(RankProcesses job) throws Exception {
    var lines = List.of("join job=a", "join job=a", "join job=b");
    assertThat(refusals(job, lines))
        .allSatisfy(line -> assertThat(line).startsWith("ConfigurationDiffersException: "))
        .allSatisfy(line -> assertThat(line).contains("rank 2"));
  }

  private static void otherWorld(RankProcesses job) throws Exception {
    var lines = List.of("join", "join", "join WORLD_SIZE=4");
    assertThat(refusals(job, lines))
        .allSatisfy(line -> assertThat(line).startsWith("RankConflictException: "))
        .allSatisfy(line -> assertThat(line).contains("rank 2", "a world of 4 ranks"));
  }

  private static void rankBeyondTheWorld(RankProcesses job) throws Exception {
    assertThat(refusals(job, List.of("join RANK=7")))
        .singleElement()
        .asString()
        .startsWith("IllegalArgumentException: ")
        .contains("7", "3");
  }

  /** Rank 1 comes late and is told too; the master waits a while for it. */
  private static void sameRankTwice(RankProcesses job) throws Exception {
    job.rank(0).tell("join");
    job.rank(1).tell("join RANK=2");
    job.rank(2).tell("join");
    var answers = new ArrayList<>(List.of(refusal(job.rank(1)), refusal(job.rank(2))));
    job.rank(1).tell("join");
    answers.add(refusal(job.rank(1)));
    answers.add(refusal(job.rank(0)));
    assertThat(answers)
        .allSatisfy(line -> assertThat(line).startsWith("RankConflictException: rank 2"))
        .allSatisfy(line -> assertThat(line).contains("have the same number: give each its own"));
  }

  private static void occupiedPort(RankProcesses job) throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = "" + taken.getLocalPort();
      assertThat(refusals(job, List.of("join MASTER_PORT=" + port)))
          .singleElement()
          .asString()
          .startsWith("AddressException: ")
          .contains(port);
    }
  }

  private static void unreachableMaster(RankProcesses job) throws Exception {
    var port = "" + RankProcesses.freePort();
    assertThat(refusals(job, List.of("join RANK=1 MASTER_PORT=" + port + NEVER_LONG)))
        .singleElement()
        .asString()
        .startsWith("AddressException: ")
        .contains("rank 0", "127.0.0.1:" + port);
  }

  /** What as many processes as there are lines answer, one by one. */
  private static List<String> refusals(RankProcesses job, List<String> lines) throws Exception {
    for (int rank = 0; rank < lines.size(); rank++) {
      job.rank(rank).tell(lines.get(rank));
    }
    var answers = new ArrayList<String>();
    for (int rank = 0; rank < lines.size(); rank++) {
      answers.add(refusal(job.rank(rank)));
    }
    return answers;
  }

  private static String refusal(RankProcess rank) throws InterruptedException {
    var line = rank.awaitNext();
    assertThat(line.text()).startsWith("failed ");
    System.out.println("refused: " + line.rest());
    assertThat(rank.awaitNext().text()).isEqualTo("closed");
    return line.rest();
  }
}
