package io.weft.network.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.handshake.AuthenticationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
  @TempDir private Path folder;

  @Test
  void speaks_nothing_older_and_asks_for_a_certificate() {
    var tls = KeyStores.shared().tls("even");
    assertThat(tls.forClient().getEnabledProtocols()).containsExactly("TLSv1.3");
    assertThat(tls.forServer().getEnabledProtocols()).containsExactly("TLSv1.3");
    assertThat(tls.forServer().getNeedClientAuth()).isTrue();
    assertThat(tls).hasToString("Tls[hidden]");
  }

  @Test
  void a_wrong_password_is_told() {
    var file = KeyStores.shared().file("even");
    assertThatThrownBy(() -> Tls.read(file, "wrong".toCharArray()))
        .isInstanceOf(AuthenticationException.class)
        .hasMessage(
            "the password does not open the TLS file %s: give the one it was made with", file);
  }

  @Test
  void a_file_that_is_missing_or_something_else_is_told() throws IOException {
    var noise = Files.writeString(folder.resolve("noise"), "not a key store");
    for (var file : new Path[] {folder.resolve("nothing"), noise}) {
      assertThatThrownBy(() -> Tls.read(file, KeyStores.password()))
          .isInstanceOf(AuthenticationException.class)
          .hasMessageStartingWith("the TLS file %s cannot be used (".formatted(file));
    }
  }

  @Test
  void a_file_without_a_key_is_told() throws IOException, GeneralSecurityException {
    var file = folder.resolve("keyless.p12");
    KeyStores.shared().writeWithoutKey(file);
    assertThatThrownBy(() -> Tls.read(file, KeyStores.password()))
        .isInstanceOf(AuthenticationException.class)
        .hasMessageEndingWith("keyless.p12 holds no private key: a rank needs its own");
  }
}
