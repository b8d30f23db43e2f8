package io.weft.network.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostPortTest {
  @ParameterizedTest
  @CsvSource({
    "node1:29500, node1, 29500",
    "10.0.0.7:1, 10.0.0.7, 1",
    "[::1]:65535, ::1, 65535",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80"
  })
  void is_read_as_it_is_written(String text, String host, int port) {
    var parsed = HostPort.parse("--master", text);
    assertThat(parsed).isEqualTo(new HostPort(host, port));
    assertThat(parsed).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource({
    "node1, 'is not HOST:PORT, it has no port'",
    ":29500, 'is not HOST:PORT, it has no host'",
    "[]:29500, brackets are for an IPv6 address",
    "[node1]:29500, brackets are for an IPv6 address",
    "[::1:29500, brackets are for an IPv6 address",
    "::1:29500, an IPv6 address needs brackets",
    "node1:, is not a port",
    "node1:http, is not a port: give",
    "node1:0, is not a port: give",
    "node1:65536, from 1 to 65535",
    "node1:-1, is not a port: give"
  })
  void anything_else_is_refused_with_the_reason(String text, String reason) {
    assertThatThrownBy(() -> HostPort.parse("--master", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--master: '")
        .hasMessageContaining(reason);
  }
}
