package io.weft.fault;

import static io.weft.fault.Phase.BEFORE_CONNECTING;
import static io.weft.fault.Phase.CLOSING;
import static io.weft.fault.Phase.JOINED;
import static io.weft.fault.Phase.MESH;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Thorough;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGKILL and SIGSTOP of the last of three ranks in a phase of its life: the others name it. When a
 * silent rank is lost, {@code LivenessTest} shows on a virtual clock.
 */
@Tag("sampled")
@Tag("processes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PhaseTest {
  static final int BYTES = 6144;
  static final Duration LIVENESS = Duration.ofSeconds(5);

  private Scene killing;
  private Scene freezing;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    killing = new Scene("KILL", folder);
    freezing = new Scene("STOP", folder);
  }

  @AfterAll
  void close() {
    killing.close();
    freezing.close();
  }

  /** One in the meeting and one after it, or all. */
  static List<Phase> phases() {
    var meeting = Thorough.sample(1, List.copyOf(EnumSet.range(BEFORE_CONNECTING, MESH)));
    var joined = Thorough.sample(1, List.copyOf(EnumSet.range(JOINED, CLOSING)));
    return Stream.concat(meeting.stream(), joined.stream()).toList();
  }

  /** Both at the same time, in jobs of their own. */
  @ParameterizedTest
  @MethodSource("phases")
  void the_others_name_a_rank_that_ends_in(Phase phase) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var calls =
          List.<Callable<List<String>>>of(() -> killing.play(phase), () -> freezing.play(phase));
      var sentences = threads.invokeAll(calls);
      assertThat(sentences.getFirst().get())
          .hasSize(2)
          .allSatisfy(sentence -> assertThat(sentence).containsPattern(killed(phase)));
      assertThat(sentences.getLast().get())
          .hasSize(2)
          .allSatisfy(sentence -> assertThat(sentence).containsPattern(frozen(phase)));
    }
  }

  private static String killed(Phase phase) {
    return switch (phase) {
      case BEFORE_CONNECTING -> "^RendezvousTimeoutException: .* came 0, 1; missing: 2; look";
      case HANDSHAKE ->
          "^RendezvousTimeoutException: .* came 0, 1; missing: 2; "
              + "rank 2 came from 127.0.0.1:\\d+ but went before it had registered";
      case MESH -> "^PeerLostException: rank 2 .* left before the rendezvous was complete";
      case JOINED, REDUCING, GATHERING, BETWEEN_COLLECTIVES, CLOSING ->
          "^PeerLostException: rank 2 .* is lost: its connection ";
    };
  }

  private static String frozen(Phase phase) {
    return switch (phase) {
      case BEFORE_CONNECTING -> "^RendezvousTimeoutException: .* came 0, 1; missing: 2; look";
      case HANDSHAKE ->
          "^RendezvousTimeoutException: .* came 0, 1; missing: 2; "
              + "rank 2 came from 127.0.0.1:\\d+ but has not registered: ";
      case MESH -> "^RendezvousTimeoutException: rank 2 .* came to the rendezvous but did not call";
      case JOINED, REDUCING, GATHERING, BETWEEN_COLLECTIVES, CLOSING ->
          "^PeerLostException: rank 2 .* is lost: it has been silent for \\d+\\.\\d s";
    };
  }
}
