package io.weft.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.weft.data.Position;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A file system of 256 KB, where this user may mount one. */
@Timeout(30)
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
  @TempDir private Path folder;

  private boolean mounted;

  @BeforeEach
  void mount() throws Exception {
    mounted = command("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder.toString());
    assumeTrue(mounted, "this user may not mount a file system");
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(command("umount", folder.toString())).isTrue();
    }
  }

  private static boolean command(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private static Map<String, List<NamedTensor>> files(int bytes) {
    return Map.of("model.safetensors", List.of(NamedTensor.of("p", Tensor.of(new byte[bytes]))));
  }

  private static Progress progress(long step) {
    return new Progress(step, 0, Position.START, Map.of());
  }

  @Test
  void what_has_no_room_is_said_with_need_and_room_and_what_is_kept() {
    var checkpoints = new Checkpoints(folder.resolve("checkpoints"), 2);
    assertThatExceptionOfType(CheckpointNotWrittenException.class)
        .isThrownBy(() -> checkpoints.save(progress(1), files(300_000)))
        .withMessageMatching(
            ".*/step-1 was not written: No space left on device; it needs 300.1 KB and 26\\d\\.\\d"
                + " KB are free in .*/checkpoints, and no checkpoint is there from before; make"
                + " room or repair the disk");
    checkpoints.save(progress(2), files(100_000));
    assertThatExceptionOfType(CheckpointNotWrittenException.class)
        .isThrownBy(() -> checkpoints.save(progress(3), files(200_000)))
        .withMessageContaining("/step-3 was not written: ")
        .withMessageContaining(", and step-2 is kept; make room");
    assertThat(checkpoints.newest().checkpoint().orElseThrow().progress().step()).isEqualTo(2);
    checkpoints.save(progress(4), files(100_000));
    assertThat(DiskSpace.against(folder, 999)).startsWith("it needs 999 bytes and ");
  }
}
