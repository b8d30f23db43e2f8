package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void words_lean_left_and_numbers_right_under_their_titles() {
    var table =
        Table.of(Table.left("algorithm"), Table.right("steps"), Table.left("note"))
            .row("ring", "14", "")
            .row("recursive-doubling", "3", "small");
    assertThat(table.lines())
        .containsExactly(
            "algorithm           steps  note",
            "────────────────────────────────",
            "ring                   14",
            "recursive-doubling      3  small");
  }

  @Test
  void words_go_on_in_the_next_line_where_the_terminal_ends() {
    var table =
        Table.of(Table.left("algorithm"), Table.right("steps"), Table.left("note"))
            .row("ring", "14", "chunks travel round a ring of all ranks")
            .row("bruck", "3", "short");
    assertThat(table.lines(40))
        .containsExactly(
            "algorithm  steps  note",
            "────────────────────────────────────────",
            "ring          14  chunks travel round a",
            "                  ring of all ranks",
            "bruck          3  short");
    assertThat(table.lines(80)).isEqualTo(table.lines());
  }

  @Test
  void what_cannot_be_narrower_stays_as_it_is() {
    var table = Table.of(Table.right("numbers only")).row("123456789012345678901234567890");
    assertThat(table.lines(20)).isEqualTo(table.lines());
    var long_ = Table.of(Table.left("x")).row("a-word-that-is-longer-than-its-line");
    assertThat(long_.lines(20)).contains("a-word-that-is-longe", "r-than-its-line");
  }

  @Test
  void a_table_without_rows_shows_its_titles() {
    assertThat(Table.of(Table.left("name"), Table.right("x")).lines())
        .containsExactly("name  x", "───────");
  }

  @Test
  void a_row_of_another_length_is_a_bug() {
    var table = Table.of(Table.left("one"));
    assertThatThrownBy(() -> table.row("a", "b"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("2 cells")
        .hasMessageContaining("1 columns");
  }
}
