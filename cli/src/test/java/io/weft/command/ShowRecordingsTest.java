package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import io.weft.collective.Options;
import io.weft.collective.RankFailedException;
import io.weft.collective.World;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShowRecordingsTest {
  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  private int show(String... more) throws IOException {
    try (var files = Files.list(folder)) {
      var args = Stream.concat(Stream.of("show"), files.sorted().map(Path::toString));
      return run(Stream.concat(args, Stream.of(more)).toArray(String[]::new));
    }
  }

  /** A recording of one of three ranks, put together line by line. */
  private final class Recorded {
    private final int rank;
    private final List<String> lines = new ArrayList<>();

    Recorded(int rank) {
      this(rank, "2026-01-01T00:00:00Z");
    }

    Recorded(int rank, String started) {
      this.rank = rank;
      lines.add(
          ("{\"recording\":\"weft-operations-1\",\"rank\":%d,\"ranks\":3,\"host\":\"here\","
                  + "\"pid\":7,\"version\":\"1\",\"started\":\"%s\",\"failure\":\"Late: it was\"}")
              .formatted(rank, started));
    }

    Recorded operation(int number, String words, String state) {
      lines.add(
          ("{\"group\":\"0000000000000000\",\"number\":\"%016x\",\"operation\":\"%s #%d\","
                  + "\"fingerprint\":\"%016x\",\"members\":[0,1,2],\"priority\":0,"
                  + "\"state\":\"%s\",\"begin_ns\":%d%s}")
              .formatted(
                  number,
                  words,
                  number,
                  words.hashCode(),
                  state,
                  1000L * number,
                  state.equals("running") ? "" : ",\"end_ns\":" + (1000L * number + 500)));
      return this;
    }

    Path write() throws IOException {
      return Files.write(folder.resolve("rank-%d.jsonl".formatted(rank)), lines);
    }
  }

  @Test
  void ranks_that_disagreed_are_told_apart() throws Exception {
    Assertions.assertThatThrownBy(
            () ->
                World.spawn(
                    Options.oneHost(3).withRecordings(folder),
                    3,
                    it -> {
                      it.using("ring").allReduce(Tensor.of(new float[9]), Reduction.SUM);
                      int length = it.rank() == 1 ? 5 : 4;
                      it.using("ring").allReduce(Tensor.of(new int[length]), Reduction.MAX);
                    }))
        .isInstanceOf(RankFailedException.class);
    assertThat(show()).isZero();
    assertThat(recorded.out())
        .startsWith(
            "rank 1 began all-reduce #1 of ranks 0-2: max of 5 int32, ring, and ranks 0, 2 began"
                + " all-reduce #1 of ranks 0-2: max of 4 int32, ring\n")
        .containsPattern("\nall-reduce #0 of ranks 0-2: sum of 9 fp32, ring .* [mµ]?s .* [mµ]?s")
        .containsPattern("\nall-reduce #1 of ranks 0-2: max of 4 int32, ring +failed +– +failed\n")
        .containsPattern("\nall-reduce #1 of ranks 0-2: max of 5 int32, ring +– +failed +–\n")
        .contains("\nranks 0, 1, 2: MismatchException: rank 1 does not do what the others do");
  }

  @Test
  void a_rank_that_never_came_is_named_with_those_that_waited() throws Exception {
    for (int rank = 0; rank < 2; rank++) {
      new Recorded(rank)
          .operation(16, "all-reduce", "done")
          .operation(17, "all-reduce", rank == 0 ? "failed" : "running")
          .write();
    }
    new Recorded(2).operation(16, "all-reduce", "done").write();
    assertThat(show()).isZero();
    assertThat(recorded.outLines())
        .startsWith("rank 2 never began all-reduce #17, which ranks 0, 1 were waiting in", "")
        .contains("all-reduce #16  0.5 µs   0.5 µs  0.5 µs")
        .contains("all-reduce #17  failed  running       –");
  }

  @Test
  void the_difference_is_an_event() throws Exception {
    for (int rank = 0; rank < 3; rank++) {
      new Recorded(rank).operation(3, rank == 2 ? "barrier" : "gather", "failed").write();
    }
    assertThat(show("--json")).isZero();
    assertThat(recorded.outLines()).hasSize(4);
    assertThat(recorded.outLines().getFirst())
        .startsWith("{\"event\":\"show_recording\",\"file\":\"")
        .endsWith(
            "rank-0.jsonl\",\"rank\":0,\"ranks\":3,\"host\":\"here\",\"version\":\"1\","
                + "\"started\":\"2026-01-01T00:00:00Z\",\"operations\":1,"
                + "\"failure\":\"Late: it was\"}");
    assertThat(recorded.outLines().getLast())
        .isEqualTo(
            "{\"event\":\"show_difference\",\"kind\":\"disagreement\","
                + "\"sentence\":\"rank 2 began barrier #3, and ranks 0, 1 began gather #3\","
                + "\"operation\":\"gather #3\",\"odd_ranks\":[2],\"other_ranks\":[0,1]}");
  }

  @Test
  void recordings_that_agree_say_so_and_ranks_without_one_are_named() throws Exception {
    new Recorded(0).operation(5, "barrier", "failed").write();
    new Recorded(2).operation(5, "barrier", "running").write();
    assertThat(show()).isZero();
    assertThat(recorded.outLines())
        .startsWith(
            "the recordings do not differ in any of 1 operations",
            "there is no recording of rank 1");
  }

  @Test
  void what_a_rank_may_have_forgotten_is_not_held_against_it() throws Exception {
    new Recorded(0).operation(4, "barrier", "done").operation(5, "barrier", "failed").write();
    new Recorded(1).operation(5, "barrier", "failed").write();
    assertThat(show()).isZero();
    assertThat(recorded.out()).startsWith("the recordings do not differ in any of 2 operations");
  }

  @Test
  void bad_files_are_answered_with_a_sentence() throws Exception {
    var good = new Recorded(0).operation(5, "barrier", "failed").write().toString();
    refuses("there is no file missing.jsonl", "show", "missing.jsonl");
    refuses("'ring' is not a file of recorded operations", "show", good, "ring");
    refuses("are both of rank 0: give one recording of each rank", "show", good, good);
    refuses("line 1, not the head of a recording", "show", file("empty.jsonl", ""));
    refuses("is not a recording of operations: line 1, not JSON", "show", file("a.jsonl", "{x"));
    refuses("line 1, no good \"recording\"", "show", file("b.jsonl", "{}"));
    refuses(
        "line 3, no good \"number\"",
        "show",
        file("c.jsonl", Files.readString(Path.of(good)) + "{\"group\":\"0\",\"begin_ns\":1}\n"));
    var text = Files.readString(Path.of(good));
    var many = text.replace("\"ranks\":3", "\"ranks\":2147483647");
    refuses("ranks is 2147483647 and not from 0 to 1048576", "show", file("d.jsonl", many));
    var beyond = text.replace("\"rank\":0", "\"rank\":3");
    refuses("rank is 3 and not from 0 to 2", "show", file("e.jsonl", beyond));
    refuses("e.jsonl", "show", file("e.jsonl", "[".repeat(100_000)));
    var never =
        text.replace("\"started\":\"2026-01", "\"started\":\"+1000000000-12")
            .replaceFirst("\"begin_ns\":\\d+", "\"begin_ns\":9223372036854775807");
    refuses("f.jsonl is not a recording of operations", "show", file("f.jsonl", never));
    var place = Files.createDirectory(folder.resolve("g.jsonl")).toString();
    refuses("g.jsonl cannot be read: it is a folder and not a file", "show", place);
    Files.delete(Path.of(place));
    Files.delete(Path.of(good));
    var early = new Recorded(1, "2025-01-01T00:00:00Z").operation(5, "barrier", "failed").write();
    var late = new Recorded(2).operation(5, "barrier", "failed").write();
    refuses("are not of the same run: 3 ranks of", "show", early.toString(), late.toString());
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private static void refuses(String sentence, String... args) {
    var terminal = new RecordedTerminal();
    assertThat(Weft.run(terminal.pipe(), args)).as(String.join(" ", args)).isEqualTo(2);
    assertThat(terminal.err()).contains(sentence);
    assertThat(terminal.out()).isEmpty();
  }
}
