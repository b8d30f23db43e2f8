package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.compression.Compression;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.NotFiniteInputException;
import io.weft.compression.exchange.Changes;
import io.weft.compression.exchange.Exchanger;
import io.weft.model.Model;
import io.weft.schedule.AgreedNorms;
import io.weft.schedule.FiniteCheck;
import io.weft.schedule.GlobalNormClipping;
import io.weft.schedule.graph.Extent;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.tensor.SquaredNorm;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.BackwardProfile;
import io.weft.training.bucket.Piece;
import io.weft.training.round.Performer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/** A model in training on one rank: what each task does to it. */
final class Replica implements Performer, AutoCloseable {
  private final Model model;
  private final Settings settings;
  private final Feed feed;
  private final BackwardProfile profile;
  private Arrangement arrangement;
  private Updaters updaters;
  private Optional<Compressors> compressors;

  /** What ranks have agreed on last, by name. */
  private final Map<String, double[]> agreed = new ConcurrentHashMap<>();

  private final int rank;

  /** The most samples that a rank has in a step, where a compression must know. */
  private final int samplesMost;

  private double weight;

  /** What the rate of the settings is multiplied with; changed between runs only. */
  private volatile double rateFactor = 1;

  private final RoundVote vote = new RoundVote();

  /** There if micro-steps whose loss is not finite add nothing, instead of ending training. */
  private Optional<BufferGuard> skipping = Optional.empty();

  /** Whether the loss of the micro-step under way is. */
  private boolean finite = true;

  /** What the samples of this rank count, its weighted loss, and the weight of what was skipped. */
  private final Recent shares = new Recent();

  private final Recent losses = new Recent();
  private final Recent skipped = new Recent();

  Replica(
      Model model,
      Arrangement arrangement,
      Settings settings,
      Feed feed,
      BackwardProfile profile,
      Communicator communicator) {
    this.model = model;
    this.arrangement = arrangement;
    this.settings = settings;
    this.feed = feed;
    this.profile = profile;
    this.rank = communicator.rank();
    this.samplesMost = Compressors.samplesMost(settings, feed, communicator);
    this.updaters = new Updaters(arrangement, settings.updating(), communicator);
    this.compressors =
        compression(arrangement, communicator)
            .map(it -> new Compressors(arrangement, it, communicator, this::leaveFactors));
  }

  private int leaveFactors(int parameter, long numbersMost) {
    return model.leaveFactors(parameter, samplesMost, numbersMost);
  }

  /** Goes on in another arrangement, to whose memory the model has moved. All ranks call it. */
  void move(Arrangement next, Communicator communicator) {
    var moved = new Updaters(next, settings.updating(), communicator);
    moved.take(updaters, communicator);
    updaters.close();
    updaters = moved;
    compressors = compressors.map(old -> moved(old, next, communicator));
    arrangement = next;
    if (skipping.isPresent()) {
      skipNotFinite();
    }
  }

  private Compressors moved(Compressors old, Arrangement next, Communicator communicator) {
    try (old) {
      var compression = compression(next, communicator).orElseThrow();
      var moved = new Compressors(next, compression, communicator, this::leaveFactors);
      moved.take(old, communicator);
      return moved;
    }
  }

  private Optional<Compression> compression(Arrangement arranged, Communicator communicator) {
    long numbers = arranged.pieces().list().stream().mapToLong(Piece::count).sum();
    return settings.compression(communicator.ranks(), numbers);
  }

  /** Whether ranks can go on. */
  RoundVote vote() {
    return vote;
  }

  /** How gradients are exchanged, if they are compressed. */
  Optional<Compressors> compressors() {
    return compressors;
  }

  /** The optimizers, with what they remember. */
  Updaters updaters() {
    return updaters;
  }

  /** The part of this rank in the mean loss of one of the last two rounds. */
  double loss(long round) {
    return losses.of(round);
  }

  /** The part of this rank's samples in those of all ranks that were skipped in such a round. */
  double skipped(long round) {
    return skipped.of(round);
  }

  /** Updates that follow are made with so many times the rate of their step. */
  void multiplyRate(double factor) {
    rateFactor = factor;
  }

  /** How long the gradient of all parameters was that was clipped last, before it was. */
  OptionalDouble gradientNorm() {
    var squared = agreed.get(GlobalNormClipping.NORM);
    return squared == null ? OptionalDouble.empty() : OptionalDouble.of(Math.sqrt(squared[0]));
  }

  void skipNotFinite() {
    skipping = Optional.of(new BufferGuard(arrangement.memory(), model.buffers().size()));
  }

  private Tensor parameters(int number) {
    return arrangement.pieces().parameters(arrangement.memory(), number);
  }

  private Tensor gradients(int number) {
    return arrangement.pieces().gradients(arrangement.memory(), number);
  }

  @Override
  public void perform(Task task, long round) {
    switch (task) {
      case Task.Forward(var stage, var micro) -> forward(stage, micro, round);
      case Task.Backward(var stage, _) -> backward(stage);
      case Task.Update(var number, var step, _) -> update(number, count(round, step));
      case Task.Local(var name, var number, var step, _, var names) ->
          treat(name, number, names, count(round, step));
      case Task.Release _ -> {} // Its memory is kept; what is in it does not count any more.
      case Task.Transfer _, Task.Agree _ -> throw new AssertionError(task);
    }
  }

  /** Which step of all, counted from 1. */
  private long count(long round, int step) {
    return round * arrangement.graph().consistency().stepsPerRound() + step + 1;
  }

  private void forward(int stage, int micro, long round) {
    if (stage == 0) {
      var portion = feed.next(round, micro);
      weight = portion.weight();
      shares.add(round, weight);
      skipping.ifPresent(BufferGuard::keep);
      model.begin(portion.batch(), weight);
    }
    model.forward(stage);
    if (stage == model.stages() - 1) {
      judge(model.loss(), round);
    }
  }

  private void judge(double loss, long round) {
    finite = Double.isFinite(loss);
    var memory = arrangement.memory();
    if (finite) {
      losses.add(round, loss * weight);
    } else if (skipping.isPresent() && NotFiniteException.leavesParameters(model, memory)) {
      skipping.get().putBack();
      skipped.add(round, weight);
    } else {
      vote.object(round, NotFiniteException.sentence(loss, round + 1, rank, model, memory));
    }
  }

  private void backward(int stage) {
    if (!finite) {
      model.writeZeros(); // as far as no micro-step before has given gradients
      return;
    }
    if (stage == model.stages() - 1) {
      profile.begin();
    }
    model.backward(stage, profile::complete);
    if (stage == 0) {
      profile.end();
    }
  }

  private void update(int number, long step) {
    var own = updaters.get(number);
    var parameters = updated(number);
    var gradients = own.of(gradients(number));
    if (!arrangement.graph().treatments().contains(AgreedNorms.MEASURE)) {
      own.updater().measure(parameters, gradients, step);
    }
    own.updater().update(parameters, gradients, rateFactor * settings.rate().at(step), step);
    clearGradients(arrangement.pieces().get(number));
  }

  /** As after all updates. */
  void clearGradients() {
    arrangement.pieces().list().forEach(this::clearGradients);
  }

  private void clearGradients(Piece piece) {
    model.clear(arrangement.memory(), piece.bucket(), piece.first(), piece.count());
  }

  /** The parameters that this rank updates: exact ones, where all ranks hold others. */
  private Tensor updated(int number) {
    var parameters = parameters(number);
    return changes(number)
        .map(changes -> changes.exact(parameters))
        .orElseGet(() -> updaters.get(number).of(parameters));
  }

  private Optional<Changes> changes(int number) {
    return compressors.flatMap(it -> it.changes(number));
  }

  private void treat(String name, int number, List<String> agreements, long step) {
    var own = updaters.get(number);
    var gradients = own.of(gradients(number));
    switch (name) {
      case GlobalNormClipping.CLIP -> clip(gradients, agreement(agreements.getFirst())[0]);
      case AgreedNorms.MEASURE -> own.updater().measure(updated(number), gradients, step);
      case AgreedNorms.TRUST ->
          own.updater()
              .sums()
              .segment()
              .copyFrom(MemorySegment.ofArray(agreement(agreements.getFirst())));
      default -> throw new AssertionError("no treatment is called " + name);
    }
  }

  private double[] agreement(String name) {
    var found = agreed.get(name);
    if (found == null) {
      throw new AssertionError("nothing was agreed on " + name);
    }
    return found;
  }

  private void clip(Tensor gradients, double squaredNorm) {
    double most = settings.clipNorm().orElseThrow();
    double norm = Math.sqrt(squaredNorm);
    if (norm > most) {
      Floats.scale(gradients.segment(), (float) (most / norm));
    }
  }

  @Override
  public void exchange(Task task, long round, Communicator communicator) {
    switch (task) {
      case Task.Transfer(var number, var phase, _) -> exchange(number, phase, round, communicator);
      case Task.Agree agree when agree.name().equals(FiniteCheck.FINITE) ->
          vote.agree(round, communicator);
      case Task.Agree agree -> agree(agree, communicator);
      default -> throw new AssertionError(task);
    }
  }

  private void agree(Task.Agree task, Communicator communicator) {
    boolean clips = task.name().equals(GlobalNormClipping.NORM);
    var sums = clips ? norm(task.buckets()) : sums(task.buckets());
    if (task.extent() == Extent.SHARD) {
      communicator.allReduce(Tensor.of(sums), Reduction.SUM);
    } // Else every rank has measured all of it, with the same result.
    agreed.put(task.name(), sums);
  }

  private double[] norm(List<Integer> numbers) {
    double[] sum = {0};
    for (int number : numbers) {
      sum[0] += SquaredNorm.of(updaters.get(number).of(gradients(number)).segment());
    }
    return sum;
  }

  /** What the updaters of a bucket have measured together. */
  private double[] sums(List<Integer> numbers) {
    var sums = new double[(int) updaters.get(numbers.getFirst()).updater().sums().count()];
    for (int number : numbers) {
      var more = updaters.get(number).updater().sums().segment();
      for (int i = 0; i < sums.length; i++) {
        sums[i] += more.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
      }
    }
    return sums;
  }

  private void exchange(int number, Phase phase, long round, Communicator communicator) {
    try {
      transfer(number, phase, round, communicator);
    } catch (NotFiniteInputException e) {
      if (skipping.isEmpty() || !NotFiniteException.leavesParameters(model, arrangement.memory())) {
        var what = phase == Phase.ALL_GATHER_PARAMETERS ? "parameters" : "gradients";
        var tensor = arrangement.pieces().parameter(number, e.index()).name();
        vote.object(round, NotFiniteException.sentence(what, round + 1, rank, tensor, e.codec()));
      } // Else all ranks go on with the zeros that were sent.
    }
  }

  private void transfer(int number, Phase phase, long round, Communicator communicator) {
    var gradients = gradients(number);
    var exchanger = exchanger(number);
    long seed = settings.compression().map(Compression::seed).orElse(0L);
    var moment = new Moment(seed, rank, round, number);
    switch (phase) {
      case ALL_REDUCE_GRADIENTS -> exchanger.sum(moment, gradients, communicator);
      case REDUCE_SCATTER_GRADIENTS -> exchanger.combine(moment, gradients, communicator);
      case ALL_GATHER_GRADIENTS -> exchanger.spread(moment, gradients, communicator);
      case ALL_GATHER_PARAMETERS ->
          changes(number)
              .ifPresentOrElse(
                  changes -> changes.spread(moment, parameters(number), communicator),
                  () -> communicator.allGather(parameters(number)));
      case AVERAGE_PARAMETERS -> communicator.allReduce(parameters(number), Reduction.MEAN);
    }
  }

  private Exchanger exchanger(int number) {
    if (compressors.isPresent()) {
      return compressors.get().get(number);
    }
    return switch (settings.combining()) {
      case MEAN -> Exchanger.dense();
      case ADASUM -> new Adaptive(number);
    };
  }

  /** Gradients were weighted for a mean over all samples; here each rank's own mean counts. */
  private final class Adaptive implements Exchanger {
    private final int number;

    Adaptive(int number) {
      this.number = number;
    }

    @Override
    public String description() {
      return "adasum";
    }

    @Override
    public void combine(Moment moment, Tensor gradients, Communicator communicator) {
      double share = shares.of(moment.step());
      AdaptiveSum.reduceScatter(
          gradients,
          share == 0 ? 1 : (float) (1 / share),
          (first, count) -> arrangement.pieces().shard(number, first, count),
          communicator);
    }

    @Override
    public void spread(Moment moment, Tensor gradients, Communicator communicator) {
      communicator.allGather(gradients);
    }
  }

  @Override
  public void close() {
    updaters.close();
    compressors.ifPresent(Compressors::close);
  }
}
