package io.weft.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.model.Batch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PrefetchTest {
  private static final SyntheticImages IMAGES =
      new SyntheticImages(53, new SyntheticImages.Size(1, 2, 2), 3, 5);
  private static final Sharding SHARDING = Sharding.of(53, 3, 5, 1);

  private static List<Float> values(Batch batch) {
    var values = new ArrayList<Float>();
    for (float value : batch.input().tensor().segment().toArray(ValueLayout.JAVA_FLOAT)) {
      values.add(value);
    }
    return values;
  }

  @Test
  void batches_come_in_order_with_their_weights() throws InterruptedException {
    var at = Position.START;
    var memory = new BatchMemory(IMAGES, 5, Arena.ofAuto());
    try (var prefetch = new Prefetch(IMAGES, SHARDING, 1, at, 2)) {
      for (int i = 0; i < 20; i++, at = SHARDING.after(at)) {
        var next = prefetch.next();
        assertThat(next.position()).isEqualTo(at);
        assertThat(next.weight()).isEqualTo(SHARDING.weight(1, at.step()));
        assertThat(values(next.batch())).isEqualTo(values(memory.fill(SHARDING.samplesOf(1, at))));
      }
    }
  }

  @Test
  void it_goes_on_from_any_position() throws InterruptedException {
    var from = new Position(3, 2);
    try (var prefetch = new Prefetch(IMAGES, SHARDING, 0, from, 1)) {
      assertThat(prefetch.next().position()).isEqualTo(from);
      assertThat(prefetch.next().position()).isEqualTo(new Position(3, 3));
      assertThat(prefetch.next().position()).isEqualTo(new Position(4, 0));
    }
  }

  @Test
  void it_closes_while_the_reader_waits_for_room() {
    var prefetch = new Prefetch(IMAGES, SHARDING, 2, Position.START, 1);
    prefetch.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("rank-2/data"));
  }

  @Test
  void a_failure_of_the_reader_reaches_the_caller_after_the_batches_before_it()
      throws InterruptedException {
    var sharding = Sharding.of(4, 1, 1, 0);
    var last = sharding.samplesOf(0, new Position(0, 2))[0];
    try (var prefetch = new Prefetch(new Damaged(last), sharding, 0, Position.START, 1)) {
      prefetch.next();
      prefetch.next();
      for (int again = 0; again < 2; again++) {
        assertThatExceptionOfType(DataException.class)
            .isThrownBy(prefetch::next)
            .withMessage("sample %d is damaged".formatted(last));
      }
    }
  }

  /** Data of which one sample cannot be read. */
  private record Damaged(long sample) implements Dataset {
    @Override
    public long samples() {
      return 4;
    }

    @Override
    public SampleShape shape() {
      return IMAGES.shape();
    }

    @Override
    public void read(long wanted, List<MemorySegment> inputs, MemorySegment labels) {
      if (wanted == sample) {
        throw new DataException("sample %d is damaged".formatted(wanted));
      }
      IMAGES.read(wanted, inputs, labels);
    }
  }
}
