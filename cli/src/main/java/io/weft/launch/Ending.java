package io.weft.launch;

import java.util.Map;
import java.util.Optional;

/**
 * How a process ended, as shells count: signal n is 128 + n. A program that exits with such a code
 * by itself cannot be told from one that was killed.
 *
 * @param frozen whether we killed it because it had been stopped by a signal and did not go on
 */
public record Ending(int exitCode, boolean frozen) {
  private static final int SIGNALLED = 128;

  private static final int SIGNAL_MOST = 64;

  /** Those whose number is the same on every system. */
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(5, "SIGTRAP"),
          Map.entry(6, "SIGABRT"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"));

  /** Of a process that was not frozen. */
  public Ending(int exitCode) {
    this(exitCode, false);
  }

  public boolean good() {
    return exitCode == 0;
  }

  /** The name of the signal that ended it; {@code signal 7} where systems differ. */
  public Optional<String> signal() {
    int number = exitCode - SIGNALLED;
    return number < 1 || number > SIGNAL_MOST
        ? Optional.empty()
        : Optional.of(NAMES.getOrDefault(number, "signal " + number));
  }

  @Override
  public String toString() {
    return frozen ? "was frozen, as by SIGSTOP, and ended by SIGKILL" : spoken();
  }

  private String spoken() {
    return signal()
        .map(name -> "was ended by %s (exit code %d)".formatted(name, exitCode))
        .orElse("ended with exit code " + exitCode);
  }
}
