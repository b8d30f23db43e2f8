package io.weft.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.Key;
import io.weft.network.Ticket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private final Throwable failure = new IllegalStateException("bad \"luck\"\n\u00e9\ud800");

  @TempDir private Path folder;

  private static Ticket ticket(long number) {
    return new Ticket(
        new Key(-1, number), 0xABCL, List.of(0, 1), 7, () -> "barrier #" + number + " \\o/");
  }

  private List<Path> files() throws IOException {
    try (var found = Files.list(folder)) {
      return found.sorted().toList();
    }
  }

  private Recorder recorder() {
    return new Recorder(1, 2, Optional.of(folder.resolve(".")));
  }

  @Test
  void a_failure_writes_the_rank_and_its_operations_oldest_first() throws Exception {
    var recorder = recorder();
    var first = recorder.begin(ticket(0));
    recorder.begin(ticket(1));
    recorder.done(first);
    recorder.failed(recorder.begin(ticket(Long.MIN_VALUE)), failure);
    assertThat(files())
        .singleElement()
        .asString()
        .contains("weft-operations-rank1-" + ProcessHandle.current().pid() + ".jsonl");
    var lines = Files.readAllLines(files().getFirst());
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0))
        .startsWith("{\"recording\":\"weft-operations-1\",\"rank\":1,\"ranks\":2,\"host\":\"")
        .contains(",\"version\":\"")
        .contains(",\"started\":\"2")
        .endsWith(",\"failure\":\"IllegalStateException: bad \\\"luck\\\"\\u000a\\u00e9\\ud800\"}");
    assertThat(lines.get(1))
        .matches(
            "\\{\"group\":\"ffffffffffffffff\",\"number\":\"0000000000000000\","
                + "\"operation\":\"barrier #0 \\\\\\\\o/\",\"fingerprint\":\"0000000000000abc\","
                + "\"members\":\\[0,1\\],\"priority\":7,\"state\":\"done\","
                + "\"begin_ns\":\\d+,\"end_ns\":\\d+\\}");
    assertThat(lines.get(2)).contains("\"state\":\"running\"").doesNotContain("end_ns");
    assertThat(lines.get(3))
        .contains("\"number\":\"8000000000000000\"")
        .contains("\"state\":\"failed\"");
  }

  @Test
  void times_that_nobody_read_are_left_out() throws Exception {
    var recorder = recorder();
    var quick = recorder.enter(ticket(0));
    recorder.begun(quick);
    recorder.doneAtOnce(quick);
    recorder.failed(recorder.enter(ticket(1)), failure);
    var lines = Files.readAllLines(files().getFirst());
    assertThat(lines.get(1)).containsPattern("\"state\":\"done\",\"begin_ns\":\\d+\\}");
    assertThat(lines.get(2)).containsPattern("\"state\":\"failed\",\"end_ns\":\\d+\\}");
  }

  @Test
  void only_the_last_two_thousand_are_kept() throws Exception {
    var recorder = recorder();
    for (int i = 0; i < 4321; i++) {
      recorder.done(recorder.begin(ticket(i)));
    }
    recorder.failed(recorder.begin(ticket(4321)), failure);
    var lines = Files.readAllLines(files().getFirst());
    assertThat(lines).hasSize(1 + Recorder.CAPACITY);
    assertThat(lines.get(1)).contains("barrier #2322 ");
    assertThat(lines.getLast()).contains("barrier #4321 ");
  }

  @Test
  void it_is_written_once_and_never_over_another() throws Exception {
    var recorder = recorder();
    recorder.failed(recorder.begin(ticket(0)), failure);
    recorder.failed(recorder.begin(ticket(1)), failure);
    assertThat(files()).hasSize(1);
    var other = recorder();
    other.failed(other.begin(ticket(5)), failure);
    assertThat(files()).hasSize(2);
    assertThat(files().stream().map(RecorderTest::text))
        .anyMatch(text -> text.contains("barrier #5"))
        .anyMatch(text -> text.contains("barrier #0"));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void without_a_folder_nothing_is_written_and_what_cannot_be_written_hides_nothing()
      throws Exception {
    var silent = new Recorder(0, 1, Optional.empty());
    silent.failed(silent.begin(ticket(0)), failure);
    assertThat(failure.getSuppressed()).isEmpty();
    var file = Files.createFile(folder.resolve("file"));
    var blocked = new Recorder(0, 1, Optional.of(file));
    blocked.failed(blocked.begin(ticket(0)), failure);
    assertThat(failure.getSuppressed()).hasSize(1);
    assertThat(files()).containsExactly(file);
  }

  @Test
  void threads_may_record_at_the_same_time() throws Exception {
    var recorder = recorder();
    var go = new CountDownLatch(1);
    var threads =
        List.of(0, 1, 2, 3).stream()
            .map(part -> Thread.ofPlatform().start(() -> recordMany(recorder, go, part)))
            .toList();
    go.countDown();
    for (var thread : threads) {
      thread.join();
    }
    recorder.failed(recorder.begin(ticket(9999)), failure);
    var lines = Files.readAllLines(files().getFirst());
    assertThat(lines).hasSize(1 + 4 * 400 + 1).doesNotHaveDuplicates();
  }

  private static void recordMany(Recorder recorder, CountDownLatch go, int part) {
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 400; i++) {
      recorder.done(recorder.begin(ticket(part * 1000L + i)));
    }
  }
}
