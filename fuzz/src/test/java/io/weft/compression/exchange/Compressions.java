package io.weft.compression.exchange;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.codec.Codec;
import io.weft.strategy.Strategy;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.training.CompressionSettings;
import io.weft.training.CompressionSettings.Circumstances;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Every compression of the strategy language, as it is and in wrappers. */
public final class Compressions {
  private static final Circumstances RUN = new Circumstances(1, 10, 0.9f, 0.9, 0.99);
  private static final List<String> FORMS =
      List.of("%s", "lossless(%s)", "plain(%s)", "momentum-correction(%s)", "per-tensor(%s)");

  private static final List<Compression> ALL =
      Catalogue.entries(Axis.COMPRESSION).stream()
          .flatMap(entry -> FORMS.stream().map(form -> form.formatted(entry.name())))
          .flatMap(Compressions::of)
          .distinct()
          .toList();

  private Compressions() {}

  public static List<Compression> all() {
    return ALL;
  }

  /** None for what does not go together. */
  private static Stream<Compression> of(String term) {
    try {
      return Strategy.parse("wfbp + " + term)
          .term(Axis.COMPRESSION)
          .map(it -> CompressionSettings.of(it, RUN))
          .stream();
    } catch (StrategyException e) {
      return Stream.of();
    }
  }

  /** What decodes by itself. */
  public static List<Codec> codecs() {
    var codecs = new ArrayList<Codec>();
    for (var compression : ALL) {
      switch (compression.coding()) {
        case Coding.Single(var codec, var again) -> codecs.addAll(List.of(codec, again));
        case Coding.Counted(_, var alone) -> alone.ifPresent(codecs::add);
        case Coding.Merged merged -> codecs.add(merged.local());
        case Coding.Joint _, Coding.Factored _ -> {}
      }
    }
    return codecs.stream().distinct().toList();
  }
}
