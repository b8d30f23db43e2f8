package io.weft.join;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.socket.Tls;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the key and the certificates of a rank come from: a PKCS#12 file, and a variable with its
 * password, which is never given on a command line.
 */
public final class TlsFile {
  public static final String VARIABLE = "WEFT_TLS_FILE";
  public static final String PASSWORD_VARIABLE = "WEFT_TLS_PASSWORD";

  private TlsFile() {}

  /** What variables name; empty if they name no file. */
  public static Optional<Tls> from(Map<String, String> environment) {
    String file = environment.getOrDefault(VARIABLE, "");
    return file.isBlank() ? Optional.empty() : Optional.of(read(Path.of(file), environment));
  }

  /**
   * Reads a file whose password the environment has.
   *
   * @throws AuthenticationException if there is no password, or if the file cannot be used
   */
  public static Tls read(Path file, Map<String, String> environment) {
    String password = environment.get(PASSWORD_VARIABLE);
    if (password == null) {
      throw new AuthenticationException(
          "nothing gives the password of the TLS file %s: set %s"
              .formatted(file, PASSWORD_VARIABLE));
    }
    return Tls.read(file, password.toCharArray());
  }
}
