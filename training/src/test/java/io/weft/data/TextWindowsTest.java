package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextWindowsTest {
  @TempDir private Path folder;

  private static Corpus corpus(String text) {
    return Corpus.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(TextWindows windows) {
    var batch = new BatchMemory(windows, 1, Arena.ofAuto());
    var found = new StringBuilder();
    for (long sample = 0; sample < windows.samples(); sample++) {
      var labels = batch.fill(sample).labels().tensor().segment();
      for (long token : labels.toArray(ValueLayout.JAVA_LONG)) {
        found.append((char) token);
      }
    }
    return found.toString();
  }

  @Test
  void a_sample_is_a_window_and_its_labels_are_the_bytes_after() {
    var windows = new TextWindows(corpus("class A{}…"), 4);
    assertThat(windows.samples()).isEqualTo(2);
    assertThat(windows.shape().classes()).hasValue(256);
    var batch = new BatchMemory(windows, 2, Arena.ofAuto()).fill(1, 0);
    assertThat(batch.samples()).isEqualTo(2);
    assertThat(batch.input().lengths()).containsExactly(4L);
    assertThat(batch.input().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly('s', ' ', 'A', '{', 'c', 'l', 'a', 's');
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(' ', 'A', '{', '}', 'l', 'a', 's', 's');
  }

  @Test
  void bytes_are_not_negative() {
    var windows = new TextWindows(corpus("…"), 2);
    var batch = new BatchMemory(windows, 1, Arena.ofAuto()).fill(0);
    assertThat(batch.input().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(226, 128);
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(128, 166);
  }

  @Test
  void sources_of_a_folder_follow_each_other_by_path_up_to_the_limit() throws IOException {
    Files.createDirectories(folder.resolve("b"));
    Files.writeString(folder.resolve("b/B.java"), "bbb");
    Files.writeString(folder.resolve("A.java"), "aaa");
    Files.writeString(folder.resolve("notes.txt"), "not this");
    Files.writeString(folder.resolve("c.java"), "cccc");
    assertThat(text(new TextWindows(Corpus.ofFolder(folder, 100), 1))).isEqualTo("aabbbcccc");
    assertThat(Corpus.ofFolder(folder, 9).length()).isEqualTo(6);
  }

  @Test
  void sources_of_a_jdk_come_before_those_of_the_folder() throws IOException {
    var home = folder.resolve("home");
    Files.createDirectories(home.resolve("lib"));
    try (var zip = new ZipOutputStream(Files.newOutputStream(home.resolve("lib/src.zip")))) {
      zip.putNextEntry(new ZipEntry("java.base/java/lang/A.java"));
      zip.write("archived".getBytes(StandardCharsets.UTF_8));
      zip.putNextEntry(new ZipEntry("java.base/notes.html"));
      zip.write("not this".getBytes(StandardCharsets.UTF_8));
    }
    var other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(other.resolve("B.java"), "found");
    assertThat(text(new TextWindows(Corpus.of(home, other, 100), 1))).isEqualTo("rchived");
    assertThat(text(new TextWindows(Corpus.of(folder, other, 100), 1))).isEqualTo("ound");
  }

  @Test
  void no_corpus_is_one_sentence() {
    var missing = folder.resolve("missing");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Corpus.of(missing, missing, 100))
        .withMessageStartingWith("no text to learn from: neither " + missing)
        .withMessageEndingWith("or name a folder of Java sources");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Corpus.ofFolder(folder, 100))
        .withMessageContaining("has no text within the limit");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> Corpus.ofArchive(missing, 100))
        .withMessageStartingWith(missing + " cannot be read");
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> new TextWindows(corpus("abc"), 3))
        .withMessage("context=3: it must be at least 1 and below the 3 bytes of the text");
  }
}
