package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OutputTest {
  private static final JsonEvent EVENT = new ErrorEvent("no", 1);

  private final RecordedTerminal recorded = new RecordedTerminal();

  @Test
  void people_read_lines_and_tables() {
    sayEverything(new Output(recorded.pipe(), false, false));
    assertThat(recorded.outLines()).containsExactly("a line", "title", "─────", "cell");
    assertThat(recorded.err()).isEqualTo("weft: a note\nweft: working\n");
  }

  @Test
  void programs_read_events_and_nothing_else() {
    sayEverything(new Output(recorded.pipe(), true, false));
    assertThat(recorded.outLines())
        .containsExactly("{\"event\":\"error\",\"message\":\"no\",\"exit_code\":1}");
    assertThat(recorded.err()).isEqualTo("weft: a note\nweft: working\n");
  }

  @Test
  void on_a_screen_progress_makes_room_for_what_comes_next() {
    var output = new Output(recorded.screen(), false, false);
    output.progress("1 of 2");
    output.progress("2 of 2");
    output.line("done");
    output.line("really");
    assertThat(recorded.err()).isEqualTo("\r\u001b[K1 of 2\r\u001b[K2 of 2\r\u001b[K");
    assertThat(recorded.out()).isEqualTo("done\nreally\n");
  }

  @Test
  void a_note_is_the_last_thing_until_something_else_is_printed() {
    var output = new Output(recorded.pipe(), false, false);
    output.progress("rank 3 left");
    assertThat(output.isLastNote("rank 3 left")).isTrue();
    assertThat(output.isLastNote("rank 4 left")).isFalse();
    output.line("a line");
    assertThat(output.isLastNote("rank 3 left")).isFalse();
  }

  @Test
  void on_a_screen_progress_does_not_stay() {
    var output = new Output(recorded.screen(), false, false);
    output.progress("rank 3 left");
    assertThat(output.isLastNote("rank 3 left")).isFalse();
  }

  @Test
  void a_block_of_progress_is_replaced_as_a_whole() {
    var output = new Output(recorded.screen(), false, false);
    output.block(List.of("one", "two", "three"));
    output.block(List.of("four"));
    output.note("done");
    String gone = "\r\u001b[K";
    String above = "\u001b[A" + gone;
    assertThat(recorded.err())
        .isEqualTo(
            gone + "one\ntwo\nthree" + gone + above + above + "four" + gone + "weft: done\n");
  }

  @Test
  void on_a_screen_a_note_is_broken_between_words() {
    var screen = recorded.screen(20);
    new Output(screen, false, false).note("a sentence that is longer");
    assertThat(recorded.err()).isEqualTo("weft: a sentence\nthat is longer\n");
  }

  private static void sayEverything(Output output) {
    output.line("a line");
    output.table(Table.of(Table.left("title")).row("cell"));
    output.event(EVENT);
    output.note("a note");
    output.progress("working");
  }
}
