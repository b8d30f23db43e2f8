package io.weft.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the documents show of our programs is the programs. */
class DocumentedTest {
  private static final Path ROOT = Path.of(System.getProperty("repository.root"));
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void the_readme_shows_average_gradients() throws IOException {
    assertThat(javaBlocks("README.md"))
        .containsExactly(source("AverageGradients"), source("AverageAcrossProcesses"));
  }

  @Test
  void the_first_program_has_fifteen_lines() throws IOException {
    assertThat(source("AverageGradients").lines().filter(line -> !line.isBlank())).hasSize(15);
  }

  @Test
  void contributing_shows_star_from_its_javadoc_on() throws IOException {
    var source = source("Star");
    assertThat(javaBlocks("CONTRIBUTING.md")).contains(source.substring(source.indexOf("/**")));
  }

  private static List<String> javaBlocks(String document) throws IOException {
    return JAVA_BLOCK
        .matcher(Files.readString(ROOT.resolve(document)))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String source(String name) throws IOException {
    return Files.readString(
        ROOT.resolve("examples/src/main/java/io/weft/examples/" + name + ".java"));
  }
}
