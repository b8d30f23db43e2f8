package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointWriter;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.Contents;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.collective.Communicator;
import io.weft.model.BucketPlan;
import io.weft.model.Model;
import io.weft.model.ModelMemory;
import io.weft.network.Purpose;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.Reduction;
import io.weft.training.bucket.BackwardProfile;
import io.weft.training.bucket.Grouping;
import io.weft.training.bucket.Regrouping;
import io.weft.training.round.Credit;
import io.weft.training.round.Performer;
import io.weft.training.round.RoundRunner;
import io.weft.training.round.Witness;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * One rank's part in training a model on all ranks of a communicator. Every rank makes the same
 * calls with the same settings; used by the thread that opened the model.
 *
 * <pre>{@code
 * try (var training = Training.open(model, communicator, settings, feed)) {
 *   for (long step = 0; step < steps; step++) {
 *     training.round(step < steps - 1);
 *   }
 * }
 * }</pre>
 */
public final class Training implements AutoCloseable {
  private final Communicator communicator;
  private final Model model;
  private final Settings settings;
  private final Feed feed;
  private final BackwardProfile profile = new BackwardProfile(System::nanoTime);
  private final Regrouping regrouping;
  private final Replica replica;
  private final Timeline timeline;
  private final Measurements measurements;
  private final Wishes wishes;
  private Arrangement arrangement;
  private RoundRunner runner;

  /** How many rounds are still looked at before buckets are planned anew; below 0 for never. */
  private int looking;

  private Training(Communicator communicator, Model model, Settings settings, Feed feed) {
    this.communicator = communicator;
    this.model = model;
    this.settings = settings;
    this.feed = feed;
    if (model.parameters().stream().noneMatch(parameter -> parameter.trained())) {
      throw new IllegalArgumentException(
          "the model has no parameter to train: it needs at least one that is not frozen");
    }
    settings.updating().check(model.parameters());
    this.regrouping = new Regrouping(settings.grouping(), model.parameters(), System::nanoTime);
    this.looking = regrouping.rounds() == 0 ? -1 : regrouping.rounds();
    this.arrangement =
        Arrangement.of(model, settings.grouping().first(model.parameters()), settings);
    model.place(arrangement.memory());
    this.replica = new Replica(model, arrangement, settings, feed, profile, communicator);
    this.timeline = new Timeline(communicator.rank(), communicator.ranks());
    this.runner = runner(0);
    var reports = counting(Purpose.REPORT);
    this.measurements =
        new Measurements(
            reports,
            replica,
            timeline,
            new Rehearsal(reports, replica, this::runner),
            () -> arrangement,
            this::rounds);
    this.wishes = new Wishes(replica.vote(), communicator, this::rounds);
  }

  private RoundRunner runner(long round) {
    return runner(replica, timeline, round);
  }

  private RoundRunner runner(Performer performer, Witness witness, long round) {
    return new RoundRunner(arrangement.graph(), exchanging(), performer, credit(), witness, round);
  }

  private Communicator counting(Purpose purpose) {
    return communicator.counting(purpose);
  }

  private Communicator exchanging() {
    return settings
        .collective()
        .map(it -> communicator.using(it, CollectiveReach.of(it)))
        .orElse(communicator);
  }

  private Credit credit() {
    long most =
        settings.grouping() instanceof Grouping.Parts(_, var bytes) ? bytes : Long.MAX_VALUE;
    var arranged = arrangement;
    return new Credit(most, arranged::bytesOf);
  }

  /** All ranks begin with the parameters and buffers of rank 0. */
  public static Training open(
      Model model, Communicator communicator, Settings settings, Feed feed) {
    var training = new Training(communicator, model, settings, feed);
    for (int index = 0; index < model.parameters().size(); index++) {
      communicator.broadcast(training.memory().parameter(index), 0);
    }
    for (int index = 0; index < model.buffers().size(); index++) {
      communicator.broadcast(training.memory().buffer(index), 0);
    }
    return training;
  }

  /** What every rank does in a round. The first rounds may lead to another graph. */
  public StepGraph graph() {
    return arrangement.graph();
  }

  /**
   * Where the model lies. While a run is not ended, parameters may be those of another step, and a
   * round may move the model.
   */
  public ModelMemory memory() {
    return arrangement.memory();
  }

  /**
   * In what forms gradients travel, in words, and how many buckets in each; nothing where all of
   * them travel as they are.
   */
  public Map<String, Integer> forms() {
    return replica.compressors().map(Compressors::descriptions).orElseGet(TreeMap::new);
  }

  /** How many rounds have been performed. */
  public long rounds() {
    return runner.next();
  }

  /**
   * Performs the next round.
   *
   * @param more whether another follows before the parameters are looked at; if not, what is owed
   *     is done too, and all ranks hold all parameters
   * @throws NotFiniteException on all ranks alike if the loss of one of them is not finite, or if
   *     it was to send what is not finite and its compressor could not, in this round or before
   */
  public void round(boolean more) {
    if (looking == 0) {
      regroup();
    }
    looking = Math.max(-1, looking - 1);
    long start = System.nanoTime();
    boolean goesOn = more && looking != 0;
    runner.round(goesOn);
    long performed = runner.next() - 1;
    timeline.performed(performed, goesOn, start, System.nanoTime());
    if (!isPassed(performed) || (!goesOn && !isPassedAtEnd(performed))) {
      runner.settle();
      throw new NotFiniteException(replica.vote().sentence(performed, communicator));
    }
  }

  private boolean isPassed(long round) {
    return replica.vote().isPassed(round, communicator);
  }

  /** No vote follows in which counts what compressors have refused since. */
  private boolean isPassedAtEnd(long round) {
    if (replica.compressors().isPresent()) {
      replica.vote().agree(round, communicator);
    }
    return isPassed(round);
  }

  /** What ranks ask each other for while they train. */
  public Wishes wishes() {
    return wishes;
  }

  /** What came of rounds on all ranks together, and where their time went. */
  public Measurements measurements() {
    return measurements;
  }

  /** Plans buckets anew from what was seen. Nothing is owed at this point. */
  private void regroup() {
    var planned = arrangement.pieces().plan();
    var planning = exchanging().counting(Purpose.PLANNING);
    move(regrouping.next(planned, profile, counting(Purpose.PLANNING), planning));
  }

  /**
   * From now on buckets have at most so many bytes, as if the strategy had said so, and are not
   * planned anew. All ranks call it, after the end of a run; it changes no parameter and nothing
   * that the optimizer remembers.
   */
  public void useBuckets(long bytesMost) {
    settle(settings.grouping().resized(arrangement.pieces().plan(), bytesMost));
  }

  private void settle(BucketPlan plan) {
    looking = -1;
    move(plan);
  }

  /** Whether the next round may be performed in other buckets than the last one. */
  public boolean isLooking() {
    return looking >= 0;
  }

  private boolean isPlannedAnew() {
    return regrouping.rounds() > 0 && looking < 0;
  }

  /** Moves everything into the buckets of another plan. */
  private void move(BucketPlan plan) {
    var before = arrangement;
    if (plan.equals(before.pieces().plan())) {
      return;
    }
    runner.close();
    arrangement = Arrangement.of(model, plan, settings);
    model.place(arrangement.memory());
    replica.move(arrangement, counting(Purpose.PLANNING));
    runner = runner(runner.next());
    before.close();
  }

  /** How many bytes of gradients or parameters a task of the graph sends, before they are coded. */
  public long bytesOf(Task task) {
    return arrangement.bytesOf(task);
  }

  /**
   * From now on a micro-step whose loss is not finite leaves gradients and buffers as they were,
   * instead of ending training with a {@link NotFiniteException}, and what a compressor refuses is
   * 0; but where parameters are not finite nothing helps, and it ends. All ranks call it.
   */
  public void skipNotFinite() {
    replica.skipNotFinite();
  }

  /**
   * How long the gradient of all parameters was that was clipped last, before it was clipped; empty
   * where gradients are not.
   */
  public OptionalDouble gradientNorm() {
    return replica.gradientNorm();
  }

  /**
   * From now on updates are made with so many times the rate that the settings say. All ranks call
   * it, after the end of a run.
   */
  public void multiplyRate(double factor) {
    replica.multiplyRate(factor);
  }

  /**
   * Makes the buffers of all ranks their mean, in which a rank counts by its samples. All ranks
   * call it, after the end of a run.
   */
  public void averageBuffers() {
    double timesMean = feed.share(communicator.ranks()) * communicator.ranks();
    for (int index = 0; index < model.buffers().size(); index++) {
      var buffer = memory().buffer(index);
      Floats.scale(buffer.segment(), (float) timesMean);
      counting(Purpose.CHECKPOINT).allReduce(buffer, Reduction.MEAN);
    }
  }

  /**
   * Saves all that is needed to go on from here, after the end of a run. All ranks call it; the
   * buffers become their mean, and rank 0 writes.
   *
   * @param progress whose step is the number of rounds
   * @param checkpoints where rank 0 writes; not looked at on others
   * @throws io.weft.checkpoint.CheckpointNotWrittenException on rank 0 if it cannot be written;
   *     training may go on
   */
  public void save(Progress progress, Optional<Checkpoints> checkpoints) {
    taken(progress)
        .ifPresent(
            contents -> {
              try (contents) {
                checkpoints.orElseThrow().save(progress, contents.files());
              }
            });
  }

  /**
   * The same, but written while training goes on: rank 0 copies what is to be saved, for which it
   * needs as much memory as the checkpoint is large, until it is on the disk.
   *
   * @param writer of rank 0, who is also told if it cannot be written; not looked at on others
   */
  public void saveBehind(Progress progress, Optional<CheckpointWriter> writer) {
    taken(progress).ifPresent(contents -> writer.orElseThrow().write(progress, contents));
  }

  private Optional<Contents> taken(Progress progress) {
    if (progress.step() != rounds()) {
      throw new IllegalArgumentException(
          "step %d is to be saved after %d rounds: save what has been done"
              .formatted(progress.step(), rounds()));
    }
    averageBuffers();
    wishes.saved();
    var plan = isPlannedAnew() ? planSnapshot().of(memory().plan()) : List.<NamedTensor>of();
    return snapshot().taken(plan);
  }

  /**
   * Goes on from a checkpoint, whatever the number of ranks, the schedule and the buckets were when
   * it was written. All ranks call it, before the first round.
   *
   * @param rounds how many had been performed
   * @param checkpoint read by rank 0 and not looked at on others
   * @throws io.weft.checkpoint.CheckpointException on rank 0 if it is of another model or optimizer
   */
  public void restore(long rounds, Optional<Checkpoint> checkpoint) {
    try (var arena = Arena.ofShared()) {
      planSnapshot().read(checkpoint, model.parameters(), arena).ifPresent(this::settle);
    }
    snapshot().restore(checkpoint);
    runner.close();
    runner = runner(rounds);
  }

  /**
   * Begins with the weights of a file of safetensors, as far as names, shapes and types are those
   * of the model; everything else keeps its values. All ranks call it, before the first round.
   *
   * @param file read by rank 0
   * @return on rank 0, what matched and what did not
   * @throws io.weft.checkpoint.CheckpointException on rank 0 if nothing does, or the file is none
   */
  public Optional<Loaded> load(Path file) {
    return snapshot().load(file);
  }

  private PlanSnapshot planSnapshot() {
    return new PlanSnapshot(counting(Purpose.CHECKPOINT), settings.grouping());
  }

  private Snapshot snapshot() {
    return new Snapshot(counting(Purpose.CHECKPOINT), model, memory(), replica);
  }

  /**
   * Ends training without closing the model: it keeps its values, in memory that is freed when
   * nobody uses the model any more, and {@link Model#handOver hands them over}.
   */
  public void release() {
    runner.close();
    replica.close();
    model.place(ModelMemory.collected(memory().plan(), model.buffers()));
    model.handOver();
    arrangement.close();
  }

  /** Frees the memory, and closes the model that uses it. */
  @Override
  public void close() {
    runner.close();
    model.close();
    replica.close();
    arrangement.close();
  }
}
