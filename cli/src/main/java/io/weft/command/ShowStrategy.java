package io.weft.command;

import io.weft.cli.Output;
import io.weft.strategy.Explanation;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Use;

/** A strategy line in plain English. */
final class ShowStrategy {
  private static final int COLUMNS = 88;

  private ShowStrategy() {}

  static void of(String line, String model, Output output, ShowCompression compression) {
    var strategy = Strategy.parse(line);
    String text = Explanation.of(strategy).text();
    output.line(strategy.canonical());
    output.line("");
    wrapped(text).lines().forEach(output::line);
    output.line("");
    for (var use : Use.values()) {
      var answer = wrapped("%s: %s".formatted(use.verb(), answer(strategy, use)));
      output.line("  " + answer.replace("\n", "\n    "));
    }
    var buckets = ShowBuckets.of(strategy, model);
    buckets.map(ShowBuckets::text).ifPresent(output::line);
    output.event(ShowStrategyEvent.of(line, strategy, text, buckets));
    strategy.term(Axis.COMPRESSION).ifPresent(compression::of);
  }

  private static String answer(Strategy strategy, Use use) {
    return strategy.obstacle(use).map(because -> "not yet, " + because).orElse("yes");
  }

  private static String wrapped(String text) {
    var lines = new StringBuilder();
    int width = 0;
    for (String word : text.split(" ", -1)) {
      boolean fits = width > 0 && width + 1 + word.length() <= COLUMNS;
      lines.append(width == 0 ? "" : fits ? " " : "\n").append(word);
      width = fits ? width + 1 + word.length() : word.length();
    }
    return lines.toString();
  }
}
