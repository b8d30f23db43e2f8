package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LauncherWatchTest {
  private final AtomicBoolean lives = new AtomicBoolean(true);
  private final List<String> done = new ArrayList<>();
  private final LauncherWatch watch = LauncherWatch.idle(lives::get, () -> done.add("end"));

  @Test
  void nothing_is_done_while_the_launcher_lives() {
    assertThat(watch.look()).isTrue();
    assertThat(watch.gone()).isFalse();
    assertThat(done).isEmpty();
  }

  @Test
  void what_is_due_is_done_once_it_is_gone() {
    lives.set(false);
    assertThat(watch.look()).isFalse();
    assertThat(watch.gone()).isTrue();
    assertThat(done).containsExactly("end");
  }

  @Test
  void something_else_may_be_due() {
    watch.instead(() -> done.add("save"));
    assertThat(done).isEmpty();
    lives.set(false);
    watch.look();
    assertThat(done).containsExactly("save");
  }

  @Test
  void what_becomes_due_too_late_is_done_at_once() {
    lives.set(false);
    watch.look();
    watch.instead(() -> done.add("save"));
    assertThat(done).containsExactly("end", "save");
  }

  @Test
  void after_its_end_nothing_is_due() {
    watch.close();
    lives.set(false);
    assertThat(watch.look()).isFalse();
    assertThat(done).isEmpty();
  }
}
