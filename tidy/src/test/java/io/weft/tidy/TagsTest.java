package io.weft.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What {@code mvn verify} leaves out or cuts short is what the thorough run finds by its tags. */
class TagsTest {
  private static final Path ROOT = Path.of(System.getProperty("repository.root"));
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");
  private static final Pattern SAMPLING =
      Pattern.compile("\\bThorough\\.|\\bTrials\\.|import static io\\.weft\\.trials\\.Trials");
  private static final Pattern PROCESSES =
      Pattern.compile("\\b(?:RankProcesses|RankCommands|Netlab)\\b");

  @Test
  void there_are_three_tags() throws IOException {
    var tags =
        tests().values().stream()
            .flatMap(source -> TAG.matcher(source).results())
            .map(found -> found.group(1))
            .distinct();
    assertThat(tags).containsExactlyInAnyOrder("processes", "sampled", "thorough");
  }

  @Test
  void what_tries_more_in_thorough_runs_is_tagged_sampled() throws IOException {
    assertTagged(SAMPLING, "sampled");
  }

  @Test
  void what_starts_ranks_as_processes_is_tagged_so() throws IOException {
    assertTagged(PROCESSES, "processes");
  }

  @Test
  void modules_that_skip_processes_have_none() throws IOException {
    try (var modules = Files.list(ROOT)) {
      for (Path module : modules.filter(TagsTest::skipsProcesses).toList()) {
        assertThat(tests())
            .allSatisfy(
                (file, source) ->
                    assertThat(file.startsWith(module) && tags(source).contains("processes"))
                        .as("%s: take test.processes.skip out of its pom.xml", module)
                        .isFalse());
      }
    }
  }

  private static boolean skipsProcesses(Path module) {
    var pom = module.resolve("pom.xml");
    return Files.exists(pom)
        && text(pom).contains("<test.processes.skip>true</test.processes.skip>");
  }

  private static void assertTagged(Pattern sign, String tag) throws IOException {
    var meant = tests();
    meant.values().removeIf(source -> !sign.matcher(source).find());
    assertThat(meant).hasSizeGreaterThan(5);
    meant.values().removeIf(source -> tags(source).contains(tag));
    assertThat(meant.keySet()).as("tag the class, or its methods: @Tag(\"%s\")", tag).isEmpty();
  }

  private static List<String> tags(String source) {
    return TAG.matcher(source).results().map(found -> found.group(1)).toList();
  }

  private static Map<Path, String> tests() throws IOException {
    try (var modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/test/java"))
          .filter(Files::isDirectory)
          .flatMap(TagsTest::sources)
          .filter(file -> !file.endsWith(TagsTest.class.getSimpleName() + ".java"))
          .collect(Collectors.toMap(file -> file, TagsTest::text));
    }
  }

  private static Stream<Path> sources(Path folder) {
    try (var paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith("Test.java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
