package io.weft.command;

import io.weft.checkpoint.CheckpointException;
import io.weft.cli.ExitCode;
import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.command.Configuration.Change;
import io.weft.engine.zoo.Sized;
import io.weft.join.JoinOptions;
import io.weft.launch.EndSignals;
import io.weft.run.ConfigFile;
import io.weft.run.Found;
import io.weft.run.Material;
import io.weft.run.RunFolder;
import io.weft.run.RunLock;
import io.weft.run.TrainingJob;
import io.weft.run.TrainingRank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains a network on several ranks. */
@Command(
    name = "train",
    header = "Trains a network on several ranks.",
    description = {
      "Starts the ranks as processes of this machine, or is one rank if --rank or the variables of"
          + " a launcher say so. Language models learn from the sources of the JDK that runs them,"
          + " others from images made up from the seed, unless --data names something else. All"
          + " that comes of it is in a new folder of runs."
    },
    footer = {
      "  weft train",
      "  weft train --model mlp --strategy 'wfbp(bucket=4MB)' --optimizer sgd --steps 50",
      "  weft train --data book.txt --steps 2000 --checkpoint-every 100",
      "  weft train --resume",
      "  weft train --steps 100000 --checkpoint-every 1000 --detach",
      "  weft train --config runs/20260131-235959-mlp/config.yaml --print-config",
      "  weft train --hosts node1,node2    # shows what to run on each"
    })
final class TrainCommand implements Callable<Integer> {
  private static final int RANKS_USUAL = 4;

  /** The options that are no settings: they say where, or who. */
  private static final Set<String> NO_SETTINGS =
      Set.of(
          "config",
          "print-config",
          "hosts",
          "resume",
          "run-dir",
          "no-run-dir",
          "rank",
          "world",
          "master",
          "bind",
          "detach",
          LocalRanks.OVERSUBSCRIBE);

  /** What {@code --resume} means without a folder. */
  private static final String NEWEST = "newest";

  private final Output output;

  /** The name of the model, once it is known. */
  private String network = "";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "How many ranks to start (default: 4).")
  private @Nullable Integer ranks;

  @Mixin private TrainOptions options = new TrainOptions();

  @Mixin private RankOptions rankOptions = new RankOptions();

  @Mixin private LocalRanks localRanks = new LocalRanks();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A YAML file whose keys are the names of options; flags count more.")
  private @Nullable Path config;

  @Option(
      names = "--print-config",
      description = "Show every setting and who gave it, and train nothing.")
  private boolean printConfig;

  @Option(
      names = "--run-dir",
      paramLabel = "DIR",
      description = {
        "Where logs, metrics and checkpoints go (default: a new folder in runs, or the folder of the",
        "run that is resumed)."
      })
  private @Nullable Path runDir;

  @Option(
      names = "--detach",
      description = {
        "Return when the ranks are started; they go on in the background, also without this",
        "terminal, and write their logs. See weft ps and weft stop."
      })
  private boolean detached;

  @Option(names = "--no-run-dir", description = "Write none of them.")
  private boolean noRunDir;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      arity = "0..1",
      fallbackValue = NEWEST,
      description = {
        "Go on from the last checkpoint of a run, with its settings and in its folder; without DIR",
        "of the run in --run-dir if it has one, or else of the newest in runs."
      })
  private @Nullable String resume;

  @Option(
      names = "--hosts",
      paramLabel = "HOST",
      split = ",",
      description = "Show the command for each of these hosts, and train nothing.")
  private List<String> hosts = List.of();

  TrainCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    if (noRunDir && runDir != null) {
      throw new IllegalArgumentException("--run-dir and --no-run-dir: give one of them");
    }
    var configuration = new Configuration(spec, NO_SETTINGS);
    var flagged = ranks; // a file says how many to start, and nothing to a rank that is started
    if (config != null) {
      configuration.fill(ConfigFile.read(config), Origin.FILE);
    }
    var from = resumed();
    var changes = from.isPresent() ? resume(from.get(), configuration) : List.<Change>of();
    if (!hosts.isEmpty()) { // what they learn from may be there and not here
      var _ = options.job(!noRunDir, options.builtIn());
      var settings = new ArrayList<>(configuration.arguments());
      from.ifPresent(run -> settings.add("--resume=" + run.path()));
      return new TrainHosts(output, hosts, RankCount.of(ranks, Optional.empty(), 1, hosts.size()))
          .print(settings);
    }
    var found = options.hasData() ? Optional.of(options.found()) : Optional.<Found>empty();
    network = found.map(Found::model).orElseGet(options::builtIn);
    var job = options.job(!noRunDir, network);
    if (printConfig) {
      return print(configuration);
    }
    var joining = rankOptions.join(output, job.description());
    from.ifPresent(run -> Resumption.check(run, changes));
    if (joining.isEmpty() || joining.get().identity().rank() == 0) {
      Resumption.say(output, changes);
    }
    int world = RankCount.of(joining.isPresent() ? flagged : ranks, joining, 1, RANKS_USUAL);
    if (detached && joining.isPresent()) {
      throw new IllegalArgumentException(
          "--detach starts ranks, and this process is one of a job: leave it out");
    }
    return joining.isPresent()
        ? asRank(joining.get(), job, found.orElseGet(options::found), from, configuration)
        : asJob(world, job, found, from, configuration);
  }

  /** The run to go on from. Without a folder in its name it may be the first time. */
  private Optional<RunFolder> resumed() throws IOException {
    if (resume == null) {
      return Optional.empty();
    }
    if (!resume.equals(NEWEST)) {
      return Optional.of(new RunFolder(Path.of(resume)));
    }
    if (runDir != null) {
      return Optional.of(new RunFolder(runDir)).filter(RunFolder::hasCheckpoints);
    }
    var newest = RunFolder.newest(RunFolder.RUNS);
    if (newest.isEmpty()) {
      throw new IllegalArgumentException(
          "--resume: no run in %s has a checkpoint, name a run".formatted(RunFolder.RUNS));
    }
    return newest;
  }

  /** Takes over what nobody has said, and returns what somebody has said otherwise. */
  private List<Change> resume(RunFolder from, Configuration configuration) {
    if (!Files.exists(from.config())) {
      return List.of();
    }
    var before = settings(from);
    configuration.fill(before, Origin.RUN);
    return configuration.changes(before, usual());
  }

  /** Those of a run; one of which nobody held data out has held none out. */
  private static ConfigFile settings(RunFolder run) {
    var said = ConfigFile.read(run.config());
    var values = new LinkedHashMap<>(said.values());
    values.putIfAbsent("hold-out", "0");
    return new ConfigFile(said.name(), values);
  }

  private Map<String, String> usual() {
    var usual = new HashMap<>(options.usual());
    usual.put("ranks", Integer.toString(RANKS_USUAL));
    usual.put("model", network);
    return usual;
  }

  private int print(Configuration configuration) {
    var table = Table.of(Table.left("key"), Table.left("value"), Table.left("origin"));
    for (var entry : configuration.entries(usual())) {
      table.row(entry.key(), entry.text(), entry.origin().name().toLowerCase(Locale.ROOT));
      output.event(new TrainSettingEvent(entry.key(), entry.text(), entry.origin()));
    }
    output.table(table);
    return ExitCode.OK.code();
  }

  private int asRank(
      JoinOptions joining,
      TrainingJob job,
      Found found,
      Optional<RunFolder> from,
      Configuration configuration)
      throws IOException {
    var identity = joining.identity();
    var material = Material.of(found, job);
    var _ = job.steps(material, identity.worldSize()); // refuses before ranks meet
    boolean made = isNew();
    var folder = identity.rank() == 0 ? folder(from) : Optional.<RunFolder>empty();
    try (var _ = RunLock.ofRank(folder);
        var launcher = OwnLauncher.watch(output);
        var signals = EndSignals.open()) {
      describe(folder, identity.worldSize(), configuration);
      new TrainingRank(output, job, material, folder, from, launcher, signals).run(joining);
    } catch (CheckpointException e) {
      forget(folder.filter(_ -> made));
      throw e;
    }
    return ExitCode.OK.code();
  }

  /** Starts this command as ranks. */
  private int asJob(
      int world,
      TrainingJob job,
      Optional<Found> found,
      Optional<RunFolder> from,
      Configuration configuration)
      throws IOException {
    from.ifPresent(TrainCommand::requireCheckpoints);
    if (detached && noRunDir) {
      throw new IllegalArgumentException(
          "--detach writes logs to a folder: leave out --no-run-dir");
    }
    localRanks.check(world, LocalRanks.training(network));
    found.ifPresent(
        it -> {
          var _ = job.steps(Material.of(it, job), world); // refuses before anything is started
        });
    var arguments = new ArrayList<>(globals());
    arguments.add(spec.name());
    arguments.addAll(configuration.arguments());
    from.ifPresent(run -> arguments.add("--resume=" + run.path()));
    boolean made = isNew();
    var folder = folder(from);
    if (folder.isEmpty()) {
      arguments.add("--no-run-dir");
      return new OwnRanks(output).run(world, arguments);
    }
    try (var _ = RunLock.ofLauncher(folder)) {
      describe(folder, world, configuration);
      folder.get().keepLogs();
      arguments.add("--run-dir=" + folder.get().path());
      var head = new TrainHead(job, found, world, folder.get().path());
      int exitCode = start(head, world, folder.get(), arguments, made);
      if (exitCode == ExitCode.OK.code() && !detached) {
        new TrainNext(job, folder.get().path()).lines().forEach(output::line);
      }
      return exitCode;
    }
  }

  /**
   * Starts ranks that write to a folder.
   *
   * @param made whether the folder is new
   */
  private int start(
      TrainHead head, int world, RunFolder folder, List<String> arguments, boolean made)
      throws IOException {
    if (detached) {
      return new OwnRanks(output).startDetached(world, arguments, folder.path());
    }
    output.note(head.sentence());
    output.note(head.strategy());
    int exitCode = new OwnRanks(output).runSaving(world, arguments, folder.path(), head.title());
    if (exitCode == ExitCode.CHECKPOINT_UNUSABLE.code() && made) {
      forget(Optional.of(folder));
    } else {
      output.note("all of this run is in " + folder.path());
    }
    return exitCode;
  }

  /** Whether the folder that is named is not there yet. */
  private boolean isNew() {
    return runDir != null && !Files.exists(runDir);
  }

  /** Takes a folder away that was made for a run that could not go on, if it has nothing of it. */
  private static void forget(Optional<RunFolder> folder) throws IOException {
    if (folder.isPresent()) {
      folder.get().removeIfNothing();
    }
  }

  /** The folder of this run, unless there is to be none. */
  private Optional<RunFolder> folder(Optional<RunFolder> from) throws IOException {
    return noRunDir ? Optional.empty() : Optional.of(place(from));
  }

  /** Writes the settings of a run to its folder, if it has one. */
  private void describe(Optional<RunFolder> folder, int world, Configuration configuration)
      throws IOException {
    if (folder.isEmpty()) {
      return;
    }
    var values = new LinkedHashMap<String, String>();
    configuration.entries(usual()).forEach(entry -> values.put(entry.key(), entry.text()));
    values.put("ranks", Integer.toString(world));
    for (var file : Configuration.PATHS) {
      values.computeIfPresent(file, (_, path) -> Path.of(path).toAbsolutePath().toString());
    }
    ConfigFile.write(values, folder.get().config());
  }

  /** A run that is resumed goes on where it was, unless somebody has named another place. */
  private RunFolder place(Optional<RunFolder> from) throws IOException {
    if (runDir != null) {
      return new RunFolder(Files.createDirectories(runDir));
    }
    if (from.isPresent()) {
      requireCheckpoints(from.get());
      return from.get();
    }
    var now = LocalDateTime.now(ZoneId.systemDefault());
    return RunFolder.create(RunFolder.RUNS, now, Sized.kind(network));
  }

  private static void requireCheckpoints(RunFolder from) {
    if (!from.hasCheckpoints()) {
      throw new IllegalArgumentException(
          "--resume %s: it has no checkpoints, name the folder of a run that has"
              .formatted(from.path()));
    }
  }

  /** What was said to all commands alike. */
  private List<String> globals() {
    return spec.root().commandLine().getParseResult().originalArgs().stream()
        .filter(Set.of("--json", "-v", "--verbose")::contains)
        .toList();
  }
}
