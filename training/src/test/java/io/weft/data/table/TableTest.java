package io.weft.data.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.weft.data.BatchMemory;
import io.weft.data.DataException;
import io.weft.data.Dataset;
import io.weft.data.form.FormText;
import io.weft.data.form.Gaps;
import io.weft.data.form.TableForm;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Numbers;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.form.TableForm.Words;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
  private static final String FLOWERS =
      """
      length,width,kind
      1,10,rose
      3,30,"tulip, red"
      1,10,rose
      3,30,"tulip, red"
      """;

  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("table.csv"), text);
  }

  private static TableReading reading(String target) {
    return new TableReading(
        Optional.of(target), Optional.empty(), Gaps.NONE, List.of(), Optional.empty());
  }

  private static TableReading reading(Gaps gaps, String... ignored) {
    return new TableReading(
        Optional.empty(), Optional.empty(), gaps, List.of(ignored), Optional.empty());
  }

  private TableData learn(String text) throws IOException {
    return learn(text, TableReading.USUAL);
  }

  private TableData learn(String text, TableReading reading) throws IOException {
    var table = Table.read(file(text), reading);
    return TableData.learning(table, reading.task(), _ -> true);
  }

  private static float[] inputs(Dataset data) {
    return batch(data).input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  private static long[] labels(Dataset data) {
    return batch(data).labels().tensor().segment().toArray(ValueLayout.JAVA_LONG);
  }

  private static io.weft.model.Batch batch(Dataset data) {
    int samples = (int) data.samples();
    var all = LongStream.range(0, samples).toArray();
    return new BatchMemory(data, samples, Arena.ofAuto()).fill(all);
  }

  @Test
  void numbers_are_normalised_and_words_of_the_last_column_are_classes() throws IOException {
    var data = learn(FLOWERS);
    assertThat(inputs(data)).containsExactly(-1, -1, 1, 1, -1, -1, 1, 1);
    assertThat(labels(data)).containsExactly(0, 1, 0, 1);
    assertThat(data.form())
        .isEqualTo(
            new TableForm(
                List.of("length", "width", "kind"),
                true,
                List.of(new Numbers("length", 2, 1), new Numbers("width", 20, 10)),
                new Classes("kind", List.of("rose", "tulip, red")),
                Gaps.NONE));
  }

  @Test
  void only_rows_that_are_learnt_from_give_means() throws IOException {
    var table = Table.read(file(FLOWERS + "100,1000,rose\n"), TableReading.USUAL);
    var form = TableData.learning(table, Optional.empty(), row -> row < 4).form();
    assertThat(form.inputs().getFirst()).isEqualTo(new Numbers("length", 2, 1));
  }

  @Test
  void whole_numbers_that_come_again_are_classes_in_their_order() throws IOException {
    var data = learn("1,10\n2,2\n3,10.0\n4,2e0\n");
    assertThat(((Classes) data.form().target()).names()).containsExactly("2", "10");
    assertThat(labels(data)).containsExactly(1, 0, 1, 0);
    assertThat(data.form().columns()).containsExactly("1", "2");
  }

  @Test
  void the_column_to_learn_has_a_name_or_a_number() throws IOException {
    assertThat(labels(learn("kind,a\nx,1\ny,2\nx,3\ny,4\n", reading("kind"))))
        .containsExactly(0, 1, 0, 1);
    assertThat(labels(learn("x,1\ny,2\nx,3\ny,4\n", reading("1")))).containsExactly(0, 1, 0, 1);
    refuse(
        () -> learn(FLOWERS, reading("kindd")),
        "%s has no column 'kindd': did you mean 'kind'? it has length, width, kind");
    refuse(() -> learn(FLOWERS, reading("4")), "%s has no column '4': it has length, width, kind");
  }

  @Test
  void few_words_among_inputs_get_a_place_each() throws IOException {
    var data = learn("colour,size,kind\nred,1,a\nblue,1,b\nred,1,a\nblue,1,b\n");
    assertThat(data.form().inputs().getFirst())
        .isEqualTo(new Words("colour", List.of("blue", "red")));
    assertThat(inputs(data)).startsWith(0, 1, 0).endsWith(1, 0, 0);
    var many = new StringBuilder("name,kind\n");
    for (int i = 0; i < 65; i++) {
      many.append("word%d,a\nword%d,b\n".formatted(i, i));
    }
    refuse(
        () -> learn(many.toString()),
        "column name of %s has more than 64 different words, such as 'word0' in line 2: leave it out"
            + " with --ignore");
    refuse(
        () -> learn(many.toString(), reading(Gaps.NONE, "name")),
        "%s has no column left to learn from: ignore fewer");
    var named = "id,size,kind\nann,1,a\nbob,2,b\ncy,3,a\ndi,4,b\n";
    assertThat(learn(named, reading(Gaps.NONE, "id")).shape().input().lengths())
        .containsExactly(1L);
  }

  @Test
  void a_text_among_numbers_is_named_with_line_and_column() throws IOException {
    refuse(
        () -> learn(FLOWERS + "2,wide,rose\n"),
        "line 6 of %s has 'wide' in column width, where line 2 has a number: correct it, or leave the"
            + " column out with --ignore");
    refuse(
        () -> learn("1,2\n3,4\n5,six\n"),
        "line 3 of %s has 'six' in column 2, where line 1 has a number");
    refuse(() -> learn("1,2\n1e39,4\n"), "line 2 of %s has 1e39 in column 1");
  }

  @Test
  void a_missing_value_is_named_or_becomes_the_mean_or_its_line_is_left_out() throws IOException {
    var text = FLOWERS + "?,20,rose\n";
    refuse(
        () -> learn(text),
        "line 6 of %s has no value in column length ('?'): fill it, or give --missing mean or drop");
    assertThat(inputs(learn(text, reading(Gaps.MEAN)))).endsWith(0, 0);
    assertThat(learn(text, reading(Gaps.DROP)).samples()).isEqualTo(4);
    refuse(
        () -> learn(FLOWERS + "1,10,\n", reading(Gaps.MEAN)),
        "line 6 of %s has no value in column kind: fill it");
  }

  @Test
  void a_column_that_names_its_lines_is_no_class() throws IOException {
    refuse(
        () -> learn("a,name\n1,x\n2,y\n3,z\n"),
        "column name of %s has 3 different values in 3 lines, such as 'x': they are no classes; name"
            + " the column to learn with --target");
    refuse(
        () -> learn("a,kind\n1,x\n2,x\n"),
        "column kind of %s has one value, 'x', in all lines: there is nothing to learn");
  }

  @Test
  void a_column_of_other_numbers_is_learnt_as_a_number() throws IOException {
    var data = learn("a,price\n1,2.5\n2,4.5\n");
    assertThat(data.form().target()).isEqualTo(new Quantity("price", 3.5, 1));
    assertThat(data.shape().classes()).isEmpty();
    assertThat(batch(data).labels().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(-1, 1);
    assertThat(FormText.parse("it", FormText.of(data.form()))).isEqualTo(data.form());
    var years = "a,year\n1,2001\n2,2002\n3,2001\n4,2002\n";
    assertThat(learn(years, task(Task.REGRESSION)).shape().classes()).isEmpty();
    refuse(
        () -> learn(FLOWERS, task(Task.REGRESSION)),
        "line 2 of %s has 'rose' in column kind, which must have numbers");
  }

  private static TableReading task(Task task) {
    return new TableReading(
        Optional.empty(), Optional.of(task), Gaps.NONE, List.of(), Optional.empty());
  }

  @Test
  void other_separators_marks_and_line_ends_are_understood() throws IOException {
    assertThat(labels(learn("\uFEFFa;b\r\n1;x\r\n2;y\r\n\r\n3;x\r\n4;y\r\n")))
        .containsExactly(0, 1, 0, 1);
    var tabs = learn("a\tb\n1\tx\n2\ty\n3\tx\n4\ty\n");
    assertThat(tabs.form().columns()).containsExactly("a", "b");
  }

  @Test
  void a_table_ends_where_memory_does() throws IOException {
    var file = file("1,2,0\n".repeat(100));
    assertThat(Table.read(file, TableReading.USUAL, 10_000).rows()).isEqualTo(100);
    refuse(
        () -> Table.read(file, TableReading.USUAL, 1000),
        "%s is larger than the memory that is left, from line 11 on");
  }

  @Test
  void bad_files_are_one_sentence() throws IOException {
    refuse(() -> learn(""), "%s is empty: give a file with lines of data");
    refuse(() -> learn("a,b\n"), "%s has no lines of data: give a file that has some");
    refuse(() -> learn("5\n6\n"), "%s has one column: give a file with a column to learn and");
    refuse(
        () -> learn("1,2,0\n1,0\n"),
        "line 2 of %s has 2 columns and the first 3: all lines need the same");
    refuse(() -> learn("a,a\n1,2\n"), "columns 1 and 2 of %s are both called 'a'");
    refuse(() -> learn("1,2\n3,\"4\n5,6\n"), "%s is no table after line 1: a quote has no end");
  }

  @Test
  void other_data_is_understood_in_the_same_way() throws IOException {
    var form = learn(FLOWERS).form();
    var other = TableData.of(Table.read(file("kind,width,length\nrose,30,1\n"), form, true), form);
    assertThat(inputs(other)).containsExactly(-1, 1);
    assertThat(labels(other)).containsExactly(0);
    var unlabelled = TableData.of(Table.read(file("3,10\n"), form, false), form);
    assertThat(inputs(unlabelled)).containsExactly(1, -1);
  }

  @Test
  void other_data_that_the_model_cannot_know_is_refused() throws IOException {
    var form = learn(FLOWERS).form();
    refuse(
        () -> read("length,width,kind\n1,2,daisy\n", form),
        "line 2 of %s has the class 'daisy' in column kind, which the model has never seen: it knows"
            + " rose, tulip, red");
    refuse(
        () -> read("length,kind\n1,rose\n", form),
        "%s has 2 columns, length, kind, and not width, which the model needs");
    refuse(() -> read("1,2,3,rose\n", form), "%s has 4 columns, and the model was trained with 3");
    refuse(
        () -> read("length,width,kind\n1,x,rose\n", form),
        "line 2 of %s has 'x' in column width, which must have numbers");
  }

  private TableData read(String text, TableForm form) throws IOException {
    return TableData.of(Table.read(file(text), form, true), form);
  }

  @Test
  void what_is_learnt_survives_as_text() throws IOException {
    var form = learn("colour,size,kind\nred,1,a\nblue,2.5,b\nred,1,a\nblue,1,b\n").form();
    assertThat(FormText.parse("it", FormText.of(form))).isEqualTo(form);
    var numbers = (Numbers) form.inputs().getLast();
    assertThat(numbers.mean()).isCloseTo(1.375, within(1e-12));
  }

  private interface Attempt {
    Object run() throws IOException;
  }

  private void refuse(Attempt attempt, String sentence) {
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(attempt::run)
        .withMessageContaining(sentence.formatted(folder.resolve("table.csv")));
  }
}
