package io.weft.command;

import static java.util.stream.Collectors.joining;

import io.weft.cli.ByteSize;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Program;
import io.weft.collective.program.Timeline;
import io.weft.collective.program.Verdict;
import io.weft.collective.program.Verifier;
import io.weft.report.ProgramDrawing;
import io.weft.report.Quantity;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The program of one algorithm: verdict, price, the steps of a rank, a picture. */
final class ShowProgram {
  /** A proof for more ranks would take longer than anybody wants to wait for a page of text. */
  private static final int PROVED_MOST = 128;

  private static final int FP32 = 4;

  private final Algorithm algorithm;
  private final Collective collective;
  private final ByteSize bytes;
  private final List<Program> programs;
  private final Timeline timeline;

  ShowProgram(Algorithm algorithm, Collective collective, ByteSize bytes) {
    algorithm
        .refusal(collective)
        .ifPresent(
            refusal -> {
              throw new IllegalArgumentException(refusal);
            });
    this.algorithm = algorithm;
    this.collective = collective;
    this.bytes = bytes;
    this.programs =
        IntStream.range(0, collective.ranks())
            .mapToObj(rank -> algorithm.program(collective, rank))
            .toList();
    var layout = Layout.even(bytes.bytes() / FP32, chunkCount());
    this.timeline = Timeline.of(programs, layout, FP32, ClusterCosts.TYPICAL);
  }

  private int chunkCount() {
    return programs.getFirst().chunkCount();
  }

  void print(Output output, int rank) {
    String proof = proof();
    var price = timeline.price();
    var steps = programs.get(rank).steps();
    output.line(title());
    output.line("  " + proof);
    output.line(
        "  predicted %s; %d messages; the busiest rank sends %s for %s of data"
            .formatted(
                Quantity.seconds(price.seconds()),
                price.messages(),
                Quantity.bytes(price.bytesMost()),
                bytes));
    output.line("  in a strategy line: " + uses());
    output.line("");
    output.line("rank %d, data in %d chunks".formatted(rank, chunkCount()));
    var table = Table.of(Table.right("#"), Table.left("step"));
    for (int i = 0; i < steps.size(); i++) {
      table.row(Integer.toString(i), steps.get(i).toString());
    }
    output.table(table);
    output.event(
        new ShowProgramEvent(
            algorithm.name(),
            collective.operation().label(),
            collective.ranks(),
            collective.topology().hostCount(),
            collective.pieces(),
            bytes.bytes(),
            chunkCount(),
            proof,
            price.seconds(),
            price.messages(),
            price.bytesMost(),
            rank,
            steps.stream().map(Object::toString).toList()));
  }

  private String uses() {
    var able = Catalogue.find(algorithm.name()).orElseThrow().uses();
    return Arrays.stream(Use.values())
        .map(use -> use.verb() + (able.contains(use) ? " yes" : " no"))
        .collect(joining(", "));
  }

  private String title() {
    int hosts = collective.topology().hostCount();
    return "%s: %s on %s, %s"
        .formatted(algorithm.name(), collective, hosts == 1 ? "1 host" : hosts + " hosts", bytes);
  }

  private String proof() {
    if (collective.ranks() > PROVED_MOST) {
      return "not proved here: proofs are made for up to %d ranks".formatted(PROVED_MOST);
    }
    return switch (new Verifier().verify(programs)) {
      case Verdict.Proved _ -> "proved: keeps the law of the operation for every length and order";
      case Verdict.Refuted(var why) -> throw new AssertionError(title() + ": " + why);
    };
  }

  void draw(Path file) throws IOException {
    Files.writeString(
        file, ProgramDrawing.svg(title(), timeline, collective.ranks(), chunkCount()));
  }
}
