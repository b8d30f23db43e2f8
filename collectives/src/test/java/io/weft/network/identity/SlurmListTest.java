package io.weft.network.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmListTest {
  @ParameterizedTest
  @CsvSource({
    "'gpu7', gpu7",
    "'gpu7,gpu9', gpu7",
    "'gpu[07-09,12],cpu1', gpu07",
    "'rack-2-gpu[3,5]', rack-2-gpu3",
    "'n[1-2]-ib,x', n1-ib",
    "'r[1-2]n[1-4]', ",
    "'[,', "
  })
  void the_first_node_is_where_task_0_runs(String list, String node) {
    assertThat(SlurmList.firstNode(list)).isEqualTo(node);
  }

  @ParameterizedTest
  @CsvSource({
    "0, '4', 4",
    "1, '4(x2),3', 4",
    "2, '4(x2),3', 3",
    "3, '4(x2),3', -1",
    "0, 'four', -1"
  })
  void the_tasks_of_a_node_are_counted_along_the_list(int node, String list, int tasks) {
    assertThat(SlurmList.tasksOf(node, list).orElse(-1)).isEqualTo(tasks);
  }
}
