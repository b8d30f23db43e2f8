package io.weft.compression.sparsification;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Numbers;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("sampled")
class EntriesTest {
  private static Entries entries(int... positions) {
    var entries = new Entries("g-top-k", 100, 100);
    for (int position : positions) {
      entries.add(position, position + 0.5f);
    }
    return entries;
  }

  private static Map<Integer, Float> map(Entries entries) {
    var map = new TreeMap<Integer, Float>();
    for (int i = 0; i < entries.count(); i++) {
      assertThat(map).doesNotContainKey(entries.position(i));
      map.put(entries.position(i), entries.value(i));
    }
    return map;
  }

  @Test
  void a_sum_has_the_positions_of_both() {
    var sum = entries();
    sum.sum(entries(1, 4, 9), entries(0, 4, 10, 11));
    assertThat(map(sum)).isEqualTo(Map.of(0, 0.5f, 1, 1.5f, 4, 9f, 9, 9.5f, 10, 10.5f, 11, 11.5f));
  }

  @Test
  void what_is_written_is_read() {
    forAll(
        draw -> {
          int count = draw.between(0, 3_000);
          var written = new Entries("g-top-k", count, 4L * count + 1);
          for (int i = 0; i < count; i++) {
            written.add(4 * i + draw.between(0, 3), draw.between(-9, 9));
          }
          var bytes = MemorySegment.ofArray(new byte[(int) (count * Entries.BYTES)]);
          assertThat(written.write(0, count, bytes)).isEqualTo(bytes.byteSize());
          var read = new Entries("g-top-k", count, 4L * count + 1);
          read.read(count, bytes);
          assertThat(map(read)).isEqualTo(map(written));
        });
  }

  @Test
  void the_largest_are_kept_and_of_equals_the_first() {
    var entries = entries();
    entries.add(0, 2);
    entries.add(1, -3);
    entries.add(2, -2);
    entries.add(3, 2);
    assertThat(new Selection().keepLargest(entries, 2)).isEqualTo(2);
    assertThat(map(entries)).isEqualTo(Map.of(0, 2f, 1, -3f));
  }

  @Test
  void a_threshold_is_reused_only_while_it_selects_about_as_many() {
    var numbers = MemorySegment.ofArray(Numbers.normal(1, 1_000));
    var selected = new Entries("ok-top-k", 1_000, 1_000);
    var selection = new Selection();
    float threshold = selection.largest(numbers, 100, selected);
    assertThat(selected.count()).isEqualTo(100);
    assertThat(selection.from(threshold, 50, 200, numbers, selected)).isTrue();
    assertThat(selected.count()).isEqualTo(100);
    assertThat(selection.from(threshold / 4, 50, 200, numbers, selected)).isFalse();
    assertThat(selection.from(threshold * 4, 50, 200, numbers, selected)).isFalse();
    assertThat(selected.count()).as("as before").isEqualTo(100);
  }

  @Test
  void bytes_that_nobody_writes_are_refused() {
    for (int[] positions : new int[][] {{0, 100}, {-1, 2}, {2, 1}, {3, 3}}) {
      var bytes = MemorySegment.ofArray(new int[] {positions[0], positions[1], 0, 0});
      assertThatThrownBy(() -> entries().read(2, bytes))
          .isInstanceOf(MalformedPayloadException.class)
          .hasMessageContaining("position");
    }
    var few = MemorySegment.ofArray(new byte[12]);
    for (long count : new long[] {-1, 2, 101, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> entries().read(count, few))
          .isInstanceOf(MalformedPayloadException.class)
          .hasMessageContaining("announces " + count);
    }
  }
}
