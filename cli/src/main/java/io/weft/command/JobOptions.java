package io.weft.command;

import io.weft.plan.Job;
import io.weft.zoo.Profile;
import io.weft.zoo.ProfileFile;
import io.weft.zoo.Zoo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is trained where, for commands that predict. */
final class JobOptions {
  @Option(
      names = "--model",
      paramLabel = "NAME|FILE",
      required = true,
      description = "A network such as resnet-50 or bert-large, or a file of weft profile.")
  private String model = "";

  @Option(
      names = "--cluster",
      paramLabel = "NAME|FILE",
      required = true,
      description = "A preset such as 10gbe-v100x4, or a YAML file.")
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

  private Profile profile() throws IOException {
    boolean file = model.endsWith(".yaml") || model.endsWith(".yml") || model.contains("/");
    if (!file) {
      return Zoo.named(model);
    }
    if (!Files.isRegularFile(Path.of(model))) {
      throw new IllegalArgumentException(
          "there is no file '%s': write it by weft profile, or name a network".formatted(model));
    }
    return ProfileFile.read(Path.of(model));
  }

  Job job() throws IOException {
    var profile = profile();
    var place = ClusterName.parse(cluster);
    int samples = batch == null ? profile.batch() : batch;
    return stepMillis == null
        ? Job.of(profile, samples, place, ranks)
        : Job.of(profile, samples, place, ranks, stepMillis / 1e3);
  }
}
