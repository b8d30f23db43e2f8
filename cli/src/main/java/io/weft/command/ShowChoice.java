package io.weft.command;

import io.weft.cli.ByteSize;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.algorithm.Choice;
import io.weft.collective.algorithm.Choice.Offer;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.LinkCosts;
import io.weft.report.Quantity;
import java.util.List;
import java.util.Locale;

/** Which algorithm is chosen for a collective, what the others would cost, and who cannot do it. */
final class ShowChoice {
  private static final int FP32 = 4;

  private final Output output;

  ShowChoice(Output output) {
    this.output = output;
  }

  /**
   * Explains it.
   *
   * @param cores of each host
   */
  void of(Collective collective, ByteSize bytes, int cores) {
    var costs = ClusterCosts.TYPICAL.withCores(cores);
    output.progress("pricing algorithms for " + collective);
    var offers = Choice.among(Algorithms.all(), collective, bytes.bytes() / FP32, FP32, costs);
    var best = offers.getFirst();
    output.line(
        "%s, %s on %d host%s: %s"
            .formatted(
                collective,
                bytes,
                collective.topology().hostCount(),
                collective.topology().hostCount() == 1 ? "" : "s",
                best.algorithm().name()));
    output.line("  " + reason(best, offers));
    output.line(
        "  assumed inside a host: %s; between hosts: %s"
            .formatted(text(costs.inside()), text(costs.between())));
    output.line("");
    print(offers);
    refusals(collective);
  }

  private static String reason(Offer best, List<Offer> offers) {
    if (offers.size() == 1) {
      return "it is the only one that can.";
    }
    var second = offers.get(1);
    double gain = second.seconds() / best.seconds() - 1;
    String next = second.algorithm().name();
    if (gain < 0.005 && best.peersMost() < second.peersMost()) {
      return "it is predicted to be about as fast as %s, and its ranks send to fewer others."
          .formatted(next);
    }
    if (gain < 0.005) {
      return "it is predicted to be as fast as %s and comes first in the list.".formatted(next);
    }
    boolean fewer = best.price().bytesMost() < second.price().bytesMost();
    return String.format(
        Locale.ROOT,
        "it is predicted to be %.0f %% faster than %s, which sends %s and takes %s messages.",
        gain * 100,
        next,
        fewer ? "more bytes" : "as many bytes or fewer",
        second.price().messages() > best.price().messages() ? "more" : "no more");
  }

  private void print(List<Offer> offers) {
    var table =
        Table.of(
            Table.left("algorithm"),
            Table.right("pieces"),
            Table.right("predicted"),
            Table.right("of best"),
            Table.right("messages"),
            Table.right("busiest rank sends"));
    double best = offers.stream().mapToDouble(Offer::seconds).min().orElseThrow();
    for (int i = 0; i < offers.size(); i++) {
      var offer = offers.get(i);
      var price = offer.price();
      table.row(
          offer.algorithm().name(),
          Integer.toString(offer.collective().pieces()),
          Quantity.seconds(offer.seconds()),
          best == 0 ? "1.00×" : String.format(Locale.ROOT, "%.2f×", offer.seconds() / best),
          Long.toString(price.messages()),
          Quantity.bytes(price.bytesMost()));
      output.event(
          new ShowOfferEvent(
              i + 1,
              offer.algorithm().name(),
              offer.collective().pieces(),
              offer.seconds(),
              price.messages(),
              price.bytesMost()));
    }
    output.table(table);
  }

  private void refusals(Collective collective) {
    for (var algorithm : Algorithms.all()) {
      algorithm
          .refusal(collective)
          .ifPresent(
              reason -> {
                output.line("  " + reason);
                output.event(new ShowRefusalEvent(algorithm.name(), reason));
              });
    }
  }

  private static String text(LinkCosts costs) {
    return String.format(
        Locale.ROOT,
        "%.0f µs and %.1f GB/s (combining %.1f GB/s)",
        costs.alpha() * 1e6,
        1e-9 / costs.beta(),
        1e-9 / costs.gamma());
  }
}
