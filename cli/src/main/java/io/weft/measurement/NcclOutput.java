package io.weft.measurement;

import io.weft.join.Link;
import io.weft.join.LinkClass;
import io.weft.measurement.LinkFit.Sample;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What {@code all_reduce_perf} of nccl-tests has printed, as a link. All-reduce is taken for a
 * ring: 2(n − 1) messages one after the other, each of an n-th of the bytes.
 *
 * @param place between hosts if ranks are on several, else inside one
 */
public record NcclOutput(LinkClass place, int ranks, LinkFit fit) {
  /** {@code # Rank 0 Group 0 Pid 4711 on node1 device 0 [0x0f] …}. */
  private static final Pattern RANK = Pattern.compile("#\\s+Rank\\s+\\d+\\b.*?\\bon\\s+(\\S+).*");

  /** Size, count, type, operation, root, and the time in microseconds. */
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(\\d{1,18})\\s+\\d+\\s+\\w+\\s+\\w+\\s+-?\\d+\\s+(\\d{1,18}(?:\\.\\d*)?)\\s.*");

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException if it names fewer than two ranks or has fewer than two sizes
   */
  public static NcclOutput parse(String name, List<String> lines) {
    var hosts = new HashSet<String>();
    var samples = new ArrayList<Sample>();
    int ranks = 0;
    for (var line : lines) {
      var rank = RANK.matcher(line);
      var row = ROW.matcher(line);
      if (rank.matches()) {
        hosts.add(rank.group(1));
        ranks++;
      } else if (row.matches() && !row.group(1).equals("0")) {
        samples.add(new Sample(Long.parseLong(row.group(1)), Double.parseDouble(row.group(2))));
      }
    }
    samples.removeIf(sample -> sample.micros() == 0); // So no message takes.
    long sizes = samples.stream().map(Sample::bytes).distinct().count();
    if (ranks < 2 || sizes < 2) {
      throw new IllegalArgumentException(
          "%s names %d ranks and has %d sizes: %s"
              .formatted(name, ranks, sizes, "give all that all_reduce_perf -b 1K -e 1G prints"));
    }
    var place = hosts.size() > 1 ? LinkClass.NETWORK : LinkClass.HOST;
    return new NcclOutput(place, ranks, perMessage(LinkFit.of(samples), ranks));
  }

  private static LinkFit perMessage(LinkFit whole, int ranks) {
    int steps = 2 * (ranks - 1);
    var link = whole.link();
    return new LinkFit(
        new Link(link.latencyMicros() / steps, link.gigabytesPerSecond() * steps / ranks),
        whole.residualPercent());
  }
}
