package io.weft.launch;

import io.weft.join.TlsFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A key that all ranks of one job share, with a certificate of it that they trust, in a private
 * folder that goes when the job has ended.
 */
public final class JobKeys implements AutoCloseable {
  private static final long KEYTOOL_SECONDS_MOST = 60;

  /** Longer than most trainings, and the key is gone with the job anyway. */
  private static final int DAYS_VALID = 365;

  private final Optional<Path> file;
  private final Map<String, String> variables;

  private JobKeys(Optional<Path> file, Map<String, String> variables) {
    this.file = file;
    this.variables = variables;
  }

  /** For a job that does not encrypt. */
  public static JobKeys none() {
    return new JobKeys(Optional.empty(), Map.of());
  }

  /** Makes a key with the JDK's own tool. */
  public static JobKeys create() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("weft-keys-"); // for its owner alone
    var file = folder.resolve("job.p12");
    String password = JobToken.random().secret();
    var variables = Map.of(TlsFile.VARIABLE, file.toString(), TlsFile.PASSWORD_VARIABLE, password);
    var keys = new JobKeys(Optional.of(file), variables);
    try {
      keys.make(file);
      return keys;
    } catch (IOException | InterruptedException e) {
      keys.close();
      throw e;
    }
  }

  private void make(Path target) throws IOException, InterruptedException {
    var builder = new ProcessBuilder(keytool(target)).redirectErrorStream(true);
    builder.environment().putAll(variables);
    var tool = builder.start();
    try {
      tool.getOutputStream().close();
      var said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = tool.waitFor(KEYTOOL_SECONDS_MOST, TimeUnit.SECONDS);
      if (!ended || tool.exitValue() != 0) {
        throw new IOException("keytool made no key for this job: " + said.strip());
      }
    } finally {
      tool.destroyForcibly();
    }
  }

  /** The password is not among the arguments, where others could see it. */
  private static List<String> keytool(Path target) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
        "-genkeypair",
        "-alias",
        "job",
        "-dname",
        "CN=weft job",
        "-keyalg",
        "EC",
        "-validity",
        Integer.toString(DAYS_VALID),
        "-storetype",
        "PKCS12",
        "-keystore",
        target.toString(),
        "-storepass:env",
        TlsFile.PASSWORD_VARIABLE);
  }

  /** What ranks find in their environment. */
  public Map<String, String> variables() {
    return variables;
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      Files.deleteIfExists(file.get());
      Files.deleteIfExists(file.get().getParent());
    }
  }
}
