package io.weft.run;

import io.weft.cli.Table;
import io.weft.collective.program.Topology;
import io.weft.join.Rank;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.Traffic.Bytes;
import io.weft.report.Quantity;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What the ranks of a run, or of a turn of a benchmark, have sent and received.
 *
 * @param most by purpose, on the rank that sent most and on the one that received most
 * @param cards through sockets between hosts, by host: all its ranks together
 */
public record RunTraffic(Topology topology, Map<Purpose, Bytes> most, List<Bytes> cards) {
  private static final List<Purpose> PURPOSES = List.of(Purpose.values());

  /** One of the reasons for which bytes travel. */
  public record OfPurpose(String purpose, long sentBytesPerRank, long receivedBytesPerRank) {}

  /** The network card of a host. */
  public record OfCard(List<Integer> ranks, long sentBytes, long receivedBytes) {}

  /** A line of a table. */
  public record Row(String what, String sent, String received) {
    private static Row of(String what, long sent, long received) {
      return new Row(what, Quantity.bytes((double) sent), Quantity.bytes((double) received));
    }
  }

  /** All ranks call it. */
  public static RunTraffic gathered(Rank rank, Traffic own) {
    var topology = rank.topology();
    var communicator = rank.communicator().counting(Purpose.REPORT);
    long[] most = new long[2 * PURPOSES.size()];
    for (int at = 0; at < PURPOSES.size(); at++) {
      put(most, at, own.of(PURPOSES.get(at)));
    }
    long[] cards = new long[2 * topology.hostCount()];
    put(cards, topology.hostOf(rank.rank()), toOtherHosts(topology, rank.rank(), own));
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    communicator.allReduce(Tensor.of(cards), Reduction.SUM);
    var byPurpose = new EnumMap<Purpose, Bytes>(Purpose.class);
    for (int at = 0; at < PURPOSES.size(); at++) {
      byPurpose.put(PURPOSES.get(at), get(most, at));
    }
    var byHost = new ArrayList<Bytes>();
    for (int host = 0; host < topology.hostCount(); host++) {
      byHost.add(get(cards, host));
    }
    return new RunTraffic(topology, byPurpose, byHost);
  }

  /** What a rank has exchanged with ranks of other hosts. */
  static Bytes toOtherHosts(Topology topology, int rank, Traffic own) {
    var sum = Bytes.NONE;
    for (int peer = 0; peer < own.bySocket().size(); peer++) {
      sum = topology.sameHost(rank, peer) ? sum : sum.plus(own.bySocket().get(peer));
    }
    return sum;
  }

  private static void put(long[] numbers, int at, Bytes bytes) {
    numbers[2 * at] = bytes.sent();
    numbers[2 * at + 1] = bytes.received();
  }

  private static Bytes get(long[] numbers, int at) {
    return new Bytes(numbers[2 * at], numbers[2 * at + 1]);
  }

  /** Each way on the card through which most went. */
  Bytes busiestCard() {
    return new Bytes(most(Bytes::sent), most(Bytes::received));
  }

  private long most(ToLongFunction<Bytes> way) {
    return cards.stream().mapToLong(way).max().orElse(0);
  }

  /** By purpose, those of which nothing travelled left out. */
  public List<OfPurpose> byPurpose() {
    return most.entrySet().stream()
        .filter(each -> !each.getValue().equals(Bytes.NONE))
        .sorted(Comparator.comparingLong(each -> -each.getValue().sent()))
        .map(each -> ofPurpose(each.getKey(), each.getValue()))
        .toList();
  }

  private static OfPurpose ofPurpose(Purpose purpose, Bytes bytes) {
    return new OfPurpose(purpose.label(), bytes.sent(), bytes.received());
  }

  /** By host. */
  public List<OfCard> byCard() {
    var list = new ArrayList<OfCard>();
    for (int host = 0; host < cards.size(); host++) {
      var bytes = cards.get(host);
      list.add(new OfCard(topology.ranksOf(host), bytes.sent(), bytes.received()));
    }
    return list;
  }

  /** One for each purpose, and one for each card if there are several. */
  public List<Row> rows() {
    var rows = new ArrayList<Row>();
    for (var each : byPurpose()) {
      rows.add(
          Row.of(
              each.purpose() + ", busiest rank",
              each.sentBytesPerRank(),
              each.receivedBytesPerRank()));
    }
    if (cards.size() > 1) {
      for (var card : byCard()) {
        rows.add(
            Row.of(
                "network card of ranks " + card.ranks(), card.sentBytes(), card.receivedBytes()));
      }
      rows.add(Row.of("busiest network card", busiestCard().sent(), busiestCard().received()));
    }
    return rows;
  }

  /** In the course of the run. */
  Table table() {
    var table =
        Table.of(Table.left("bytes of the run"), Table.right("sent"), Table.right("received"));
    rows().forEach(row -> table.row(row.what(), row.sent(), row.received()));
    return table;
  }
}
