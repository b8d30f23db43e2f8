package io.weft.command;

import io.weft.cli.Table;
import io.weft.plan.Candidate;
import io.weft.plan.Candidate.Standing;
import io.weft.plan.Job;
import io.weft.plan.Outlook;
import io.weft.plan.Planner;
import io.weft.report.Quantity;
import io.weft.strategy.Strategy;
import io.weft.strategy.term.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A ranking for people: what to take, and apart from it what cannot be taken. */
record PlanReport(Job job, List<Candidate> ranked) {
  PlanReport {
    ranked = List.copyOf(ranked);
  }

  /** What is usual left out, but for when values travel: the names in a plan differ in that. */
  static String name(Strategy strategy) {
    var usual = List.of("bsp", "all-reduce", "auto");
    return strategy.terms().values().stream()
        .map(Term::brief)
        .filter(term -> !usual.contains(term))
        .collect(Collectors.joining(" + "));
  }

  /** What a step consists of, in half a line. */
  private static String brief(String reason) {
    var path = reason.replaceFirst(";.*", "").replaceAll(" ms of (?=backward|exch|upd)", " of ");
    return reason.contains("encoding is assumed") ? path + "; encoding assumed" : path;
  }

  private List<Candidate> of(Standing standing) {
    return ranked.stream().filter(it -> it.standing() == standing).toList();
  }

  /** Those that can be trained with; empty if there are none. */
  Optional<Table> table() {
    var able = of(Standing.RANKED);
    if (able.isEmpty()) {
      return Optional.empty();
    }
    var table =
        Table.of(
            Table.left("strategy"),
            Table.right("step"),
            Table.left(""),
            Table.right("samples/s"),
            Table.right("exposed"),
            Table.left("why"));
    double best = able.getFirst().outlook().orElseThrow().highSeconds();
    for (var candidate : able) {
      var outlook = candidate.outlook().orElseThrow();
      table.row(
          name(candidate.strategy()),
          Quantity.seconds(outlook.prediction().stepSeconds()),
          outlook.lowSeconds() <= best ? "*" : "",
          String.format(Locale.ROOT, "%.1f", outlook.samplesPerSecond(job)),
          Quantity.seconds(outlook.prediction().overlap().exposedSeconds()),
          brief(candidate.reason()));
    }
    return Optional.of(table);
  }

  /** Those that are not ranked, with their reasons. */
  List<String> others() {
    var lines = new ArrayList<String>();
    var slower = of(Standing.LEFT_OUT);
    if (!slower.isEmpty()) {
      lines.add("");
      lines.add(
          "Slower in closed form, and not simulated: "
              + slower.stream().map(it -> name(it.strategy())).collect(Collectors.joining("; "))
              + ".");
    }
    var unable = new ArrayList<>(of(Standing.UNTRAINABLE));
    unable.addAll(of(Standing.IMPOSSIBLE));
    if (!unable.isEmpty()) {
      lines.add("");
      lines.add("Cannot run here:");
      unable.forEach(it -> lines.add("- " + name(it.strategy()) + time(it) + ": " + it.reason()));
    }
    return lines;
  }

  private static String time(Candidate candidate) {
    return candidate
        .outlook()
        .map(it -> ", predicted " + Quantity.seconds(it.prediction().stepSeconds()))
        .orElse("");
  }

  /** What to take, how far it scales, and what would change that. */
  String conclusion(Planner planner) {
    var first = ranked.getFirst();
    if (first.standing() != Standing.RANKED) {
      return "Nothing can be trained with here: the reasons are above.";
    }
    var outlook = first.outlook().orElseThrow();
    return "Take %s: %s. %s%s"
        .formatted(
            name(first.strategy()), scaling(outlook), network(planner, first), basis(outlook));
  }

  private String scaling(Outlook outlook) {
    double samples = outlook.samplesPerSecond(job);
    double alone = job.batch() / job.work().wholeSeconds();
    return String.format(
        Locale.ROOT,
        "%.1f samples/s, %.1f times as many as one rank alone, which is %.0f %% of %d ranks",
        samples,
        samples / alone,
        100 * samples / alone / job.ranks(),
        job.ranks());
  }

  /** Where it is no longer the fastest. */
  private String network(Planner planner, Candidate first) {
    boolean alone = job.cluster().hostsOf(job.ranks()) == 1;
    double rate = job.cluster().between().bytesPerSecond();
    if (alone) {
      return "All ranks are on one host, so no network between hosts would change that.";
    }
    return planner
        .flip(first.strategy())
        .map(
            found ->
                String.format(
                    Locale.ROOT,
                    "With %.2f Gbit/s between hosts in place of %.2f, %s would be faster.",
                    found.bytesPerSecond() * 8e-9,
                    rate * 8e-9,
                    name(found.strategy())))
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT,
                    "It is the fastest with links between hosts up to %.0f times slower and faster.",
                    Planner.RANGE));
  }

  private String basis(Outlook outlook) {
    return outlook.basis(job).stream().map(" "::concat).collect(Collectors.joining());
  }
}
