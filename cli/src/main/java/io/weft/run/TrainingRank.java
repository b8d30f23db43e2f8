package io.weft.run;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.collective.Communicator;
import io.weft.data.form.TextForm;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.LinkClass;
import io.weft.join.Rank;
import io.weft.launch.EndSignals;
import io.weft.launch.LauncherWatch;
import io.weft.model.Model;
import io.weft.network.Purpose;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trainer.Ending;
import io.weft.trainer.Listener;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import io.weft.trainer.Trainer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/** One rank of a run, from joining the others to saying what came of it. */
public final class TrainingRank {
  /** How the sentence of a run begins that a signal has ended. */
  public static final String STOPPED = "stopped after ";

  /** How a sentence begins that says how far a run is. */
  public static final String STEP = "step ";

  /** Why ranks end early; of several the last counts. */
  private static final List<ExitCode> CAUSES =
      List.of(ExitCode.OK, ExitCode.TERMINATED, ExitCode.INTERRUPTED, ExitCode.LAUNCHER_LOST);

  private static final int SAMPLE_BYTES = 200;

  /** More would make a large model slow to write, and nobody sees it in so few bytes. */
  private static final int SAMPLE_CONTEXT = 64;

  private static final double TEMPERATURE = 0.8;

  /** Something is said at least so often, however many steps there are. */
  private static final Duration REPORTED = Duration.ofSeconds(10);

  private final Output output;
  private final TrainingJob job;
  private final Material material;
  private final Sample sample;
  private final Optional<RunFolder> folder;
  private final Optional<RunFolder> from;
  private final LauncherWatch launcher;
  private final EndSignals signals;

  /**
   * @param folder where rank 0 writes, if it does
   * @param from where rank 0 finds the checkpoint to go on from, if there is one
   * @param launcher told to let this rank save what it has before it ends
   * @param signals likewise
   */
  public TrainingRank(
      Output output,
      TrainingJob job,
      Material material,
      Optional<RunFolder> folder,
      Optional<RunFolder> from,
      LauncherWatch launcher,
      EndSignals signals) {
    this.output = output;
    this.job = job;
    this.material = material;
    this.sample = Models.sample(job.model());
    this.folder = folder;
    this.from = from;
    this.launcher = launcher;
    this.signals = signals;
  }

  /**
   * Returns when all ranks are done.
   *
   * @throws io.weft.checkpoint.CheckpointNotWrittenException on rank 0, after all was reported, if
   *     the last checkpoint of the run is not on the disk
   */
  public void run(JoinOptions joining) {
    var told = ProgressLines.wanted(System.getenv(), joining.identity().rank(), output);
    told.ifPresent(it -> it.awaits("the other ranks"));
    try (var rank = Join.open(joining)) {
      adviseToMeasure(rank, joining);
      told.ifPresent(it -> it.joined(rank));
      train(rank, told);
    }
  }

  /** Algorithms that suit 10 Gbit/s take up to half as long again on slow links. */
  private void adviseToMeasure(Rank rank, JoinOptions joining) {
    boolean measured = joining.machine().measured().containsKey(LinkClass.NETWORK);
    if (rank.rank() == 0 && rank.topology().hostCount() > 1 && !measured) {
      output.note(
          "links between hosts are taken for 10 Gbit/s Ethernet: let weft calibrate measure them,"
              + " and ranks choose what suits them");
    }
  }

  private void train(Rank rank, Optional<ProgressLines> told) {
    told.ifPresent(it -> it.awaits("the engine"));
    try (var model = job.open()) {
      told.ifPresent(it -> it.awaits("all to be ready"));
      var trainer = job.trainer(model, rank.communicator(), material).reportingAtLeast(REPORTED);
      told.ifPresent(trainer::listener);
      folder.ifPresent(here -> trainer.folder(here.path()));
      from.ifPresent(run -> trainer.resume(run.path()));
      var metrics = folder.map(here -> new Metrics(here.metrics(), output));
      trainer
          .listener(new MadeWith(output, folder, rank, material))
          .listener(new TrainingNotes(output, job.strategy()))
          .listener(new TrainingReport(output, job, metrics, rank, classes(), this::text))
          .listener(new ValidationReport(output, metrics, rank.rank()))
          .listener(new EndedEarly(rank.communicator()));
      launcher.instead(() -> endSoon(trainer, "the launcher of this rank is gone"));
      signals.instead(() -> endSoon(trainer, "this rank was told to end"));
      trainer.run();
    }
  }

  private void endSoon(Trainer trainer, String why) {
    output.note(why + ": training ends after one of the next steps");
    trainer.endSoon();
  }

  /** Ends a run that is to end early in its own way, and says why. */
  private final class EndedEarly implements Listener {
    private final Communicator communicator;

    /** The same on all ranks, whichever of them was told. */
    private ExitCode why = ExitCode.LAUNCHER_LOST;

    EndedEarly(Communicator communicator) {
      this.communicator = communicator;
    }

    @Override
    public void ending(Run run) {
      launcher.instead(() -> {}); // what is left takes a moment
      signals.instead(() -> {});
      if (run.step() < run.steps().orElse(Long.MAX_VALUE)) {
        long[] causes = {CAUSES.indexOf(cause())};
        communicator.counting(Purpose.REPORT).allReduce(Tensor.of(causes), Reduction.MAX);
        why = CAUSES.get((int) causes[0]);
      }
    }

    /** Of this rank. */
    private ExitCode cause() {
      return launcher.gone() ? ExitCode.LAUNCHER_LOST : signals.told().orElse(ExitCode.OK);
    }

    @Override
    public void ended(Run run, Result result) {
      if (result.ending() == Ending.ASKED) {
        throw new CommandFailedException(why, sentence(why, run, result));
      }
      if (launcher.gone()) {
        var lost = ExitCode.LAUNCHER_LOST;
        throw new CommandFailedException(lost, sentence(lost, run, result));
      }
    }

    private String sentence(ExitCode cause, Run run, Result result) {
      long step = result.steps();
      long steps = run.steps().orElse(step);
      var done =
          cause == ExitCode.LAUNCHER_LOST
              ? "the launcher of the ranks is gone; %d of %d steps are done".formatted(step, steps)
              : STOPPED + "%d of %d steps".formatted(step, steps);
      if (result.missing().isPresent()) {
        return done + ", but " + result.missing().get().getMessage();
      }
      boolean saved = job.saving().isPresent() && folder.isPresent();
      return saved && step < steps
          ? done + ": go on with ./weft train --resume " + folder.get().path()
          : done;
    }
  }

  /** What the model writes, if it writes at all. */
  private Optional<String> text(Model model) {
    if (model instanceof DjlModel writer && sample instanceof Sample.Tokens(var context, _)) {
      var how = new TextSample(Math.min(context, SAMPLE_CONTEXT), TEMPERATURE);
      var random = new SplittableRandom(job.seed());
      return Optional.of(how.write(writer, prompt(), SAMPLE_BYTES, random));
    }
    return Optional.empty();
  }

  /** How many there are, where classes are learnt. */
  private OptionalInt classes() {
    return material.found().data().shape().classes();
  }

  private String prompt() {
    return material.found().form().orElseThrow() instanceof TextForm(var prompt) ? prompt : "";
  }
}
