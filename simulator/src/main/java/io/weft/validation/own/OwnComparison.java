package io.weft.validation.own;

import io.weft.validation.Check;
import io.weft.validation.Forecast;
import io.weft.validation.Measured;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was measured beside what was predicted for it. */
public final class OwnComparison {
  /** Errors of the mean that are promised, by model; others are reported and not judged. */
  private static final Map<String, Double> LIMITS = Map.of("sim", 8.0, "mlp", 12.0);

  /** Networks for which they are promised. */
  private static final List<String> JUDGED = List.of("200mbit", "1gbit");

  /** The part of all choices that must be judged; fewer would prove nothing. */
  private static final double JUDGED_LEAST = 0.5;

  private record Row(OwnRun run, Repeated measured, double predictedSeconds) {}

  private final List<Row> rows = new ArrayList<>();

  /**
   * Keeps what was both measured and predicted.
   *
   * @throws IllegalArgumentException if something was measured that was not predicted
   */
  public OwnComparison(Map<OwnRun, Repeated> predicted, Map<OwnRun, Repeated> measured) {
    measured.forEach(
        (run, steps) -> {
          var expected = predicted.get(run);
          if (expected == null) {
            throw new IllegalArgumentException(
                "%s was measured and not predicted: give the predictions of that run"
                    .formatted(run));
          }
          rows.add(new Row(run, steps, expected.mean()));
        });
  }

  /** Errors by model, and by whether the network is judged. */
  public List<Check> checks() {
    var checks = new LinkedHashMap<String, List<Row>>();
    for (var row : rows) {
      var judged = JUDGED.contains(row.run.network()) ? "" : ", " + row.run.network();
      checks
          .computeIfAbsent("ourselves, " + row.run.model() + judged, _ -> new ArrayList<>())
          .add(row);
    }
    return checks.entrySet().stream().map(it -> check(it.getKey(), it.getValue())).toList();
  }

  private static Check check(String name, List<Row> rows) {
    var first = rows.getFirst().run;
    var limit =
        JUDGED.contains(first.network())
            ? Optional.ofNullable(LIMITS.get(first.model()))
            : Optional.<Double>empty();
    return new Check(
        name, rows.stream().map(OwnComparison::forecast).toList(), limit, Optional.empty());
  }

  private static Forecast forecast(Row row) {
    var run = row.run;
    double samples = run.samples();
    var measured =
        new Measured(
            run.model(),
            run.batch(),
            run.network(),
            run.strategy(),
            run.ranks(),
            samples / row.measured.mean());
    return new Forecast(measured, samples / row.predictedSeconds);
  }

  /** Of those pairs of a setting whose 95 % intervals do not overlap. */
  public Order order() {
    int pairs = 0;
    var inverted = new ArrayList<String>();
    for (var group : settings()) {
      for (var one : group) {
        for (var other : group) {
          if (isJudged(one) && one.measured.isBelow(other.measured)) {
            pairs++;
            if (one.predictedSeconds >= other.predictedSeconds) {
              inverted.add(words(one, other));
            }
          }
        }
      }
    }
    return new Order(pairs, inverted);
  }

  private static boolean isJudged(Row row) {
    return JUDGED.contains(row.run.network());
  }

  private static String words(Row one, Row other) {
    return "%s on %d ranks, %s: %s is faster than %s"
        .formatted(
            one.run.model(),
            one.run.ranks(),
            one.run.network(),
            one.run.strategy(),
            other.run.strategy());
  }

  /** What the fastest prediction of each setting is worth. */
  public List<Choice> choices() {
    return settings().stream().map(OwnComparison::choice).toList();
  }

  /** Whether enough choices were measured well enough to be judged. */
  public boolean isJudged() {
    var choices = choices();
    return choices.stream().filter(Choice::judged).count() >= JUDGED_LEAST * choices.size();
  }

  /**
   * How many choices, and whether their number and the order, say FAIL; the {@link #checks} are not
   * among them.
   */
  public int failures() {
    long choices = choices().stream().filter(choice -> !choice.pass()).count();
    return (int) choices + (isJudged() ? 0 : 1) + (order().pass() ? 0 : 1);
  }

  private Collection<List<Row>> settings() {
    var settings = new LinkedHashMap<OwnRun, List<Row>>();
    for (var row : rows) {
      settings.computeIfAbsent(row.run.setting(), _ -> new ArrayList<>()).add(row);
    }
    return settings.values();
  }

  private static Choice choice(List<Row> group) {
    var chosen =
        group.stream().min(Comparator.comparingDouble(it -> it.predictedSeconds)).orElseThrow();
    var best =
        group.stream().min(Comparator.comparingDouble(it -> it.measured.mean())).orElseThrow();
    double least = best.measured.mean();
    double spread = Math.max(best.measured.spread(), chosen.measured.spread());
    return new Choice(
        best.run.setting(),
        chosen.run.strategy(),
        best.run.strategy(),
        100 * (chosen.measured.mean() / least - 1),
        100 * spread);
  }
}
