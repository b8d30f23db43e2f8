package io.weft.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.job.ProcessKey.Sight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessKeyTest {
  private static final String FIELDS =
      " 1 77 77 0 -1 4194304 1 0 0 0 5 6 0 0 20 0 1 0 123456 1000 10";

  @Test
  void this_process_lives_and_is_found_again_by_what_was_written_of_it() {
    var key = ProcessKey.current();
    assertThat(ProcessKey.parse(key.toString())).contains(key);
    assertThat(key.find()).contains(ProcessHandle.current());
  }

  @Test
  void another_process_with_the_same_number_is_another() {
    var key = ProcessKey.current();
    assertThat(new ProcessKey(key.pid(), key.start() - 1).lives()).isFalse();
    assertThat(new ProcessKey(key.pid(), key.start() + 1).lives()).isFalse();
  }

  @Test
  void a_number_that_no_process_has_is_not_alive() {
    assertThat(new ProcessKey(Integer.MAX_VALUE, 1).lives()).isFalse();
  }

  @Test
  void what_cannot_be_read_is_not_taken_for_a_process_that_has_ended(@TempDir Path proc)
      throws IOException {
    var key = new ProcessKey(77, 123456);
    assertThat(key.sight(proc)).isEqualTo(Sight.GONE);
    var stat = Files.createDirectories(proc.resolve("77/stat")); // which nobody can read
    assertThat(key.sight(proc)).isEqualTo(Sight.UNSEEN);
    Files.delete(stat);
    Files.writeString(stat, "77 (sh) S" + FIELDS);
    assertThat(key.sight(proc)).isEqualTo(Sight.LIVES);
    assertThat(new ProcessKey(77, 123457).sight(proc)).isEqualTo(Sight.GONE);
    Files.writeString(stat, "77 (sh) Z" + FIELDS);
    assertThat(key.sight(proc)).isEqualTo(Sight.GONE);
  }

  @Test
  void this_process_is_seen_and_a_number_that_no_process_has_is_not() {
    assertThat(ProcessKey.current().sight()).isEqualTo(Sight.LIVES);
    assertThat(new ProcessKey(Integer.MAX_VALUE, 1).sight()).isEqualTo(Sight.GONE);
  }

  @Test
  void a_process_has_a_start_whatever_its_name_is_and_none_once_it_has_ended() {
    assertThat(ProcessKey.ticks("77 (a) S) (b)) S" + FIELDS)).hasValue(123456);
    assertThat(ProcessKey.ticks("77 (sh) Z" + FIELDS)).isEmpty();
  }

  @Test
  void what_is_no_key_is_none() {
    for (var text : new String[] {"", "12", "12:", ":12", "0:5", "-1:5", "1:2:3", "9".repeat(30)}) {
      assertThat(ProcessKey.parse(text)).as(text).isEmpty();
    }
  }
}
