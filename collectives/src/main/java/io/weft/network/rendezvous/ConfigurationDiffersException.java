package io.weft.network.rendezvous;

/** Two ranks run different programs or different jobs. Nothing of the meeting is left. */
public final class ConfigurationDiffersException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationDiffersException(String message) {
    super(message);
  }
}
