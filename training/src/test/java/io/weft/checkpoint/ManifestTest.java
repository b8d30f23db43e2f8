package io.weft.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.data.Position;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was not written by us, or not so, is never gone on from. */
@Timeout(60)
class ManifestTest {
  private static final String FILE = "model.safetensors";

  @TempDir private Path folder;

  private Checkpoints checkpoints;
  private Path damaged;
  private Path manifest;

  @BeforeEach
  void two_checkpoints_are_there() {
    checkpoints = new Checkpoints(folder, 2);
    for (long step = 1; step <= 2; step++) {
      var tensors = List.of(NamedTensor.of("p", Tensor.of(new float[] {step})));
      var progress = new Progress(step, 42, new Position(1, step), Map.of("model", "mlp"));
      checkpoints.save(progress, Map.of(FILE, tensors));
    }
    damaged = folder.resolve("step-2");
    manifest = damaged.resolve(Manifest.NAME);
  }

  /** That the one before is gone on from, and why. */
  private String refusal() {
    var found = checkpoints.newest();
    assertThat(found.checkpoint().orElseThrow().progress().step()).isEqualTo(1);
    assertThat(found.damaged()).hasSize(1);
    return found.damaged().getFirst();
  }

  @Test
  void every_bit_counts() throws IOException {
    var whole = Files.readAllBytes(manifest);
    assertThat(whole.length).isBetween(200, 600);
    for (int bit = 0; bit < 8 * whole.length; bit++) {
      var flipped = whole.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(manifest, flipped);
      assertThat(refusal()).as("bit %d", bit).contains("manifest.json is not what was written");
    }
    Files.write(manifest, whole);
    assertThat(checkpoints.newest().checkpoint().orElseThrow().progress().step()).isEqualTo(2);
  }

  /** As somebody who can compute a seal would write it. */
  private void forge(String json) throws IOException {
    Files.write(manifest, Seal.put(json.getBytes(UTF_8)));
  }

  private static String json(String files) {
    return "{\"step\":2,\"seed\":1,\"epoch\":0,\"epoch_step\":2,\"settings\":{},\"files\":{%s}}"
        .formatted(files);
  }

  private static String entry(String name) {
    return "\"%s\":{\"bytes\":4,\"sha256\":\"00\"}".formatted(name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../" + FILE, "/etc/hostname", "a/b", "a\\\\b", ".", "..", "", "manifest.json"})
  void a_name_that_leads_elsewhere_is_none(String name) throws IOException {
    forge(json(entry(name)));
    assertThat(refusal()).contains("is no name for a file of a checkpoint");
  }

  @Test
  void a_list_without_files_is_not_whole() throws IOException {
    forge(json(""));
    assertThat(refusal()).contains("it names no file");
  }

  @Test
  void what_is_no_good_json_is_one_sentence() throws IOException {
    forge("{\"step\":2}");
    assertThat(refusal()).contains("has no good \"files\"");
    forge(json(entry("a") + "," + entry("a")));
    assertThat(refusal()).contains("is not JSON");
    forge(json(entry("a")).replace("\"epoch\":0", "\"epoch\":-1"));
    assertThat(refusal()).contains("both are counted from 0");
    forge(json(entry("a")).replace("\"epoch\":0", "\"epoch\":99999999999999999999"));
    assertThat(refusal()).contains("is not JSON");
    forge("[".repeat(100_000) + "]");
    assertThat(refusal()).contains("is not an object of JSON");
    forge("{\"step\":" + "[".repeat(100_000) + "}");
    assertThat(refusal()).contains("is not JSON");
    forge("{\"step\":2}" + " ".repeat(17 << 20) + "}");
    assertThat(refusal()).contains("more than 16777216 bytes");
  }

  @Test
  void a_checkpoint_under_the_name_of_another_is_refused() throws IOException {
    forge(json(entry("a")).replace("\"step\":2", "\"step\":3"));
    Files.write(damaged.resolve("a"), new byte[4]);
    assertThat(refusal()).contains("is not what the manifest says");
    Files.move(damaged, folder.resolve("step-3"));
    Files.move(folder.resolve("step-1"), folder.resolve("step-4"));
    assertThat(checkpoints.newest().damaged())
        .anyMatch(it -> it.contains("step-4 is damaged and left out: it is of step 1"));
  }

  @Test
  void a_file_of_another_length_is_not_read() throws IOException {
    Files.write(damaged.resolve(FILE), new byte[5]);
    assertThat(refusal()).contains(FILE + " has 5 bytes and the manifest says ");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void what_is_no_file_is_not_waited_for() throws Exception {
    for (var place : List.of(damaged.resolve(FILE), manifest)) {
      Files.delete(place);
      assertThat(refusal()).contains(place + " is missing, or is no regular file");
      assertThat(new ProcessBuilder("mkfifo", place.toString()).start().waitFor()).isZero();
      assertThat(refusal()).contains(place + " is missing, or is no regular file");
      Files.delete(place);
      Files.createSymbolicLink(place, Path.of("/dev/zero"));
      assertThat(refusal()).contains(place + " is missing, or is no regular file");
      Files.delete(place);
    }
  }
}
