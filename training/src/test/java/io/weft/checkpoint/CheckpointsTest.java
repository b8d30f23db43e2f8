package io.weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.data.Position;
import io.weft.tensor.Tensor;
import io.weft.trials.Draw;
import io.weft.trials.Trials;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("sampled")
class CheckpointsTest {
  private static final List<String> ORDER =
      List.of("model.safetensors", "optimizer.safetensors", "manifest.json");

  @TempDir private Path folder;

  private static Progress progress(long step) {
    return new Progress(step, 42, new Position(1, step), Map.of("model", "gpt-nano"));
  }

  /** Every number says which step it belongs to. */
  static Map<String, List<NamedTensor>> files(long step) {
    var values = new float[1000];
    Arrays.fill(values, (float) step);
    var files = new LinkedHashMap<String, List<NamedTensor>>();
    files.put("model.safetensors", List.of(NamedTensor.of("p", Tensor.of(values))));
    files.put("optimizer.safetensors", List.of(NamedTensor.of("m", Tensor.of(values))));
    return files;
  }

  static void assertWhole(Checkpoint checkpoint) {
    for (var file : files(0).keySet()) {
      var tensor = checkpoint.read(file, Arena.ofAuto()).getFirst().tensor();
      assertThat(tensor.segment().toArray(ValueLayout.JAVA_FLOAT))
          .hasSize(1000)
          .containsOnly((float) checkpoint.progress().step());
    }
  }

  @Test
  void the_newest_is_found_with_all_that_it_was_given() {
    var checkpoints = new Checkpoints(folder.resolve("new"), 3);
    assertThat(checkpoints.newest().checkpoint()).isEmpty();
    checkpoints.save(progress(9), files(9));
    checkpoints.save(progress(10), files(10));
    var found = checkpoints.newest();
    assertThat(found.damaged()).isEmpty();
    var checkpoint = found.checkpoint().orElseThrow();
    assertThat(checkpoint.progress()).isEqualTo(progress(10));
    assertWhole(checkpoint);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> checkpoint.read("rank-1", Arena.ofAuto()))
        .withMessageEndingWith("has no rank-1: it has [model.safetensors, optimizer.safetensors]");
  }

  @Test
  void the_last_few_are_kept() throws IOException {
    var checkpoints = new Checkpoints(folder, 2);
    for (long step = 8; step <= 11; step++) {
      checkpoints.save(progress(step), files(step));
    }
    checkpoints.save(progress(11), files(11));
    try (var entries = Files.list(folder)) {
      assertThat(entries.map(entry -> folder.relativize(entry).toString()))
          .containsExactlyInAnyOrder("step-10", "step-11");
    }
  }

  @Test
  void what_is_written_after_a_damaged_newer_one_is_kept() throws IOException {
    var checkpoints = new Checkpoints(folder, 1);
    Files.createDirectories(folder.resolve("step-90"));
    checkpoints.save(progress(50), files(50));
    var found = checkpoints.newest();
    assertThat(found.damaged())
        .singleElement()
        .asString()
        .startsWith(folder.resolve("step-90") + " is damaged and left out: ");
    assertWhole(found.checkpoint().orElseThrow());
  }

  @Test
  void a_checkpoint_that_cannot_be_written_is_one_sentence_and_leaves_the_others() {
    var checkpoints = new Checkpoints(folder, 1);
    checkpoints.save(progress(1), files(1));
    var files = files(2);
    files.put("x".repeat(300), List.of());
    assertThatExceptionOfType(CheckpointNotWrittenException.class)
        .isThrownBy(() -> checkpoints.save(progress(2), files))
        .withMessageStartingWith(
            folder.resolve("step-2") + " was not written: File name too long; ")
        .withMessageMatching(".*; it needs 8\\.\\d KB and [\\d.]+ [KM]B are free in .*")
        .withMessageEndingWith(", and step-1 is kept; make room or repair the disk");
    assertThat(folder.resolve(".writing")).doesNotExist();
    assertWhole(checkpoints.newest().checkpoint().orElseThrow());
  }

  @Test
  void nothing_is_said_to_be_kept_where_nothing_is() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "where the folder should be");
    assertThatExceptionOfType(CheckpointNotWrittenException.class)
        .isThrownBy(() -> new Checkpoints(file, 1).save(progress(2), files(2)))
        .withMessageContaining(" was not written: ")
        .withMessageContaining("no checkpoint is there from before")
        .withMessageNotContaining("Exception");
  }

  @Test
  void a_cut_at_any_byte_of_writing_leaves_the_one_before() {
    Trials.forAll(
        draw -> {
          try {
            var place = Files.createTempDirectory(folder, "trial");
            var checkpoints = new Checkpoints(place, 2);
            checkpoints.save(progress(1), files(1));
            checkpoints.save(progress(2), files(2));
            cut(place, draw);
            var found = checkpoints.newest();
            var checkpoint = found.checkpoint().orElseThrow();
            assertThat(checkpoint.progress().step()).isEqualTo(1);
            assertWhole(checkpoint);
            checkpoints.save(progress(3), files(3));
            assertThat(checkpoints.newest().checkpoint().orElseThrow().progress().step())
                .isEqualTo(3);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  /**
   * As if writing had ended there: what comes later in the order of writing is missing. The folder
   * has its temporary name, or its last one if a disk has not kept what it had promised.
   */
  private static void cut(Path place, Draw draw) throws IOException {
    var target = place.resolve("step-2");
    long total = 0;
    for (var file : ORDER) {
      total += Files.size(target.resolve(file));
    }
    long left = draw.between(0, (int) total - 1);
    for (var file : ORDER) {
      var path = target.resolve(file);
      var bytes = Files.readAllBytes(path);
      if (left == 0) {
        Files.delete(path);
      } else if (left < bytes.length) {
        Files.write(path, Arrays.copyOf(bytes, (int) left));
      }
      left = Math.max(0, left - bytes.length);
    }
    if (draw.oneOf(List.of(true, false))) {
      Files.move(target, place.resolve(".writing"));
    }
  }

  @Test
  void a_flipped_bit_is_found() {
    Trials.forAll(
        draw -> {
          try {
            var place = Files.createTempDirectory(folder, "flip");
            var checkpoints = new Checkpoints(place, 2);
            checkpoints.save(progress(1), files(1));
            checkpoints.save(progress(2), files(2));
            var file = place.resolve("step-2").resolve(draw.oneOf(ORDER.subList(0, 2)));
            var bytes = Files.readAllBytes(file);
            bytes[draw.between(0, bytes.length - 1)] ^= (byte) (1 << draw.between(0, 7));
            Files.write(file, bytes);
            var found = checkpoints.newest();
            assertThat(found.damaged())
                .singleElement()
                .asString()
                .contains(file + " is not what the manifest says");
            assertThat(found.checkpoint().orElseThrow().progress().step()).isEqualTo(1);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
