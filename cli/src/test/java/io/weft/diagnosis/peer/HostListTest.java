package io.weft.diagnosis.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.diagnosis.Lookup;
import io.weft.network.identity.HostPort;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HostListTest {
  @Test
  void a_host_is_a_name_or_an_address_with_or_without_a_port() {
    assertThat(HostList.parse(List.of("a", "b:1", "fd77:0::1", "[fd77::2]", "[fd77::3]:2"), 29600))
        .containsExactly(
            new HostPort("a", 29600),
            new HostPort("b", 1),
            new HostPort("fd77:0::1", 29600),
            new HostPort("fd77::2", 29600),
            new HostPort("fd77::3", 2));
  }

  @Test
  void impossible_lists_are_refused_in_a_sentence() {
    assertThatThrownBy(() -> HostList.parse(List.of("a"), 29600))
        .hasMessage("--hosts names 1 host: give 2 to 256, this machine among them");
    assertThatThrownBy(() -> HostList.parse(List.of("a", "a:29600"), 29600))
        .hasMessageContaining("names a host twice");
    assertThatThrownBy(() -> HostList.parse(List.of("a", "b:port"), 29600))
        .hasMessageContaining("'port' is not a port");
    assertThatThrownBy(() -> HostList.parse(List.of("a", ""), 29600))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void we_are_the_host_that_has_our_address() throws Exception {
    assertThat(locate(null, "10.0.0.1", "10.0.0.2", "10.0.0.3").self()).isEqualTo(1);
    assertThat(locate(2, "10.0.0.1", "10.0.0.2", "10.0.0.3").self()).isEqualTo(2);
  }

  @Test
  void where_it_cannot_be_told_which_host_we_are_the_user_must_say() {
    assertThatThrownBy(() -> locate(null, "10.0.0.1", "10.0.0.3"))
        .hasMessageStartingWith("none of --hosts 10.0.0.1,10.0.0.3 is an address of this machine")
        .hasMessageContaining("--self N");
    assertThatThrownBy(() -> locate(null, "10.0.0.2", "10.0.0.1", "10.0.0.2"))
        .hasMessage("entries 0, 2 of --hosts are all this machine: say which one with --self N");
    assertThatThrownBy(() -> locate(2, "10.0.0.1", "10.0.0.2"))
        .hasMessage("--self 2: the entries of --hosts count from 0 to 1");
  }

  @Test
  void a_label_has_a_port_only_where_it_must() throws Exception {
    var hosts = locate(0, "10.0.0.1", "10.0.0.2", "10.0.0.2");
    assertThat(hosts.label(0)).isEqualTo("10.0.0.1");
    assertThat(hosts.label(2)).isEqualTo("10.0.0.2:3");
    assertThat(hosts.labelLengthMost()).isEqualTo(10);
  }

  @Test
  void among_machines_it_listens_everywhere_and_on_one_at_loopback_only() throws Exception {
    assertThat(locate(0, "127.0.0.1", "10.0.0.2").withinThisMachine()).isFalse();
    assertThat(locate(0, "127.0.0.1", "10.0.0.2").listeningAddress().getAddress())
        .matches(InetAddress::isAnyLocalAddress);
    assertThat(locate(1, "127.0.0.1", "127.0.0.2").listeningAddress().toString())
        .isEqualTo("/127.0.0.2:2");
  }

  /** Hosts at ports 1, 2, 3 as seen by 10.0.0.2. */
  private static HostList locate(@Nullable Integer self, String... addresses) throws Exception {
    var hosts = new ArrayList<HostList.Host>();
    for (String address : addresses) {
      var place = new HostPort(address, hosts.size() + 1);
      hosts.add(new HostList.Host(place, Lookup.of(address)));
    }
    var own = InetAddress.getByName("10.0.0.2");
    return HostList.locate(hosts, self, own::equals);
  }
}
