package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.rendezvous.AddressException;
import io.weft.network.rendezvous.ConfigurationDiffersException;
import io.weft.network.rendezvous.RankConflictException;
import io.weft.network.rendezvous.RendezvousTimeoutException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureTest {
  static Stream<Arguments> faults_of_the_user_or_the_world() {
    return Stream.of(
        Arguments.of(
            new CommandFailedException(ExitCode.PEER_LOST, "rank 3 left"), 65, "rank 3 left"),
        Arguments.of(new RendezvousTimeoutException("missing: 3"), 64, "missing: 3"),
        Arguments.of(new AddressException("port 9 is taken"), 64, "port 9 is taken"),
        Arguments.of(new PeerLostException("rank 3 is gone"), 65, "rank 3 is gone"),
        Arguments.of(new PeerSlowException("rank 3 is late"), 65, "rank 3 is late"),
        Arguments.of(new MismatchException("rank 3 is odd"), 66, "rank 3 is odd"),
        Arguments.of(new AuthenticationException("no token"), 67, "no token"),
        Arguments.of(new ConfigurationDiffersException("0.1, not 0.2"), 68, "0.1, not 0.2"),
        Arguments.of(new RankConflictException("two rank 3s"), 68, "two rank 3s"),
        Arguments.of(new IllegalArgumentException("ranks=0: at least 1"), 2, "ranks=0: at least 1"),
        Arguments.of(new NoSuchFileException("a.yaml"), 1, "cannot find a.yaml"),
        Arguments.of(new FileNotFoundException("a.yaml"), 1, "cannot open a.yaml"),
        Arguments.of(new AccessDeniedException("a.yaml"), 1, "not allowed to access a.yaml"),
        Arguments.of(new FileAlreadyExistsException("a.svg"), 1, "a.svg exists already"),
        Arguments.of(
            new FileSystemException("a.svg", null, "disk full"), 1, "cannot use a.svg: disk full"),
        Arguments.of(new IOException("reset"), 1, "input or output failed: reset"),
        Arguments.of(new IOException(), 1, "input or output failed: IOException"),
        Arguments.of(new UncheckedIOException(new NoSuchFileException("b")), 1, "cannot find b"));
  }

  @ParameterizedTest
  @MethodSource
  void faults_of_the_user_or_the_world(Throwable cause, int exitCode, String sentence) {
    Failure failure = Failure.of(cause);
    assertThat(failure.exitCode().code()).isEqualTo(exitCode);
    assertThat(failure.sentence()).isEqualTo(sentence);
    assertThat(failure.bug()).isFalse();
  }

  static Stream<Throwable> faults_of_ours() {
    return Stream.of(
        new NullPointerException(),
        new AssertionError("chunk 7 twice"),
        new StackOverflowError(),
        new IllegalStateException("closed"),
        new IllegalArgumentException(),
        new NumberFormatException("For input string: \"x\""));
  }

  @ParameterizedTest
  @MethodSource
  void faults_of_ours(Throwable cause) {
    Failure failure = Failure.of(cause);
    assertThat(failure.exitCode()).isEqualTo(ExitCode.FAILURE);
    assertThat(failure.sentence()).isEqualTo("this is a bug of Weft: " + cause);
    assertThat(failure.bug()).isTrue();
  }
}
