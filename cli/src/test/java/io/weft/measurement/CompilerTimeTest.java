package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerTimeTest {
  @TempDir Path threads;

  @Test
  void compilers_count_and_no_other_threads() throws IOException {
    thread("11", "C2 CompilerThre", "700 3 2");
    thread("12", "C1 CompilerThre", "40 3 2");
    thread("13", "rank-0/watch", "5000 3 2");

    assertThat(new CompilerTime(threads).nanos()).isEqualTo(740);
  }

  @Test
  void what_a_compiler_spent_stays_after_it_has_ended() throws IOException {
    thread("11", "C2 CompilerThre", "700 3 2");
    thread("12", "C2 CompilerThre", "300 1 1");
    var time = new CompilerTime(threads);
    assertThat(time.nanos()).isEqualTo(1000);

    end("12");
    thread("11", "C2 CompilerThre", "900 5 4");

    assertThat(time.nanos()).isEqualTo(1200);
  }

  @Test
  void a_thread_that_ends_while_it_is_looked_at_does_not_count() throws IOException {
    thread("11", "C2 CompilerThre", "700 3 2");
    Files.createDirectory(threads.resolve("12"));

    assertThat(new CompilerTime(threads).nanos()).isEqualTo(700);
  }

  @Test
  void nothing_is_known_where_the_system_lists_no_threads() {
    assertThat(new CompilerTime(threads.resolve("none")).nanos()).isZero();
  }

  @Test
  void this_process_has_compiled_something() {
    assertThat(ManagementFactory.getCompilationMXBean().getTotalCompilationTime()).isPositive();
    assertThat(CompilerTime.ownNanos()).isPositive();
  }

  private void thread(String id, String name, String spent) throws IOException {
    var folder = Files.createDirectories(threads.resolve(id));
    Files.writeString(folder.resolve("comm"), name + "\n");
    Files.writeString(folder.resolve("schedstat"), spent + "\n");
  }

  private void end(String id) throws IOException {
    Files.delete(threads.resolve(id).resolve("comm"));
    Files.delete(threads.resolve(id).resolve("schedstat"));
    Files.delete(threads.resolve(id));
  }
}
