package io.weft.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BoundedFileTest {
  @TempDir private Path folder;

  @Test
  void a_file_up_to_the_limit_is_read_whole() throws IOException {
    var file = Files.writeString(folder.resolve("file"), "a\nß\r\nc");
    assertThat(BoundedFile.bytes(file, 7)).hasSize(7);
    assertThat(BoundedFile.lines(file, 7)).isEqualTo(List.of("a", "ß", "c"));
  }

  @Test
  void what_is_refused_is_so_in_words() throws IOException {
    var file = Files.write(folder.resolve("file"), new byte[] {'a', (byte) 0xff, 'b'});
    refuse(() -> BoundedFile.bytes(file, 2), "it has more than 2 bytes, which no such file needs");
    refuse(() -> BoundedFile.text(file, 9), "it is not text in UTF-8");
    refuse(() -> BoundedFile.bytes(folder, 9), "it is a folder and not a file");
    refuse(() -> BoundedFile.bytes(folder.resolve("other"), 9), "it is not there");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void what_could_go_on_for_ever_is_not_opened() throws Exception {
    var pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    refuse(() -> BoundedFile.bytes(pipe, 9), "it is not a regular file");
    refuse(() -> BoundedFile.open(Path.of("/dev/zero")).close(), "it is not a regular file");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_file_that_says_it_has_nothing_is_read_up_to_the_limit() {
    var file = Path.of("/proc/self/status");
    refuse(() -> BoundedFile.bytes(file, 9), "it has more than 9 bytes, which no such file needs");
  }

  private static void refuse(ThrowingCallable reading, String reason) {
    assertThatExceptionOfType(FileSystemException.class)
        .isThrownBy(reading)
        .satisfies(it -> assertThat(FileTrouble.reason(it)).isEqualTo(reason));
  }
}
