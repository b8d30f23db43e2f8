package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sampled")
class MachineFileTest {
  @TempDir private Path folder;

  @Test
  void what_is_written_is_read() {
    var file = folder.resolve("a/b/this-machine.yaml");
    Trials.forAll(
        draw -> {
          var links = new EnumMap<LinkClass, Link>(LinkClass.class);
          for (var place : LinkClass.values()) {
            if (draw.between(0, 1) == 1) {
              links.put(place, new Link(positive(draw), positive(draw)));
            }
          }
          var costs = new MachineCosts(positive(draw), links, Map.of("socket_x", positive(draw)));
          MachineFile.write(costs, file);
          assertThat(MachineFile.read(file)).isEqualTo(costs);
        });
  }

  private static double positive(Draw draw) {
    return draw.between(1, 1_000_000) / (double) draw.between(1, 1_000_000);
  }

  @Test
  void the_file_lies_where_settings_of_users_lie() {
    var environment = Map.of("XDG_CONFIG_HOME", folder.toString());
    assertThat(MachineFile.readStandard(environment)).isEqualTo(MachineCosts.TYPICAL);
    var measured = new MachineCosts(7, Map.of(LinkClass.HOST, new Link(12, 3)), Map.of());
    MachineFile.write(measured, folder.resolve("weft/this-machine.yaml"));
    assertThat(MachineFile.readStandard(environment)).isEqualTo(measured);
    assertThat(MachineFile.standard(Map.of()).toString())
        .endsWith("/.config/weft/this-machine.yaml");
    assertThat(MachineFile.standard(Map.of("XDG_CONFIG_HOME", "settings")))
        .isEqualTo(MachineFile.standard(Map.of()));
  }

  @Test
  void what_cannot_be_read_is_named() throws IOException {
    refuses("reduction_gigabytes_per_second: fast", "line 1: 'reduction_");
    refuses("a: 1\na: 2", "line 2: a is there twice");
    refuses("host_latency_microseconds: 3", "lacks host_gigabytes_per_second");
    refuses("# nothing", "lacks reduction_gigabytes_per_second");
    refuses("reduction_gigabytes_per_second: 1\nspeed: 3", "'speed' is no setting");
    refuses("reduction_gigabytes_per_second: -1", "reductions at -1.0 GB/s");
  }

  @Test
  void a_file_that_is_not_there_or_none_is_a_sentence() {
    assertThatThrownBy(() -> MachineFile.read(folder.resolve("no.yaml")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(folder.resolve("no.yaml") + " cannot be read: it is not there");
    assertThatThrownBy(() -> MachineFile.read(folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(" cannot be read: it is a folder and not a file");
  }

  private void refuses(String text, String sentence) throws IOException {
    var file = Files.writeString(folder.resolve("wrong.yaml"), text + "\n");
    assertThatThrownBy(() -> MachineFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void costs_are_those_of_the_kind_of_link() {
    var costs = new MachineCosts(4, Map.of(LinkClass.HOST, new Link(12, 2)), Map.of());
    var processes = costs.amongProcesses();
    assertThat(processes.inside().alpha()).isEqualTo(12e-6);
    assertThat(processes.inside().beta()).isEqualTo(0.5e-9);
    assertThat(processes.between().gamma()).isEqualTo(0.25e-9);
    assertThat(processes.between().alpha()).isEqualTo(30e-6);
    assertThat(costs.amongThreads().inside().alpha()).isEqualTo(5e-6);
  }
}
