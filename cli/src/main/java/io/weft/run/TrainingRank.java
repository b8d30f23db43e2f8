package io.weft.run;

import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.CheckpointNotWrittenException;
import io.weft.cli.CommandFailedException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.data.Dataset;
import io.weft.data.SameData;
import io.weft.data.Sharding;
import io.weft.engine.DjlModel;
import io.weft.engine.Sample;
import io.weft.engine.zoo.Models;
import io.weft.file.FileTrouble;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.LinkClass;
import io.weft.join.Rank;
import io.weft.launch.LauncherWatch;
import io.weft.model.Model;
import io.weft.trace.Span;
import io.weft.trace.TraceWriter;
import io.weft.training.Training;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** One rank of a run, from joining the others to saying what came of it. */
public final class TrainingRank {
  private static final int REPORTS = 20;
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
   * @throws CheckpointNotWrittenException on rank 0, after all was reported, if the last checkpoint
   *     of the run is not on the disk
   */
  public void run(JoinOptions joining) {
    var data = Datasets.of(sample, job);
    var identity = joining.identity();
    // Refuses too few samples before ranks meet.
    var sharding = new Sharding(data.samples(), identity.worldSize(), job.batch(), job.seed());
    try (var rank = Join.open(joining)) {
      adviseToMeasure(rank, joining);
      SameData.check(rank.communicator(), data);
      var start = Resumption.agreed(rank.communicator(), from, job, output);
      long steps = job.steps(sharding.steps());
      if (start.step() >= steps) {
        throw new CheckpointException(
            "%d steps are done already and %d were asked for: give more --steps or --epochs"
                .formatted(start.step(), steps));
      }
      run(rank, start, steps, data, sharding);
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

  private void run(Rank rank, Resumption start, long steps, Dataset data, Sharding sharding) {
    int microSteps = job.settings().microSteps();
    var position = start.position(sharding);
    var model = Models.open(job.model(), job.seed());
    try (var saving = new RunCheckpoints(output, job, rank.ranks(), steps, folder);
        var feed = new TrainingData(data, sample, sharding, rank.rank(), microSteps, position);
        var training =
            Training.open(model, rank.communicator(), job.settings(rank.ranks()), feed)) {
      if (job.skipNotFinite()) {
        training.skipNotFinite();
      }
      if (start.step() > 0) {
        training.restore(start.step(), start.checkpoint());
      }
      launcher.instead(() -> endSoon(training));
      if (job.tunes()) {
        new BucketTuning(output, rank.communicator(), training, job.strategy()).run(steps);
        var _ = training.times(); // What was tried is not reported.
      }
      training.keepSpans(job.traced());
      var report = new TrainingReport(output, job, folder, rank, steps, training.rounds());
      train(training, feed, saving, report);
      launcher.instead(() -> {}); // what is left takes a moment
      trace(training);
      report.count();
      rank.communicator().barrier(); // From here on nobody waits for rank 0.
      var missing = saving.finish();
      if (training.rounds() == steps) {
        report.end(training, text(rank, model));
      }
      if (training.rounds() < steps || launcher.gone()) {
        throw new CommandFailedException(
            ExitCode.LAUNCHER_LOST, withoutLauncher(training.rounds(), steps, missing));
      }
      if (missing.isPresent()) {
        throw missing.get();
      }
    }
  }

  private void endSoon(Training training) {
    output.note("the launcher of this rank is gone: training ends after one of the next steps");
    training.askToEnd();
  }

  private String withoutLauncher(
      long step, long steps, Optional<CheckpointNotWrittenException> missing) {
    var done = "the launcher of the ranks is gone; %d of %d steps are done".formatted(step, steps);
    if (missing.isPresent()) {
      return done + ", but " + missing.get().getMessage();
    }
    boolean saved = job.saving().isPresent() && folder.isPresent();
    return saved && step < steps
        ? done + ": go on with ./weft train --resume " + folder.get().path()
        : done;
  }

  private void train(
      Training training, TrainingData feed, RunCheckpoints saving, TrainingReport report) {
    long steps = report.steps();
    long every = Math.max(1, (steps - training.rounds()) / REPORTS);
    boolean last = false;
    while (!last) {
      long step = training.rounds() + 1;
      last = step == steps || training.isAskedToEnd();
      if (last) {
        saving.endsAfter(step);
      }
      boolean saves = job.savesAfter(step, last ? step : steps);
      boolean reports = step % every == 0 || last;
      training.round(!last && !saves);
      if (reports) {
        report.step(step, training);
      } else if (step % Training.ROUNDS_LOOKED_AT == 0) {
        report.look(training);
      }
      if (saves) {
        saving.save(training, feed.position());
      } else if (last) {
        training.averageBuffers();
      }
    }
  }

  /** What all ranks did in the last steps, as a file in the folder of the run. */
  private void trace(Training training) {
    var spans = job.traced() == 0 ? List.<Span>of() : training.spans();
    if (spans.isEmpty() || folder.isEmpty()) {
      return;
    }
    try (var writer = TraceWriter.to(folder.get().trace())) {
      spans.forEach(writer::write);
    } catch (UncheckedIOException e) {
      output.note("warning: the trace cannot be written: " + FileTrouble.reason(e));
    } catch (IOException e) {
      output.note("warning: the trace cannot be written: " + FileTrouble.reason(e));
    }
  }

  /** What the model writes, on rank 0 and if it writes at all. */
  private Optional<String> text(Rank rank, Model model) {
    if (rank.rank() == 0
        && model instanceof DjlModel writer
        && sample instanceof Sample.Tokens(var context, _)) {
      var how = new TextSample(Math.min(context, SAMPLE_CONTEXT), TEMPERATURE);
      return Optional.of(how.write(writer, SAMPLE_BYTES, new SplittableRandom(job.seed())));
    }
    return Optional.empty();
  }
}
