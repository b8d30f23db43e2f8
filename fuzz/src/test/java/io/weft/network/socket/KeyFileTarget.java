package io.weft.network.socket;

import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import io.weft.join.TlsFile;
import io.weft.launch.JobKeys;
import io.weft.network.handshake.AuthenticationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** A PKCS#12 file with the key of a rank, as a user gives it. */
public final class KeyFileTarget implements Target {
  private final byte[] valid;
  private final char[] password;

  /** Makes a key. */
  public KeyFileTarget() {
    try (var keys = JobKeys.create()) {
      var variables = keys.variables();
      valid = Files.readAllBytes(Path.of(Objects.requireNonNull(variables.get(TlsFile.VARIABLE))));
      password = Objects.requireNonNull(variables.get(TlsFile.PASSWORD_VARIABLE)).toCharArray();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("no key to fuzz with", e);
    }
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(valid);
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var file = Scratch.file("keys.p12", bytes);
    Refusal.only(() -> Tls.read(file, password), AuthenticationException.class);
  }
}
