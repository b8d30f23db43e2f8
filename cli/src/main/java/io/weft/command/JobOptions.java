package io.weft.command;

import io.weft.cli.Output;
import io.weft.cluster.ClusterFile;
import io.weft.plan.Job;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is trained where, for commands that predict. */
final class JobOptions {
  /** A day: far above any step, and far below where nanoseconds no longer fit into a long. */
  private static final double STEP_MILLIS_MOST = 86_400_000;

  private static final int BATCH_MOST = 1_000_000;

  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      required = true,
      completionCandidates = ModelName.Predicted.class,
      description = "A file of weft profile, or one of ${COMPLETION-CANDIDATES}.")
  private String model = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME|FILE",
      required = true,
      completionCandidates = ClusterName.Names.class,
      description = {
        "One of ${COMPLETION-CANDIDATES}, or a YAML file that sets "
            + ClusterFile.KEYS
            + " (--example-cluster prints one)."
      })
  private String cluster = "";

  @Option(
      names = "--ranks",
      paramLabel = "N",
      required = true,
      description = "How many ranks train together.")
  private int ranks;

  @Option(
      names = "--batch",
      paramLabel = "N",
      description = "Samples of each rank in a step (default: usual for the model).")
  private @Nullable Integer batch;

  @Option(
      names = "--step-ms",
      paramLabel = "MS",
      description = {"What a step takes on one rank alone (default: by the speed of the cluster)."})
  private @Nullable Double stepMillis;

  @Option(
      names = "--example-cluster",
      help = true,
      description = "Print a cluster file to edit, and nothing else.")
  private boolean example;

  /** Prints what was asked for in place of a prediction; whether that was all. */
  boolean printsExample(Output output) {
    if (example) {
      ClusterFile.example().forEach(output::line);
      output.event(new ExampleClusterEvent(ClusterFile.example()));
    }
    return example;
  }

  /** Refuses what cannot be trained here, for files that training is to read. */
  void checkTrainable(Job job) {
    if (!ModelName.isTrainable(job.profile().name())) {
      throw new IllegalArgumentException(
          "--output writes a file that weft train runs, and weft train has no %s: leave it out, or plan for one of %s"
              .formatted(job.profile().name(), String.join(", ", new ModelName.Trained())));
    }
  }

  Job job() throws IOException {
    checkNumbers();
    var profile = ModelName.profile(model);
    var place = ClusterName.parse(cluster);
    int samples = batch == null ? profile.batch() : batch;
    return stepMillis == null
        ? Job.of(profile, samples, place, ranks)
        : Job.of(profile, samples, place, ranks, stepMillis / 1e3);
  }

  private void checkNumbers() {
    if (batch != null && (batch < 1 || batch > BATCH_MOST)) {
      throw new IllegalArgumentException(
          "--batch %d: a rank takes from 1 to %d samples in a step, as in --batch 32"
              .formatted(batch, BATCH_MOST));
    }
    if (stepMillis != null && !(stepMillis > 0 && stepMillis <= STEP_MILLIS_MOST)) {
      throw new IllegalArgumentException(
          "--step-ms %s: a step takes more than 0 and at most %.0f ms, as in --step-ms 253"
              .formatted(stepMillis, STEP_MILLIS_MOST));
    }
  }
}
