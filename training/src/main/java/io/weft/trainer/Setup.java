package io.weft.trainer;

import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.Progress;
import io.weft.data.Dataset;
import io.weft.data.Fingerprint;
import io.weft.data.Position;
import io.weft.data.SameData;
import io.weft.data.Sharding;
import io.weft.optimizer.Exempt;
import io.weft.optimizer.Lamb;
import io.weft.optimizer.Lars;
import io.weft.optimizer.Optimizer;
import io.weft.training.Settings;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a run begins with, on one rank: what was asked for, and what all ranks have agreed on.
 *
 * @param facts what checkpoints say of the run
 * @param stepsMost how many steps are made in all, if nothing ends training before
 */
record Setup(
    Trainer asked,
    Dataset data,
    Settings settings,
    Map<String, String> facts,
    Listener listener,
    Sharding sharding,
    Beginning beginning,
    long stepsMost) {

  /** All ranks call it. */
  static Setup agreed(Trainer asked) {
    var data = asked.needData();
    var settings = asked.needSettings();
    var communicator = asked.communicator;
    // Refuses too few samples of any kind.
    var _ = Sharding.of(data.samples(), communicator.ranks(), asked.batch, asked.seed);
    var listener = audience(asked);
    var facts = facts(asked, settings);
    SameData.check(communicator, data);
    var sharding = sharding(asked, data);
    asked.validation.ifPresent(
        it -> {
          SameData.check(communicator, it.checked().data);
        });
    var beginning = Beginning.agreed(communicator, asked.from, asked.seed, facts, listener);
    long steps =
        asked
            .needLength()
            .stepsMost(
                beginning.step(),
                beginning.position(sharding),
                sharding.steps(),
                settings.microSteps());
    if (beginning.step() >= steps) {
      throw new CheckpointException(
          "%d steps are done already and %d were asked for: give more --steps or --epochs"
              .formatted(beginning.step(), steps));
    }
    return new Setup(asked, data, settings, facts, listener, sharding, beginning, steps);
  }

  /** The log hears of everything first. */
  private static Listener audience(Trainer asked) {
    var all = new ArrayList<Listener>();
    all.add(new Journal(asked.communicator.rank()));
    all.addAll(asked.listeners);
    return new Audience(all);
  }

  private static Sharding sharding(Trainer asked, Dataset data) {
    int ranks = asked.communicator.ranks();
    var sharding = Sharding.of(asked.partition, data, ranks, asked.batch, asked.seed);
    SameData.checkDealt(asked.communicator, sharding);
    return sharding;
  }

  private static Map<String, String> facts(Trainer asked, Settings settings) {
    var facts = new TreeMap<>(asked.facts);
    facts.put("optimizer", settings.optimizer().getClass().getSimpleName());
    facts.put("optimizer_settings", settings.optimizer().toString());
    facts.put(Beginning.RATES, settings.rates().toString());
    exempt(settings.optimizer()).ifPresent(it -> facts.put("exempt", it.toString()));
    facts.put("ranks", Integer.toString(asked.communicator.ranks()));
    facts.put(Beginning.PARTITION, asked.partition.toString());
    facts.put("batch", Integer.toString(asked.batch));
    facts.put(Beginning.SAMPLES, Fingerprint.of(asked.needData()).words());
    asked.validation.ifPresent(it -> facts.put(Beginning.WATCHED, it.toWatch().figure()));
    return facts;
  }

  private static Optional<Exempt> exempt(Optimizer optimizer) {
    return switch (optimizer) {
      case Lars lars -> Optional.of(lars.exempt());
      case Lamb lamb -> Optional.of(lamb.exempt());
      default -> Optional.empty();
    };
  }

  EpochFeed feed() {
    return new EpochFeed(
        data,
        sharding,
        asked.communicator.rank(),
        settings.microSteps(),
        beginning.position(sharding));
  }

  Saves saves() {
    return new Saves(listener, stepsMost, asked.places("checkpoints", asked.keep));
  }

  /** The best of all, of which none must be written for a run to have succeeded. */
  Saves best() {
    boolean kept = asked.validation.filter(it -> it.keepsBest).isPresent();
    var places = kept ? asked.places("best", 1) : Optional.<Checkpoints>empty();
    places.ifPresent(it -> it.forgetAfter(beginning.step()));
    return new Saves(listener, Long.MAX_VALUE, places);
  }

  Optional<Judgement> judgement() {
    return asked.validation.map(
        it -> {
          var evaluator =
              new Evaluator(asked.model, asked.communicator, it.data, it.metrics, asked.batch);
          return new Judgement(evaluator, it.toWatch(), listener, beginning.state());
        });
  }

  Progress progress(long step, Position position, Map<String, String> more) {
    var all = new TreeMap<>(facts);
    all.putAll(more);
    return new Progress(step, asked.seed, position, all);
  }
}
