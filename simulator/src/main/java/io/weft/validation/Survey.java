package io.weft.validation;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A table of measured throughput with, for each model, a row of one GPU that supplies its step
 * time.
 */
public record Survey(List<Measured> rows) {
  private static final String HEADER = "model,batch_per_gpu,network,method,gpus,samples_per_second";
  private static final String ALONE = "single-gpu";
  private static final String RESOURCE = "quantitative-survey.csv";

  public Survey {
    rows = List.copyOf(rows);
  }

  /**
   * Shi et al., "A Quantitative Survey of Communication Optimizations in Distributed Deep
   * Learning", IEEE Network 2021 (arXiv 2005.13247), table of its public repository
   * HKBU-HPML/ddl-benchmarks, results of 2020-05-29.
   */
  public static Survey published() {
    try (var stream = Objects.requireNonNull(Survey.class.getResourceAsStream(RESOURCE))) {
      return parse(RESOURCE, new String(stream.readAllBytes(), UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException("a resource of ours cannot be read", e);
    }
  }

  /** Reads lines of comma-separated values; a fault is told with the place and its line. */
  public static Survey parse(String place, List<String> lines) {
    if (lines.isEmpty() || !lines.getFirst().strip().equals(HEADER)) {
      throw new IllegalArgumentException("%s must begin with '%s'".formatted(place, HEADER));
    }
    var rows = new ArrayList<Measured>();
    for (int at = 1; at < lines.size(); at++) {
      if (!lines.get(at).isBlank()) {
        rows.add(row(lines.get(at), "%s, line %d".formatted(place, at + 1)));
      }
    }
    if (rows.isEmpty()) {
      throw new IllegalArgumentException("%s has no rows: add some".formatted(place));
    }
    return new Survey(rows);
  }

  private static Measured row(String line, String place) {
    var cells = line.strip().split(",", -1);
    try {
      if (cells.length == 6) {
        return new Measured(
            cells[0],
            Integer.parseInt(cells[1]),
            cells[2],
            cells[3],
            Integer.parseInt(cells[4]),
            Double.parseDouble(cells[5]));
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: '%s' has no number where one must be".formatted(place, line), e);
    }
    throw new IllegalArgumentException(
        "%s: '%s' has %d values instead of 6".formatted(place, line, cells.length));
  }

  /** The rows of several GPUs. */
  public List<Measured> together() {
    return rows.stream().filter(row -> !row.method().equals(ALONE)).toList();
  }

  /** What a step of a row takes on one GPU alone. */
  public double aloneSeconds(Measured row) {
    return rows.stream()
        .filter(it -> it.method().equals(ALONE))
        .filter(it -> it.model().equals(row.model()) && it.batch() == row.batch())
        .findFirst()
        .map(Measured::stepSeconds)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no row %s of %s with batch %d: add it, it supplies the step time"
                        .formatted(ALONE, row.model(), row.batch())));
  }
}
