package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvTableTest {
  @TempDir private Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("table.csv"), text);
  }

  @Test
  void the_last_column_is_the_class() throws IOException {
    var data = CsvTable.read(file("1, 2.5,0\n\n-3,4e2,2\n"));
    assertThat(data.samples()).isEqualTo(2);
    assertThat(data.shape().classes()).hasValue(3);
    var batch = new BatchMemory(data, 2, Arena.ofAuto()).fill(1, 0);
    assertThat(batch.input().lengths()).containsExactly(2L);
    assertThat(batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT))
        .containsExactly(-3, 400, 1, 2.5f);
    assertThat(batch.labels().tensor().segment().toArray(ValueLayout.JAVA_LONG))
        .containsExactly(2, 0);
  }

  @Test
  void names_of_columns_are_skipped() throws IOException {
    assertThat(CsvTable.read(file("width,kind\n1,0\n")).samples()).isEqualTo(1);
  }

  @Test
  void bad_files_are_one_sentence() throws IOException {
    refuse("1,2,0\n1,0\n", "line 2 of %s has 2 columns and the first 3");
    refuse("1,2,0\n1,x,0\n", "line 2 of %s has 'x', which is no finite number");
    refuse("1,NaN,0\n", "line 1 of %s has 'NaN', which is no finite number");
    refuse("1,2,0.5\n", "line 1 of %s ends with '0.5': the last column is the class");
    refuse("1,2,-1\n", "line 1 of %s ends with '-1': the last column is the class");
    refuse("5\n", "line 1 of %s has one column");
    refuse("a,b\n", "%s has no lines with numbers");
  }

  private void refuse(String text, String sentence) throws IOException {
    var path = file(text);
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> CsvTable.read(path))
        .withMessageContaining(sentence.formatted(path));
  }
}
