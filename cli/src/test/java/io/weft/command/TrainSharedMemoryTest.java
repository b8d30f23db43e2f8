package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.launch.ThisProgram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that train over shared memory, with many exchanges in flight, which ranks start when
 * each is ready. Shared memory adds in rank order, and so does {@code ordered} over sockets.
 */
@Tag("processes")
@Tag("thorough")
@Timeout(180)
@EnabledOnOs(OS.LINUX)
class TrainSharedMemoryTest {
  private static final Pattern SHA = Pattern.compile("\"weights_sha256\":\"([0-9a-f]{64})\"");

  @TempDir private Path folder;
  @TempDir private Path shared;

  @Test
  void ends_with_the_weights_of_training_over_sockets_and_leaves_no_files() throws Exception {
    Files.writeString(folder.resolve("text"), "so many words, and so few of them new. ".repeat(99));
    var overSockets = weights("tcp", "wfbp + ordered");
    assertThat(weights("shm", "dear(bucket=64KB)")).isEqualTo(overSockets);
    assertThat(shared).isEmptyDirectory();
  }

  private String weights(String transport, String strategy)
      throws IOException, InterruptedException {
    var arguments =
        "train --ranks=3 --steps=2 --batch=2 --no-run-dir --json --data=%s --strategy"
            .formatted(folder.resolve("text"));
    var words = new ArrayList<>(List.of(arguments.split(" ", -1)));
    words.add(strategy);
    var builder = new ProcessBuilder(ThisProgram.command("io.weft.command.Weft", words));
    builder.environment().put("WEFT_TRANSPORT", transport);
    builder.environment().put("WEFT_SHM_DIR", shared.toString());
    var errors = folder.resolve("errors");
    var process = builder.redirectError(errors.toFile()).start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
    var found = SHA.matcher(out);
    assertThat(found.find()).as(out).isTrue();
    return found.group(1);
  }
}
