package io.weft.network.handshake;

import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that all ranks of a job share. It never leaves the process and is never printed.
 *
 * <p>A job whose master is on a loopback address may go without one: {@link #ofThisUser()} then
 * keeps the jobs of two users of one machine from meeting by accident. It is no secret, so it does
 * not stop another user of that machine who wants to join; on a shared machine set a token.
 */
public final class Token {
  public static final String VARIABLE = "WEFT_TOKEN";
  public static final String FILE_VARIABLE = "WEFT_TOKEN_FILE";

  /** What is shorter could be guessed from one recorded handshake. */
  public static final int BYTES_MIN = 16;

  /** What is larger than this is not a token but the wrong file. */
  public static final int BYTES_MAX = 4096;

  /** The line that gives a job its token. */
  public static final String REPAIR =
      "export WEFT_TOKEN=$(openssl rand -hex 32) once, and give every rank the same value";

  private final boolean secret;
  private final SecretKeySpec key;

  private Token(boolean secret, byte[] key) {
    this.secret = secret;
    this.key = new SecretKeySpec(key, "HmacSHA256");
  }

  public static Token of(String text) {
    var bytes = text.strip().getBytes(StandardCharsets.UTF_8);
    if (bytes.length < BYTES_MIN || bytes.length > BYTES_MAX) {
      throw new AuthenticationException(
          "the token has %d bytes: from %d to %d; %s"
              .formatted(bytes.length, BYTES_MIN, BYTES_MAX, REPAIR));
    }
    return new Token(true, hash("weft token", bytes));
  }

  /** For jobs within one machine that have no token. */
  public static Token ofThisUser() {
    var user = System.getProperty("user.name", "").getBytes(StandardCharsets.UTF_8);
    return new Token(false, hash("weft user", user));
  }

  /** The token that the environment gives, if any. */
  public static Optional<Token> from(Map<String, String> environment) {
    var text = environment.get(VARIABLE);
    var file = environment.get(FILE_VARIABLE);
    if (text != null && file != null) {
      throw new AuthenticationException(
          "%s and %s are both set: unset one".formatted(VARIABLE, FILE_VARIABLE));
    }
    if (file != null) {
      return Optional.of(read(Path.of(file)));
    }
    return Optional.ofNullable(text).map(Token::of);
  }

  /** The token in a file that only its owner can read, where the file system knows owners. */
  public static Token read(Path file) {
    try {
      BoundedFile.requireRegular(file);
      if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
        requirePrivate(file);
      }
      if (Files.size(file) > BYTES_MAX) {
        throw new AuthenticationException(
            "token file %s has %d bytes: at most %d".formatted(file, Files.size(file), BYTES_MAX));
      }
      return of(BoundedFile.text(file, BYTES_MAX));
    } catch (IOException e) {
      throw new AuthenticationException(
          "token file %s cannot be read (%s): check %s"
              .formatted(file, FileTrouble.reason(e), FILE_VARIABLE));
    }
  }

  private static void requirePrivate(Path file) throws IOException {
    var granted = Files.getPosixFilePermissions(file);
    var allowed = EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    if (!allowed.containsAll(granted)) {
      throw new AuthenticationException(
          "token file %s has mode %s: only its owner may read it; chmod 600 %s"
              .formatted(file, PosixFilePermissions.toString(granted), file));
    }
  }

  /** Whether it keeps strangers out, rather than accidents only. */
  public boolean isSecret() {
    return secret;
  }

  /** The token of one meeting: a rank left over from an earlier meeting does not know it. */
  public Token forMeeting(UUID meeting) {
    var id = ByteBuffer.allocate(16);
    id.putLong(meeting.getMostSignificantBits()).putLong(meeting.getLeastSignificantBits());
    return new Token(secret, sign("weft meeting".getBytes(StandardCharsets.UTF_8), id.array()));
  }

  byte[] sign(byte[]... parts) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      for (var part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (NoSuchAlgorithmException | InvalidKeyException e) {
      throw new AssertionError("every Java platform has HmacSHA256", e);
    }
  }

  private static byte[] hash(String purpose, byte[] bytes) {
    var digest = Bits256.sha256();
    digest.update(purpose.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return digest.digest(bytes);
  }

  @Override
  public String toString() {
    return "Token[hidden]";
  }
}
