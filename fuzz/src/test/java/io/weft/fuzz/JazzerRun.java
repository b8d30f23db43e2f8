package io.weft.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One target under Jazzer, in a process of its own. */
final class JazzerRun {
  private static final String JAZZER = "com.code_intelligence.jazzer.Jazzer";
  private static final Pattern EXECUTIONS =
      Pattern.compile("stat::number_of_executed_units:\\s*(\\d+)");

  private static final int INPUT_BYTES_MOST = 1 << 16;
  private static final int MEGABYTES_MOST = 4096;
  private static final long START_SECONDS_MOST = 300;
  private static final int FINDING_LINES = 25;
  private static final int FINDINGS_MOST = 10;

  private JazzerRun() {}

  /** Why it does not run here, if it does not. */
  static Optional<String> impediment() throws IOException, InterruptedException {
    try {
      Class.forName(JAZZER, false, JazzerRun.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      return Optional.of("it is not on the class path, run it by mvn -Pfuzz");
    }
    var folder = Files.createDirectories(Path.of("target", "fuzz", "start"));
    var log = folder.resolve("log");
    var command = command("words", folder, Files.createDirectories(folder.resolve("corpus")));
    command.add("-runs=1");
    int exit = Fuzzing.run(command, log, START_SECONDS_MOST);
    return exit == 0 ? Optional.empty() : Optional.of("exit %d, see %s".formatted(exit, log));
  }

  static FuzzingResult of(String name, int seconds, Path folder) throws Exception {
    var corpus = Fuzzing.corpus(name, folder);
    var command = command(name, folder, corpus);
    command.add("-max_total_time=" + seconds);
    var log = folder.resolve("log");
    long start = System.nanoTime();
    int exit = Fuzzing.run(command, log, seconds + START_SECONDS_MOST);
    double took = (System.nanoTime() - start) / 1e9;
    var lines = Files.readAllLines(log, java.nio.charset.StandardCharsets.ISO_8859_1);
    var count =
        lines.stream()
            .map(EXECUTIONS::matcher)
            .filter(matcher -> matcher.matches())
            .map(matcher -> matcher.group(1))
            .findFirst()
            .orElse("an unknown number of");
    var text = "%s: %s executions in %.0f s".formatted(name, count, took);
    return exit == 0
        ? new FuzzingResult(true, text + ", nothing found")
        : new FuzzingResult(
            false, "%s, exit %d, see %s\n%s".formatted(text, exit, folder, finding(lines)));
  }

  private static String finding(List<String> lines) {
    return lines.stream()
        .dropWhile(line -> !line.startsWith("== ") && !line.startsWith("=="))
        .limit(FINDING_LINES)
        .collect(Collectors.joining("\n"));
  }

  private static List<String> command(String name, Path folder, Path corpus) {
    var command = Fuzzing.java();
    command.add("-XX:+EnableDynamicAgentLoading");
    command.add("-D%s=%s".formatted(FuzzedTarget.PROPERTY, name));
    command.add(JAZZER);
    command.add("--target_class=" + FuzzedTarget.class.getName());
    command.add("--instrumentation_includes=io.weft.**");
    command.add("--reproducer_path=" + folder);
    command.add("-artifact_prefix=" + folder + "/");
    command.add("-timeout=" + Fuzzing.INPUT_SECONDS_MOST);
    command.add("-max_len=" + INPUT_BYTES_MOST);
    command.add("-rss_limit_mb=" + MEGABYTES_MOST);
    command.add("--keep_going=" + FINDINGS_MOST);
    command.add("-print_final_stats=1");
    command.add(corpus.toString());
    return command;
  }
}
