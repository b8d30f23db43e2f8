package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.data.Position;
import org.junit.jupiter.api.Test;

class LengthTest {
  @Test
  void epochs_are_as_many_steps_as_they_have_micro_steps() {
    assertThat(new Length.Epochs(3).stepsMost(7, 1)).isEqualTo(21);
    assertThat(new Length.Epochs(3).stepsMost(7, 2)).isEqualTo(11);
    assertThat(new Length.Epochs(3).stepsMost(11, new Position(3, 1), 7, 2)).isEqualTo(11);
  }

  /** Of ten steps in an epoch one and a half are made, and from now on an epoch has four. */
  @Test
  void a_run_that_goes_on_with_other_ranks_sees_the_rest_of_its_epochs() {
    assertThat(new Length.Epochs(3).stepsMost(15, new Position(1, 2), 4, 1)).isEqualTo(21);
    assertThat(new Length.Epochs(1).stepsMost(15, new Position(1, 2), 4, 1)).isEqualTo(15);
    assertThat(new Length.Steps(18).stepsMost(15, new Position(1, 2), 4, 1)).isEqualTo(18);
  }
}
