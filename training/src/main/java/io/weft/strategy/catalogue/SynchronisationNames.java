package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Capability.ALONE;
import static io.weft.strategy.term.Capability.ANY_VECTOR;
import static io.weft.strategy.term.Capability.ARRIVALS;
import static io.weft.strategy.term.Capability.ASYNCHRONOUS;
import static io.weft.strategy.term.Capability.CENTRE;
import static io.weft.strategy.term.Capability.EXACT;
import static io.weft.strategy.term.Capability.EXCHANGES;
import static io.weft.strategy.term.Capability.GROUPS;
import static io.weft.strategy.term.Capability.MEAN;
import static io.weft.strategy.term.Capability.OPEN_FORM;
import static io.weft.strategy.term.Capability.PARTIAL;
import static io.weft.strategy.term.Capability.ROUNDS;
import static io.weft.strategy.term.Capability.STEADY;
import static io.weft.strategy.term.Capability.UNTOUCHED;
import static io.weft.strategy.term.Capability.WAITS;
import static io.weft.strategy.term.Parameter.momentum;
import static io.weft.strategy.term.Parameter.number;
import static io.weft.strategy.term.Parameter.share;
import static io.weft.strategy.term.Parameter.whole;
import static io.weft.strategy.term.Parameter.word;
import static io.weft.strategy.term.Use.PLAN;
import static io.weft.strategy.term.Use.SIMULATE;
import static io.weft.strategy.term.Use.TRAIN;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;

/** What is kept in step, and how tightly. */
final class SynchronisationNames {
  private static final int PERIOD_MAX = 1_000_000;

  static final List<Entry> TABLE =
      List.of(
          Entry.of(Axis.SYNCHRONISATION, "local")
              .meaning("Every rank trains alone and nothing is exchanged")
              .usable(SIMULATE),
          name("bsp")
              .from(new Paper("Valiant", "A Bridging Model for Parallel Computation", 1990))
              .meaning(
                  "All ranks keep step: they exchange in every step and wait for the result before"
                      + " the next")
              .offering(ROUNDS, WAITS, EXACT)
              .usable(TRAIN, SIMULATE, PLAN),
          name("ssp", whole("staleness", 3, 0, 1_000).unverified())
              .from(
                  new Paper(
                      "Ho et al.",
                      "More Effective Distributed ML via a Stale Synchronous Parallel Parameter"
                          + " Server",
                      2013))
              .meaning(
                  "Workers need not keep step, but none runs more than {staleness step} ahead of"
                      + " the slowest")
              .offering(WAITS)
              .needing(CENTRE, ALONE),
          name("asp", word("correction", uncorrected(), byStaleness(), byCurvature()))
              .from(new Paper("Dean et al.", "Large Scale Distributed Deep Networks", 2012))
              .meaning("No worker waits for another: gradients are applied as they arrive")
              .offering(WAITS, ASYNCHRONOUS)
              .needing(ARRIVALS, ALONE),
          name("backup", whole("workers", 1, 1, 1_000).unverified())
              .from(new Paper("Chen et al.", "Revisiting Distributed Synchronous SGD", 2016))
              .meaning(
                  "Every step goes on as soon as all but {workers worker} have delivered, and"
                      + " late gradients are dropped")
              .offering(ROUNDS, WAITS)
              .needing(CENTRE, ALONE),
          name("dynamic-backup")
              .from(
                  new Paper(
                      "Xiong et al.",
                      "Straggler-Resilient Distributed Machine Learning with Dynamic Backup"
                          + " Workers",
                      2021))
              .meaning(
                  "Every step decides from the times of arrival how many ranks to wait for, and"
                      + " goes on without the rest")
              .offering(ROUNDS, WAITS)
              .needing(ARRIVALS, PARTIAL, ALONE),
          averaging("local-sgd", period(8))
              .from(new Paper("Stich", "Local SGD Converges Fast and Communicates Little", 2018))
              .meaning("Every rank takes {period step} on its own before the models are averaged")
              .usableWith(SIMULATE, STEADY, UNTOUCHED),
          averaging("post-local-sgd", period(8).unverified())
              .from(new Paper("Lin et al.", "Don't Use Large Mini-Batches, Use Local SGD", 2018))
              .meaning(
                  "All ranks stay in step until the learning rate first falls; from then on each"
                      + " takes {period step} on its own before the models are averaged"),
          averaging(
                  "hierarchical-local-sgd",
                  whole("inner", 4, 1, PERIOD_MAX),
                  whole("outer", 16, 1, PERIOD_MAX).notBelow("inner"))
              .from(new Paper("Lin et al.", "Don't Use Large Mini-Batches, Use Local SGD", 2018))
              .meaning(
                  "The models of one host are averaged every {inner step}, those of all hosts"
                      + " every {outer step}")
              .needing(GROUPS, ANY_VECTOR),
          averaging("adacomm", period(10).unverified())
              .from(
                  new Paper(
                      "Wang and Joshi",
                      "Adaptive Communication Strategies to Achieve the Best Error-Runtime"
                          + " Trade-off in Local-Update SGD",
                      2018))
              .meaning(
                  "Ranks take steps on their own before the models are averaged: {period} at"
                      + " first, fewer as the loss falls")
              .needing(MEAN, ANY_VECTOR),
          averaging("growing-local-sgd")
              .from(
                  new Paper(
                      "Spiridonoff et al.",
                      "Communication-Efficient SGD: From Local SGD to One-Shot Averaging",
                      2021))
              .meaning(
                  "Ranks take steps on their own before the models are averaged, and more of them"
                      + " from round to round")
              .needing(MEAN, ANY_VECTOR),
          name("easgd", period(1).unverified(), momentum("beta", 0.9).unverified())
              .from(new Paper("Zhang et al.", "Deep Learning with Elastic Averaging SGD", 2015))
              .meaning(
                  "Every {period step} each worker and a central copy draw closer to each other,"
                      + " by a share of {beta} divided among the workers")
              .offering(WAITS)
              .needing(CENTRE, ALONE, ANY_VECTOR),
          averaging("slowmo", period(8).unverified(), momentum("momentum", 0.5))
              .from(
                  new Paper(
                      "Wang et al.",
                      "SlowMo: Improving Communication-Efficient Distributed SGD with Slow"
                          + " Momentum",
                      2019))
              .meaning(
                  "Every rank takes {period step} on its own before the models are averaged, and"
                      + " a slow momentum of {momentum} carries the average on")
              .needing(MEAN, ANY_VECTOR),
          averaging("diloco", period(500), rate("outer-lr", 0.7), momentum("outer-momentum", 0.9))
              .from(
                  new Paper(
                      "Douillard et al.",
                      "DiLoCo: Distributed Low-Communication Training of Language Models",
                      2023))
              .meaning(
                  "Every rank takes {period step} on its own; then an outer Nesterov step (rate"
                      + " {outer-lr}, momentum {outer-momentum}) follows the mean displacement")
              .needing(MEAN, ANY_VECTOR),
          name("async-local-sgd", period(500).unverified())
              .from(
                  new Paper(
                      "Liu et al.", "Asynchronous Local-SGD Training for Language Modeling", 2024))
              .meaning(
                  "Each worker takes up to {period step} on its own, fewer if it is slow; its"
                      + " displacement is applied as it arrives, with delayed outer momentum")
              .offering(WAITS)
              .needing(CENTRE, ALONE, ANY_VECTOR),
          name("overlap-local-sgd", period(8))
              .from(
                  new Paper(
                      "Wang et al.",
                      "Overlap Local-SGD: An Algorithmic Approach to Hide Communication Delays in"
                          + " Distributed SGD",
                      2020))
              .meaning(
                  "Every rank takes {period step} on its own while the average of the round before"
                      + " is still under way")
              .offering(ROUNDS)
              .needing(MEAN, ANY_VECTOR),
          name("lag", window())
              .from(
                  new Paper(
                      "Chen et al.",
                      "LAG: Lazily Aggregated Gradient for Communication-Efficient Distributed"
                          + " Learning",
                      2018))
              .meaning(
                  "A worker sends its gradient only if it has changed much, measured by the last"
                      + " {window step}; otherwise the servers use the one they have")
              .offering(ROUNDS, WAITS)
              .needing(CENTRE, ALONE, ANY_VECTOR),
          name("sasg", window(), share("density", 0.01).unverified())
              .from(
                  new Paper(
                      "Deng et al.",
                      "Communication-Efficient Distributed Learning via Sparse and Adaptive"
                          + " Stochastic Gradient",
                      2021))
              .meaning(
                  "A worker sends its gradient only if it has changed much, measured by the last"
                      + " {window step}, and then the largest {density %} of it, keeping the rest"
                      + " for later")
              .offering(ROUNDS, WAITS)
              .withholding(OPEN_FORM)
              .needing(CENTRE),
          name("delayed")
              .from(
                  new Paper(
                      "Li et al.",
                      "Pipe-SGD: A Decentralized Pipelined SGD Framework for Distributed Deep Net"
                          + " Training",
                      2018))
              .meaning(
                  "Every step uses the mean gradient of the step before, which travels while the"
                      + " step computes")
              .offering(ROUNDS)
              .needing(MEAN));

  private SynchronisationNames() {}

  private static Entry name(String name, Parameter... parameters) {
    return Entry.of(Axis.SYNCHRONISATION, name, parameters).offering(EXCHANGES, OPEN_FORM);
  }

  /** A name under which whole models are averaged, all ranks together. */
  private static Entry averaging(String name, Parameter... parameters) {
    return name(name, parameters).offering(ROUNDS, WAITS).needing(ANY_VECTOR);
  }

  private static Parameter period(int steps) {
    return whole("period", steps, 1, PERIOD_MAX);
  }

  private static Parameter window() {
    return whole("window", 10, 1, 1_000).unverified();
  }

  private static Parameter rate(String name, double fallback) {
    return number(name, fallback, new Kind.Decimal(0, false, 100, true));
  }

  private static Entry uncorrected() {
    return correction("none").meaning("stale gradients are used as they are");
  }

  private static Entry byStaleness() {
    return correction("staleness")
        .from(
            new Paper(
                "Zhang et al.", "Staleness-aware Async-SGD for Distributed Deep Learning", 2016))
        .meaning("the learning rate of a gradient is divided by its staleness")
        .needing(CENTRE);
  }

  private static Entry byCurvature() {
    return correction(
            "dc", number("lambda", 0.04, new Kind.Decimal(0, false, 100, true)).unverified())
        .from(
            new Paper(
                "Zheng et al.",
                "Asynchronous Stochastic Gradient Descent with Delay Compensation",
                2017))
        .meaning(
            "a stale gradient is corrected for how the model has moved since, with weight"
                + " {lambda}")
        .needing(CENTRE);
  }

  private static Entry correction(String name, Parameter... parameters) {
    return Entry.of(Axis.SYNCHRONISATION, name, parameters);
  }
}
