package io.weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.data.Position;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CheckpointWriterTest {
  private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();

  @TempDir private Path folder;

  private void complain(long step, CheckpointNotWrittenException why) {
    complaints.add(step + ": " + why.getMessage());
  }

  private static Progress progress(long step) {
    return new Progress(step, 0, Position.START, Map.of());
  }

  private static Contents contents(long step) {
    return new Contents(CheckpointsTest.files(step), Arena.ofShared());
  }

  @Test
  void all_are_written_in_order_and_the_end_waits_for_the_last() {
    var checkpoints = new Checkpoints(folder, 1);
    var all = List.of(contents(1), contents(2), contents(3));
    try (var writer = new CheckpointWriter(checkpoints, this::complain)) {
      for (int i = 0; i < all.size(); i++) {
        writer.write(progress(i + 1), all.get(i));
      }
      assertThat(writer.finish()).isEmpty();
      var found = checkpoints.newest().checkpoint().orElseThrow();
      assertThat(found.progress().step()).isEqualTo(3);
      CheckpointsTest.assertWhole(found);
    }
    assertThat(complaints).isEmpty();
    assertThat(all).noneMatch(each -> each.memory().scope().isAlive());
  }

  @Test
  void one_that_cannot_be_written_is_said_once_and_the_next_is_written() {
    var checkpoints = new Checkpoints(folder, 1);
    var broken = new Contents(Map.of("x".repeat(300), List.of()), Arena.ofShared());
    try (var writer = new CheckpointWriter(checkpoints, this::complain)) {
      writer.write(progress(1), broken);
      writer.write(progress(2), contents(2));
      assertThat(writer.finish()).isEmpty();
    }
    assertThat(complaints)
        .singleElement()
        .asString()
        .startsWith("1: " + folder.resolve("step-1") + " was not written: ");
    assertThat(broken.memory().scope().isAlive()).isFalse();
    CheckpointsTest.assertWhole(checkpoints.newest().checkpoint().orElseThrow());
  }

  @Test
  void the_end_says_of_the_last_one_that_it_is_not_there() {
    var checkpoints = new Checkpoints(folder, 1);
    var broken = new Contents(Map.of("x".repeat(300), List.of()), Arena.ofShared());
    try (var writer = new CheckpointWriter(checkpoints, this::complain)) {
      writer.write(progress(1), contents(1));
      writer.write(progress(2), broken);
      assertThat(writer.finish())
          .map(Throwable::getMessage)
          .hasValueSatisfying(
              why ->
                  assertThat(why)
                      .startsWith(folder.resolve("step-2") + " was not written: ")
                      .contains("step-1 is kept"));
    }
  }

  @Test
  void a_copy_is_not_what_it_was_copied_from() {
    var original = CheckpointsTest.files(7).values().iterator().next();
    try (var memory = Arena.ofShared()) {
      var copy = Contents.copied(original, memory);
      original.getFirst().tensor().segment().fill((byte) 0);
      var file = Collections.singletonMap("model.safetensors", copy);
      var saved = new Checkpoints(folder, 1).save(progress(7), file);
      assertThat(
              saved
                  .read("model.safetensors", memory)
                  .getFirst()
                  .tensor()
                  .segment()
                  .mismatch(copy.getFirst().tensor().segment()))
          .isEqualTo(-1);
      assertThat(
              copy.getFirst().tensor().segment().mismatch(original.getFirst().tensor().segment()))
          .isNotEqualTo(-1);
    }
  }
}
