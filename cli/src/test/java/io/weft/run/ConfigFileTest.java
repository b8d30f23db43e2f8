package io.weft.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigFileTest {
  @Test
  void values_are_texts_as_they_stand_there() {
    var file = ConfigFile.parse("c.yaml", "# why\nmodel: mlp\nlr: 1e-3\nchecksum: true\ndata: '~'");
    assertThat(file.values())
        .containsEntry("model", "mlp")
        .containsEntry("lr", "1e-3")
        .containsEntry("checksum", "true")
        .containsEntry("data", "~");
    assertThat(file.values().keySet()).containsExactly("model", "lr", "checksum", "data");
  }

  @Test
  void what_is_written_is_read_again(@TempDir Path folder) throws IOException {
    var values = new LinkedHashMap<String, String>();
    values.put("strategy", "wfbp(bucket=4MB) + ordered");
    values.put("data", "C:\\a: b # 'c'\n\"d\"");
    values.put("seed", "-1");
    values.put("nothing", "");
    var file = folder.resolve("config.yaml");
    ConfigFile.write(values, file);
    assertThat(ConfigFile.read(file)).isEqualTo(new ConfigFile(file.toString(), values));
    assertThat(Files.readString(file)).contains("\nseed: -1\n");
  }

  @Test
  void a_full_disk_is_told_with_the_name_of_the_file() {
    var full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no device that is always full");
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(() -> ConfigFile.write(Map.of("model", "mlp"), full))
        .withMessage("/dev/full: No space left on device");
    assertThat(Files.isRegularFile(full)).isFalse();
  }

  @Test
  void an_empty_file_sets_nothing() {
    assertThat(ConfigFile.parse("c.yaml", "").values()).isEmpty();
    assertThat(ConfigFile.parse("c.yaml", "# nothing\n").values()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "{? [", "&a [*a, "})
  void nesting_is_refused_before_it_is_followed(String level) {
    for (int levels : new int[] {9, 5000, 100_000}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ConfigFile.parse("c.yaml", "a: " + level.repeat(levels)))
          .withMessageStartingWith("c.yaml ");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ConfigFile.parse("c.yaml", level.repeat(levels)))
          .withMessageStartingWith("c.yaml ");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConfigFile.parse("c.yaml", "[".repeat(5000)))
        .withMessage(
            "c.yaml has brackets in brackets or blocks in blocks, more than 8: write lines such as"
                + " \"model: mlp\"");
  }

  @Test
  void aliases_do_not_multiply() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 20; level++) {
      var of = "*a" + (level - 1);
      text.append("a%d: &a%d [%s]%n".formatted(level, level, String.join(", ", of, of, of, of)));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConfigFile.parse("c.yaml", text.toString()))
        .withMessageContaining("c.yaml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          model: [a, b]  ; c.yaml has more than one value for "model": give one
          optimizer: {lr: 1} ; c.yaml has more than one value for "optimizer": give one
          - mlp ; c.yaml has no keys: write lines such as "model: mlp"
          mlp ; c.yaml has no keys: write lines such as "model: mlp"
          a: 'b ; c.yaml is not YAML: line 1: found unexpected end of stream
          """)
  void what_is_no_such_file_is_refused_with_a_sentence(String text, String sentence) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConfigFile.parse("c.yaml", text))
        .withMessage(sentence);
  }

  @Test
  void a_file_that_is_not_there_is_named(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ConfigFile.read(folder.resolve("none.yaml")))
        .withMessageEndingWith("none.yaml is not there: name a YAML file");
  }
}
