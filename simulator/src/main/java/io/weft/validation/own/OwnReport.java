package io.weft.validation.own;

import java.util.Formatter;
import java.util.Locale;

/** A comparison as a section of a page of Markdown. */
public final class OwnReport {
  private static final String HEAD =
      """
      ## Ourselves

      Real runs in the lab beside what was predicted for them before, from a calibrated cluster and
      profiles of one rank. Other networks than 200mbit and 1gbit are reported and not judged.

      | check | runs | mean error | limit | worst | result |
      |---|---|---|---|---|---|
      """;

  private static final String CHOICES =
      """

      What the strategy that was predicted to be the fastest costs. It may be 3 % slower than the
      fastest; what was repeated with results that are more than 10 % apart is not judged.

      | model | network | ranks | chosen | fastest | longer by | repetitions apart | result |
      |---|---|---|---|---|---|---|---|
      """;

  private OwnReport() {}

  /** The section. */
  public static String markdown(OwnComparison comparison) {
    var text = new Formatter(Locale.ROOT);
    text.format("%s", HEAD);
    for (var check : comparison.checks()) {
      text.format(
          "| %s | %d | %.1f %% | %s | %.1f %% | %s |\n",
          check.name(),
          check.forecasts().size(),
          check.meanPercent(),
          check.limitPercent().map(it -> String.format(Locale.ROOT, "%.1f %%", it)).orElse("–"),
          check.worstPercent(),
          check.verdict());
    }
    text.format("%s", CHOICES);
    for (var choice : comparison.choices()) {
      text.format(
          "| %s | %s | %d | `%s` | `%s` | %.1f %% | %.1f %% | %s |\n",
          choice.setting().model(),
          choice.setting().network(),
          choice.setting().ranks(),
          choice.chosen(),
          choice.best(),
          choice.excessPercent(),
          choice.spreadPercent(),
          choice.verdict());
    }
    text.format(
        "\n%d of %d are judged, and at least half must be: %s.\n",
        comparison.choices().stream().filter(Choice::judged).count(),
        comparison.choices().size(),
        comparison.isJudged() ? "pass" : "FAIL");
    var order = comparison.order();
    text.format(
        "\n%d of %d pairs that differ for certain are predicted the other way round, and at least 8"
            + " are needed: %s.\n",
        order.inverted().size(), order.pairs(), order.pass() ? "pass" : "FAIL");
    order.inverted().forEach(it -> text.format("\n- %s", it));
    return text.toString().strip() + "\n";
  }
}
