package io.weft.cli;

import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.CheckpointNotWrittenException;
import io.weft.collective.RankFailedException;
import io.weft.collective.StillRunningException;
import io.weft.compression.codec.NotFiniteInputException;
import io.weft.data.DataException;
import io.weft.network.MismatchException;
import io.weft.network.PeerLostException;
import io.weft.network.PeerSlowException;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.rendezvous.AddressException;
import io.weft.network.rendezvous.ConfigurationDiffersException;
import io.weft.network.rendezvous.RankConflictException;
import io.weft.network.rendezvous.RendezvousTimeoutException;
import io.weft.network.shared.SharedMemoryException;
import io.weft.training.NotFiniteException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.IllegalFormatException;
import org.jspecify.annotations.Nullable;

/**
 * What an exception means to the user: the one place that turns exceptions into sentences and exit
 * codes. An exception that is not listed here is a bug of ours.
 *
 * @param bug ours, so that the stack trace is worth keeping
 */
record Failure(ExitCode exitCode, String sentence, boolean bug) {

  static Failure of(Throwable cause) {
    return switch (cause) {
      case CommandFailedException e -> new Failure(e.exitCode(), message(e), false);
      case RankFailedException e when e.getCause() != null -> of(e.getCause());
      case RendezvousTimeoutException e -> world(ExitCode.NO_RENDEZVOUS, e);
      case AddressException e -> world(ExitCode.NO_RENDEZVOUS, e);
      case SharedMemoryException e -> world(ExitCode.NO_RENDEZVOUS, e);
      case PeerLostException e -> world(ExitCode.PEER_LOST, e);
      case PeerSlowException e -> world(ExitCode.PEER_LOST, e);
      case StillRunningException e -> world(ExitCode.PEER_LOST, e);
      case MismatchException e -> world(ExitCode.MISMATCH, e);
      case AuthenticationException e -> world(ExitCode.AUTHENTICATION_REFUSED, e);
      case ConfigurationDiffersException e -> world(ExitCode.CONFIGURATION_DIFFERS, e);
      case RankConflictException e -> world(ExitCode.CONFIGURATION_DIFFERS, e);
      case NotFiniteException e -> world(ExitCode.NOT_FINITE, e);
      case NotFiniteInputException e -> world(ExitCode.NOT_FINITE, e);
      case CheckpointException e -> world(ExitCode.CHECKPOINT_UNUSABLE, e);
      case CheckpointNotWrittenException e -> world(ExitCode.CHECKPOINT_NOT_WRITTEN, e);
      case DataException e -> world(ExitCode.FAILURE, e);
      case IllegalArgumentException e when isSentence(e) -> usage(message(e));
      case UncheckedIOException e when e.getCause() != null -> of(e.getCause());
      case NoSuchFileException e -> failure("cannot find " + e.getFile());
      case FileNotFoundException e -> failure("cannot open " + message(e));
      case AccessDeniedException e -> failure("not allowed to access " + e.getFile());
      case FileAlreadyExistsException e -> failure(e.getFile() + " exists already");
      case FileSystemException e -> failure("cannot use " + message(e));
      case IOException e -> failure("input or output failed: " + message(e));
      default -> bug(cause);
    };
  }

  static Failure usage(String sentence) {
    return new Failure(ExitCode.USAGE, sentence, false);
  }

  private static Failure world(ExitCode exitCode, RuntimeException cause) {
    return new Failure(exitCode, message(cause), false);
  }

  private static Failure failure(String sentence) {
    return new Failure(ExitCode.FAILURE, sentence, false);
  }

  private static Failure bug(Throwable cause) {
    return new Failure(ExitCode.FAILURE, "this is a bug of Weft: " + cause, true);
  }

  /** Whether we wrote the message for the user: the JDK's own number and format errors are bugs. */
  private static boolean isSentence(IllegalArgumentException e) {
    return e.getMessage() != null
        && !(e instanceof NumberFormatException)
        && !(e instanceof IllegalFormatException);
  }

  private static String message(Throwable cause) {
    @Nullable String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
