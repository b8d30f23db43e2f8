package io.weft.command;

import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import java.util.ArrayList;
import java.util.List;

/** Says what to run on which host, for who has no launcher. */
final class TrainHosts {
  private static final int PORT = 29500;
  private static final String TOKEN = "weft.token";

  private final Output output;
  private final List<String> hosts;
  private final int ranks;

  /** As many ranks on each host. */
  TrainHosts(Output output, List<String> hosts, int ranks) {
    if (ranks % hosts.size() != 0) {
      throw new IllegalArgumentException(
          "--ranks %d on %d hosts: give a multiple of the hosts, or leave out --ranks"
              .formatted(ranks, hosts.size()));
    }
    this.output = output;
    this.hosts = List.copyOf(hosts);
    this.ranks = ranks;
  }

  int print(List<String> settings) {
    output.line("# once, and then copied to every host:");
    output.line("(umask 077; openssl rand -hex 32 > %s)".formatted(TOKEN));
    int each = ranks / hosts.size();
    for (int rank = 0; rank < ranks; rank++) {
      String host = hosts.get(rank / each);
      String command = command(rank, settings);
      output.line("");
      output.line("# on %s:".formatted(host));
      output.line(command);
      output.event(new TrainHostEvent(host, rank, command));
    }
    return ExitCode.OK.code();
  }

  private String command(int rank, List<String> settings) {
    var words = new ArrayList<>(List.of("WEFT_TOKEN_FILE=" + TOKEN, "./weft", "train"));
    settings.stream()
        .filter(setting -> !setting.startsWith("--ranks="))
        .map(TrainHosts::quoted)
        .forEach(words::add);
    words.add("--rank=" + rank);
    words.add("--world=" + ranks);
    words.add("--master=" + quoted(hosts.getFirst()) + ":" + PORT);
    return String.join(" ", words);
  }

  /** As a shell takes it for one word. */
  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
