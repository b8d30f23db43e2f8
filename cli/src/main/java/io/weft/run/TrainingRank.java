package io.weft.run;

import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.data.Dataset;
import io.weft.data.Sharding;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.LinkClass;
import io.weft.join.Rank;
import io.weft.launch.LauncherWatch;
import io.weft.model.Model;
import io.weft.trainer.Ending;
import io.weft.trainer.Listener;
import io.weft.trainer.Result;
import io.weft.trainer.Run;
import io.weft.trainer.Trainer;
import java.util.Optional;
import java.util.SplittableRandom;

/** One rank of a run, from joining the others to saying what came of it. */
public final class TrainingRank {
  private static final int SAMPLE_BYTES = 200;

  /** More would make a large model slow to write, and nobody sees it in so few bytes. */
  private static final int SAMPLE_CONTEXT = 64;

  private static final double TEMPERATURE = 0.8;

  private final Output output;
  private final TrainingJob job;
  private final Sample sample;
  private final Optional<RunFolder> folder;
  private final Optional<RunFolder> from;
  private final LauncherWatch launcher;

  /**
   * @param folder where rank 0 writes, if it does
   * @param from where rank 0 finds the checkpoint to go on from, if there is one
   * @param launcher told to let this rank save what it has before it ends
   */
  public TrainingRank(
      Output output,
      TrainingJob job,
      Optional<RunFolder> folder,
      Optional<RunFolder> from,
      LauncherWatch launcher) {
    this.output = output;
    this.job = job;
    this.sample = Models.sample(job.model());
    this.folder = folder;
    this.from = from;
    this.launcher = launcher;
  }

  /**
   * Returns when all ranks are done.
   *
   * @throws io.weft.checkpoint.CheckpointNotWrittenException on rank 0, after all was reported, if
   *     the last checkpoint of the run is not on the disk
   */
  public void run(JoinOptions joining) {
    var data = Datasets.of(sample, job);
    var identity = joining.identity();
    // Refuses too few samples before ranks meet.
    var _ = new Sharding(data.samples(), identity.worldSize(), job.batch(), job.seed());
    try (var rank = Join.open(joining)) {
      adviseToMeasure(rank, joining);
      run(rank, data);
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

  private void run(Rank rank, Dataset data) {
    try (var model = Models.open(job.model(), job.seed())) {
      var trainer = job.trainer(model, rank.communicator(), data);
      folder.ifPresent(here -> trainer.folder(here.path()));
      from.ifPresent(run -> trainer.resume(run.path()));
      trainer
          .listener(new TrainingNotes(output, job.strategy()))
          .listener(new TrainingReport(output, job, folder, rank, this::text))
          .listener(new WithoutLauncher());
      launcher.instead(() -> endSoon(trainer));
      trainer.run();
    }
  }

  private void endSoon(Trainer trainer) {
    output.note("the launcher of this rank is gone: training ends after one of the next steps");
    trainer.endSoon();
  }

  /** Ends a run that nobody waits for in its own way. */
  private final class WithoutLauncher implements Listener {
    @Override
    public void ending(Run run) {
      launcher.instead(() -> {}); // what is left takes a moment
    }

    @Override
    public void ended(Run run, Result result) {
      if (result.ending() == Ending.ASKED || launcher.gone()) {
        throw new CommandFailedException(ExitCode.LAUNCHER_LOST, sentence(run, result));
      }
    }

    private String sentence(Run run, Result result) {
      long step = result.steps();
      long steps = run.steps().orElse(step);
      var done =
          "the launcher of the ranks is gone; %d of %d steps are done".formatted(step, steps);
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
      return Optional.of(how.write(writer, SAMPLE_BYTES, new SplittableRandom(job.seed())));
    }
    return Optional.empty();
  }
}
