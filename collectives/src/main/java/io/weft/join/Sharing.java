package io.weft.join;

import io.weft.network.shared.SharedFolder;
import java.util.Locale;
import java.util.Map;

/**
 * Whether ranks of one host talk through memory that they share, and where its files are.
 *
 * @param folder where the files are, for the moment in which they have names
 */
public record Sharing(Medium medium, SharedFolder folder) {
  /** The variable that chooses: {@code auto}, {@code tcp} or {@code shm}. */
  public static final String VARIABLE = "WEFT_TRANSPORT";

  /** What carries bytes between ranks of one host. */
  public enum Medium {
    /** Shared memory where ranks have it, sockets otherwise. */
    AUTO,
    /** Sockets. */
    TCP,
    /** Shared memory; ranks that have none refuse to start. */
    SHM;

    /** As users write it. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What variables say; {@code auto} if they say nothing. */
  public static Sharing of(Map<String, String> environment) {
    String wanted = environment.getOrDefault(VARIABLE, "auto");
    for (var medium : Medium.values()) {
      if (medium.label().equals(wanted)) {
        return new Sharing(medium, SharedFolder.of(environment));
      }
    }
    throw new IllegalArgumentException(
        "%s=%s: choose auto, tcp or shm".formatted(VARIABLE, wanted));
  }

  public Sharing with(Medium other) {
    return new Sharing(other, folder);
  }
}
