package io.weft.collective.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.trials.Trials;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

class LongTableTest {
  @Test
  void it_holds_what_a_map_holds() {
    Trials.forAll(
        draw -> {
          var table = new LongTable<String>();
          var map = new HashMap<Long, String>();
          for (int times = draw.between(0, 300); times > 0; times--) {
            long key = ((long) draw.between(0, 5) << 32) | draw.between(0, 100);
            table.put(key, "v" + times);
            map.put(key, "v" + times);
          }
          var seen = new HashMap<Long, String>();
          table.forEach(seen::put);
          assertThat(seen).isEqualTo(map);
          map.forEach((key, value) -> assertThat(table.get(key)).isEqualTo(value));
          assertThat(table.get(77L << 40)).isNull();
          assertThat(table.getOrMake(77L << 40, () -> "new")).isEqualTo("new");
          assertThat(table.get(77L << 40)).isEqualTo("new");
        });
  }
}
