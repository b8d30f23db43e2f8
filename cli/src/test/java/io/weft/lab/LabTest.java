package io.weft.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.command.Weft;
import io.weft.diagnosis.Netlab;
import io.weft.launch.ThisProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two ranks on two hosts. */
@Tag("processes")
@Tag("thorough")
class LabTest {
  private static final String LINK = "200mbit";
  private static final Percentage COUNTED = Percentage.withPercentage(5);

  /** Each takes chunks as it can, so they need not carry quite the same. */
  private static final double SHARE_LEAST = 0.2;

  @TempDir private Path folder;
  private Netlab lab;

  @BeforeEach
  void check() throws Exception {
    lab = new Netlab(folder);
    lab.assume();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 2", "-n 2 -6"})
  void ranks_on_two_hosts_send_what_they_count(String hosts) throws Exception {
    lab.assume(hosts.split(" ", -1));
    var bench =
        ThisProgram.command(
            Weft.class.getName(),
            List.of("bench", "all-reduce", "--bytes", "4MB", "--seconds", "0.05", "--json"));
    var lines = run(hosts + " -r 1gbit -t", bench);
    assertThat(lines).hasSize(3);
    double counted = field("wire_bytes_total", lines.getFirst());
    assertThat(field("wrong", lines.getFirst())).isZero();
    for (var line : lines.subList(1, 3)) {
      long sent = field("tx_bytes", line);
      System.out.printf(
          "%s: the interface sent %d bytes, %.2f %% of what was counted%n",
          hosts, sent, 100 * sent / counted);
      assertThat((double) sent).isCloseTo(counted, COUNTED);
    }
  }

  @Test
  void two_links_share_the_bytes() throws Exception {
    String bytes = "" + (16 << 20);
    var rank = ThisProgram.command(LabRank.class.getName(), List.of("alone", bytes, "3"));
    double one = median(run("-n 2 -l 1 -r " + LINK, rank));
    var onTwo = run("-n 2 -l 2 -r " + LINK, rank);
    double two = median(onTwo);
    System.out.printf(
        "all-reduce of 16 MB at %s: %.0f ms on one link, %.0f ms on two, %.2f times as fast%n",
        LINK, one, two, one / two);
    var sent = Stream.of(times("links", onTwo).split(" ", -1)).map(Double::valueOf).toList();
    assertThat(sent).hasSize(2);
    // Equal shares on an idle machine; on a busy one the link whose threads get a core has more.
    double all = sent.getFirst() + sent.getLast();
    assertThat(sent).allMatch(each -> each > SHARE_LEAST * all);
  }

  @Test
  void urgent_operations_pass_a_large_one_by() throws Exception {
    var command = List.of("urgent", "" + (64 << 10), "" + (64 << 20), "20");
    var lines = run("-n 2 -r " + LINK, ThisProgram.command(LabRank.class.getName(), command));
    System.out.printf(
        "all-reduce of 64 KB at %s, median and worst in ms: idle %s; beside one of 64 MB, of which"
            + " 10 ms or so may be under way meanwhile, %s; that one took %s%n",
        LINK, times("idle", lines), times("urgent", lines), times("large", lines));
    assertThat(lines).contains("the large one goes on");
  }

  private List<String> run(String options, List<String> command)
      throws IOException, InterruptedException {
    var arguments = new ArrayList<>(List.of(options.split(" ", -1)));
    arguments.add("--");
    arguments.addAll(command);
    var ended = lab.run(arguments.toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended.out().lines().toList();
  }

  private static String times(String name, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static double median(List<String> lines) {
    return Double.parseDouble(times("alone", lines).split(" ", -1)[0]);
  }

  private static long field(String name, String line) {
    var found = Pattern.compile("\"" + name + "\":(\\d+)").matcher(line);
    assertThat(found.find()).as(line).isTrue();
    return Long.parseLong(found.group(1));
  }
}
