package io.weft.command;

import io.weft.cli.Output;
import io.weft.compression.Coding;
import io.weft.compression.Merging;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.LevelCodec;
import io.weft.engine.zoo.Models;
import io.weft.measurement.CodecMeasurement;
import io.weft.measurement.CodecSpeeds;
import io.weft.model.Parameter;
import io.weft.report.Quantity;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Term;
import io.weft.training.CompressionSettings;
import io.weft.training.CompressionSettings.Circumstances;
import java.util.List;
import java.util.Locale;

/** What a compression makes of a model: its payload, how it is exchanged, and when it pays. */
final class ShowCompression {
  /** Of a run that is not there: epochs of one step, the usual momentum, nothing clipped. */
  private static final Circumstances NO_RUN = new Circumstances(0, 1, 0.9f);

  /** Layers give what it sends, so there is nothing to measure without a run. */
  private static final List<String> FACTORED =
      List.of(
          "  payload: 4b(m + l) bytes for a matrix of m by l; b: samples or tokens of a rank in a step",
          "  exchange: all-gather of factors, which each rank multiplies; all else is all-reduced",
          "  pays for n ranks where nb(m + l) is below 2ml: else the matrix travels as it is");

  private final Output output;
  private final String model;
  private final int ranks;
  private final List<Extent> tensors;

  /**
   * @param model the name of one, or how many numbers there are
   */
  ShowCompression(Output output, String model, int ranks) {
    this.output = output;
    this.model = model;
    this.ranks = ranks;
    this.tensors = tensors(model);
  }

  void of(Term term) {
    output.line("");
    try {
      var coding = CompressionSettings.of(term, NO_RUN).coding();
      if (coding instanceof Coding.Factored) {
        FACTORED.forEach(output::line);
      } else {
        print(term, coding);
      }
    } catch (StrategyException e) {
      output.line("  " + e.getMessage());
    }
  }

  private static List<Extent> tensors(String model) {
    if (model.matches("[0-9]+")) {
      return List.of(new Extent(count(model), 1));
    }
    return Models.parameters(model).stream()
        .filter(Parameter::trained)
        .map(it -> Extent.of(it.shape().stream().mapToLong(Long::longValue).toArray()))
        .toList();
  }

  private static int count(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "--model %s: the name of a model, or 0 to %d numbers".formatted(text, Integer.MAX_VALUE),
          e);
    }
  }

  private void print(Term term, Coding coding) {
    output.progress("measuring " + term.name());
    var measured = CodecSpeeds.settled(coding, tensors);
    long numbers = tensors.stream().mapToLong(Extent::count).sum();
    double dense = (double) numbers * Float.BYTES;
    double code = payload(coding, numbers, measured);
    double payload = Math.min(code, dense);
    double speed = (double) measured.numbers() * Float.BYTES;
    double breakEven = breakEven(measured);
    String exchange = exchange(coding);
    output.line(String.format(Locale.ROOT, "%s of %s, %,d numbers", term.text(), model(), numbers));
    output.line(
        String.format(
            Locale.ROOT,
            "  payload: %s of %s, %.1f %%%s",
            Quantity.bytes(payload),
            Quantity.bytes(dense),
            dense == 0 ? 0 : 100 * payload / dense,
            code > dense ? ": it travels dense, as its code is larger" : ""));
    output.line("  exchange: " + exchange);
    output.line(
        String.format(
            Locale.ROOT,
            "  speed here: encodes %s GB/s and decodes %s GB/s, one thread, %,d numbers",
            billions(speed / measured.encodeSeconds()),
            billions(speed / measured.decodeSeconds()),
            measured.numbers()));
    output.line("  " + pays(breakEven));
    output.event(
        new ShowCompressionEvent(
            term.text(),
            model,
            numbers,
            dense,
            payload,
            exchange,
            measured.numbers(),
            speed / measured.encodeSeconds(),
            speed / measured.decodeSeconds(),
            ranks,
            breakEven));
  }

  private static double payload(Coding coding, long numbers, CodecMeasurement measured) {
    double estimate = (double) numbers * Float.BYTES * measured.payloadShare();
    return switch (coding) {
      case Coding.Single(var codec, _) -> codec.fixed() ? codec.payloadBytes(numbers) : estimate;
      case Coding.Joint _, Coding.Factored _ -> estimate;
      case Coding.Counted(var codec, _) -> codec.levels().bytes(numbers);
      case Coding.Merged merged -> merged.local().payloadBytes(numbers);
    };
  }

  private String model() {
    return model.matches("[0-9]+") ? "a vector" : model;
  }

  /** Bits per second at which what is saved on a link takes as long as the codec. */
  private double breakEven(CodecMeasurement measured) {
    double dense = 2.0 * (ranks - 1) / ranks * measured.numbers() * Float.BYTES;
    double saved = dense * (1 - measured.payloadShare());
    return saved * Byte.SIZE / (measured.encodeSeconds() + measured.decodeSeconds());
  }

  /** With two digits that count, however small: what is slow is not 0.00. */
  static String billions(double number) {
    double billions = number / 1e9;
    return String.format(Locale.ROOT, billions < 0.1 ? "%.2g" : "%.2f", billions);
  }

  private String pays(double breakEven) {
    return breakEven > 0
        ? String.format(
            Locale.ROOT,
            "pays for %d ranks: on links below %s Gbit/s, if nothing is hidden",
            ranks,
            billions(breakEven))
        : "never pays: it sends no less";
  }

  private String exchange(Coding coding) {
    return switch (coding) {
      case Coding.Single(var codec, _) -> exchange(codec);
      case Coding.Joint _ -> "all-reduce of each phase, whose payloads are added as fp32";
      case Coding.Factored _ -> "all-gather of factors";
      case Coding.Counted(var codec, _) -> exchange(codec);
      case Coding.Merged(var merging, _, _) -> exchange(merging);
    };
  }

  private String exchange(LevelCodec codec) {
    return "all-reduce of whole numbers: all-to-all in %d bits, all-gather of sums in %d"
        .formatted(codec.levels().bits(), codec.outcomes(ranks).bits());
  }

  private static String exchange(Merging merging) {
    return switch (merging) {
      case PAIRS -> "payloads are merged in pairs of ranks, round by round";
      case REGIONS -> "all-to-all by regions, which are added up, and all-gather of the largest";
    };
  }

  private static String exchange(Codec codec) {
    return switch (codec.combining()) {
      case SUM_FP16 -> "all-reduce, added as fp16";
      case SUM_BF16 -> "all-reduce, added as bf16";
      case SUM_FP32 -> "all-reduce, added as fp32";
      case VOTE -> "all-to-all of votes by chunks, of which the majority counts, and all-gather";
      case GATHER -> "all-gather and addition, or by chunks, which are encoded again";
    };
  }
}
