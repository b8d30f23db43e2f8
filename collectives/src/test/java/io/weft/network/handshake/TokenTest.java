package io.weft.network.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
  private static final String TEXT = "a secret of thirty-two characters";
  @TempDir private Path folder;

  @Test
  void is_the_same_from_variable_and_file() throws IOException {
    var file = file("rw-------");
    var one = Token.from(Map.of("WEFT_TOKEN", TEXT)).orElseThrow();
    var other = Token.from(Map.of("WEFT_TOKEN_FILE", file.toString())).orElseThrow();
    assertThat(one.sign(new byte[3])).isEqualTo(other.sign(new byte[3]));
    assertThat(Token.from(Map.of())).isEmpty();
  }

  @Test
  void is_never_printed() {
    assertThat(Token.of(TEXT)).hasToString("Token[hidden]");
  }

  @Test
  void a_file_that_others_can_read_is_refused() throws IOException {
    var file = file("rw-r-----");
    assertThatThrownBy(() -> Token.read(file))
        .isInstanceOf(AuthenticationException.class)
        .hasMessageContaining("has mode rw-r-----")
        .hasMessageEndingWith("chmod 600 " + file);
  }

  @Test
  void a_short_token_and_two_sources_are_refused() {
    assertThatThrownBy(() -> Token.of("short")).hasMessageStartingWith("the token has 5 bytes");
    assertThatThrownBy(() -> Token.from(Map.of("WEFT_TOKEN", TEXT, "WEFT_TOKEN_FILE", "x")))
        .hasMessage("WEFT_TOKEN and WEFT_TOKEN_FILE are both set: unset one");
  }

  @Test
  void what_is_no_file_is_not_waited_for() {
    assumeTrue(Files.exists(Path.of("/dev/zero")), "no device that never ends");
    assertThatThrownBy(() -> Token.read(Path.of("/dev/zero")))
        .isInstanceOf(AuthenticationException.class)
        .hasMessage(
            "token file /dev/zero cannot be read (it is not a regular file): check"
                + " WEFT_TOKEN_FILE");
  }

  private Path file(String mode) throws IOException {
    assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("posix"),
        "the file system knows no modes");
    var file = Files.writeString(folder.resolve("token"), TEXT + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
