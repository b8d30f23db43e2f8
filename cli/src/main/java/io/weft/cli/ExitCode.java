package io.weft.cli;

/** What the process returns; scripts and launchers rely on these numbers, so none ever changes. */
public enum ExitCode {
  OK(0, "success"),
  FAILURE(1, "failure"),
  USAGE(2, "wrong usage: unknown command or option, impossible value"),
  NO_RENDEZVOUS(64, "no rendezvous: a rank is missing, an address taken or unreachable"),
  PEER_LOST(65, "a peer was lost, or did not come in time"),
  MISMATCH(66, "ranks disagree: length, type or operation"),
  AUTHENTICATION_REFUSED(67, "authentication refused: token or certificate missing or wrong"),
  CONFIGURATION_DIFFERS(68, "version, configuration or numbering of ranks do not fit together"),
  ENVIRONMENT_UNFIT(69, "not built, or the environment is unfit"),
  NOT_FINITE(70, "a loss, or a gradient that a compressor cannot pass on, is not finite"),
  CHECKPOINT_UNUSABLE(71, "the checkpoint is unusable"),
  CHECKPOINT_NOT_WRITTEN(72, "the run is over and its last checkpoint was not written"),
  CHECK_FAILED(73, "a check of predictions says FAIL"),
  LAUNCHER_LOST(74, "the launcher of this rank is gone"),
  INTERRUPTED(130, "stopped by SIGINT (Ctrl-C)"),
  TERMINATED(143, "stopped by SIGTERM");

  private final int code;
  private final String meaning;

  ExitCode(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  public int code() {
    return code;
  }

  /** The words of {@code --help} and of {@code docs/command-line.md}. */
  public String meaning() {
    return meaning;
  }
}
