package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.job.ProcessKey;
import io.weft.job.ProcessKey.Sight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LauncherWatchTest {
  private final AtomicReference<Sight> seen = new AtomicReference<>(Sight.LIVES);
  private final List<String> done = new ArrayList<>();
  private final LauncherWatch watch = LauncherWatch.idle(seen::get, () -> done.add("end"));

  private boolean look(Sight sight) {
    seen.set(sight);
    return watch.look();
  }

  @Test
  void nothing_is_done_while_the_launcher_lives() {
    assertThat(look(Sight.LIVES)).isTrue();
    assertThat(watch.gone()).isFalse();
    assertThat(done).isEmpty();
  }

  @Test
  void what_is_due_is_done_once_when_two_looks_have_not_found_it() {
    assertThat(look(Sight.GONE)).isTrue();
    assertThat(watch.gone()).isFalse();
    assertThat(look(Sight.GONE)).isFalse();
    assertThat(watch.gone()).isTrue();
    assertThat(done).containsExactly("end");
  }

  @Test
  void looks_that_were_mistaken_or_saw_nothing_end_no_rank() {
    for (var sight : List.of(Sight.GONE, Sight.UNSEEN, Sight.GONE, Sight.LIVES, Sight.UNSEEN)) {
      assertThat(look(sight)).as("%s", sight).isTrue();
    }
    assertThat(look(Sight.UNSEEN)).isTrue();
    assertThat(watch.gone()).isFalse();
    assertThat(done).isEmpty();
  }

  @Test
  void something_else_may_be_due() {
    watch.instead(() -> done.add("save"));
    assertThat(done).isEmpty();
    look(Sight.GONE);
    look(Sight.GONE);
    assertThat(done).containsExactly("save");
  }

  @Test
  void what_becomes_due_too_late_is_done_at_once() {
    look(Sight.GONE);
    look(Sight.GONE);
    watch.instead(() -> done.add("save"));
    assertThat(done).containsExactly("end", "save");
  }

  @Test
  void after_its_end_nothing_is_due() {
    watch.close();
    look(Sight.GONE);
    assertThat(look(Sight.GONE)).isFalse();
    assertThat(done).isEmpty();
  }

  /** Which a rank here would take for gone at once. */
  @Test
  void a_launcher_whose_number_means_nothing_here_is_not_watched_and_that_is_said() {
    var ended = new CompletableFuture<String>();
    var elsewhere =
        Map.of(
            LauncherWatch.VARIABLE,
            new ProcessKey(Integer.MAX_VALUE, 1).toString(),
            LauncherWatch.MACHINE_VARIABLE,
            "another pid:[1]");
    try (var open = LauncherWatch.open(elsewhere, done::add, () -> ended.complete("ended"))) {
      assertThat(done).singleElement().asString().contains("in another PID namespace or on");
      assertThat(open.watches()).isFalse();
    }
    assertThat(ended).isNotDone();
  }

  @Test
  void one_that_has_ended_here_is_found_out() throws Exception {
    var ended = new CompletableFuture<String>();
    var here = Map.of(LauncherWatch.VARIABLE, new ProcessKey(Integer.MAX_VALUE, 1).toString());
    try (var open = LauncherWatch.open(here, done::add, () -> ended.complete("ended"))) {
      assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo("ended");
      assertThat(open.gone()).isTrue();
    }
    assertThat(done).isEmpty();
  }
}
