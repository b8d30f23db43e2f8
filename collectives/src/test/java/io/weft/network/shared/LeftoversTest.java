package io.weft.network.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class LeftoversTest {
  @TempDir private Path folder;

  @Test
  void files_of_dead_processes_are_removed_and_no_others() throws Exception {
    var own = ProcessMark.ofThis();
    var child = new ProcessBuilder("true").start();
    child.waitFor();
    var living = file(own.name("a"));
    var elsewhere = file(new ProcessMark(own.namespace() + 1, child.pid(), 1).name("a"));
    var foreign = file("weft-notes.txt");
    var dead = file(new ProcessMark(own.namespace(), child.pid(), own.start()).name("a"));
    var reused = file(new ProcessMark(own.namespace(), own.pid(), own.start() - 1).name("a"));
    assertThat(Leftovers.remove(folder)).containsExactlyInAnyOrder(dead, reused);
    assertThat(folder).isDirectoryContaining(living::equals);
    assertThat(folder).isDirectoryContaining(elsewhere::equals);
    assertThat(folder).isDirectoryContaining(foreign::equals);
  }

  private Path file(String name) throws IOException {
    return Files.createFile(folder.resolve(name));
  }

  @Test
  void a_region_is_shared_by_those_who_know_its_nonce() throws Exception {
    var shared = new SharedFolder(folder);
    var made = shared.create("a", 100, 7);
    var name = shared.file("a").getFileName().toString();
    assertThatThrownBy(() -> shared.open(name, 8)).hasMessageContaining("another job");
    assertThat(made.openedBy()).isZero();
    var opened = shared.open(name, 7);
    made.unlink();
    made.memory().set(ValueLayout.JAVA_LONG, 64, 5);
    assertThat(opened.memory().get(ValueLayout.JAVA_LONG, 64)).isEqualTo(5);
    assertThat(made.openedBy()).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_region_that_does_not_fit_is_refused_and_leaves_nothing() {
    var shared = new SharedFolder(folder);
    assertThatThrownBy(() -> shared.create("a", Long.MAX_VALUE / 2, 7))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("bytes are free and");
    assertThat(folder).isEmptyDirectory();
  }
}
