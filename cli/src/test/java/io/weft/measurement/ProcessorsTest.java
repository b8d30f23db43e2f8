package io.weft.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
  @Test
  void ranks_of_one_machine_share_its_cores() {
    var ranks = List.of(new Processors(7, 2, 0.3), new Processors(7, 2, 0.5));
    assertThat(Processors.leastSeconds(ranks)).isEqualTo(0.4);
  }

  @Test
  void of_several_machines_the_busiest_counts() {
    var ranks =
        List.of(new Processors(7, 4, 1), new Processors(8, 2, 0.75), new Processors(8, 2, 0.75));
    assertThat(Processors.leastSeconds(ranks)).isEqualTo(0.75);
  }

  @Test
  void every_rank_learns_what_all_have_used() {
    World.spawn(
        3,
        communicator -> {
          var own = new Processors(communicator.rank() / 2, 2, communicator.rank());
          assertThat(Processors.gathered(own, communicator))
              .containsExactly(
                  new Processors(0, 2, 0), new Processors(0, 2, 1), new Processors(1, 2, 2));
        });
  }

  @Test
  void memory_is_said_to_grow_only_where_it_was_looked_at_twice() {
    assertThat(MemoryUse.of(0, 100, 399).growth()).isEmpty();
    assertThat(MemoryUse.of(0, 100, 400).growth()).isEmpty();
    assertThat(MemoryUse.of(80, 100, 400).growth()).hasValue(1.25);
  }
}
