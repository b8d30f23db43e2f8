package io.weft.fault;

import io.weft.collective.Communicator;
import io.weft.collective.OperationKey;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;

/** What a rank does instead of its loop. */
enum Deed {
  SUM,
  SUM_OF_MORE,
  SUM_OF_FOUR,
  SUM_OF_FIVE,
  SUM_OF_INTS,
  MEAN,
  GATHER,
  BARRIER,
  BROADCAST_FROM_0,
  BROADCAST_FROM_1,
  BLOCKS_RISING,
  BLOCKS_FALLING,
  GROUP,
  GROUP_TURNED,
  GROUP_OF_0_AND_1,
  GROUP_OF_0_AND_2,
  BUCKET,
  BUCKET_OF_MORE,
  OTHER_BUCKET,
  GROUPS_OF_TWO;

  private static final int COUNT = 30_000;

  /** A rank whose part is done before another disagrees is told by its next call. */
  void perform(Communicator all) {
    act(all);
    all.barrier();
  }

  private void act(Communicator all) {
    switch (this) {
      case SUM -> all.allReduce(floats(COUNT), Reduction.SUM);
      case SUM_OF_MORE -> all.allReduce(floats(COUNT + 1), Reduction.SUM);
      case SUM_OF_FOUR -> all.allReduce(floats(4), Reduction.SUM);
      case SUM_OF_FIVE -> all.allReduce(floats(5), Reduction.SUM);
      case SUM_OF_INTS -> all.allReduce(Tensor.of(new int[COUNT]), Reduction.SUM);
      case MEAN -> all.allReduce(floats(COUNT), Reduction.MEAN);
      case GATHER -> all.allGather(floats(COUNT));
      case BARRIER -> all.barrier();
      case BROADCAST_FROM_0 -> all.broadcast(floats(COUNT), 0);
      case BROADCAST_FROM_1 -> all.broadcast(floats(COUNT), 1);
      case BLOCKS_RISING -> all.reduceScatter(floats(6), new long[] {1, 2, 3}, Reduction.SUM);
      case BLOCKS_FALLING -> all.reduceScatter(floats(6), new long[] {3, 2, 1}, Reduction.SUM);
      case GROUP -> all.group(0, 1, 2).barrier();
      case GROUP_TURNED -> all.group(2, 1, 0).barrier();
      case GROUP_OF_0_AND_1 -> all.group(0, 1).barrier();
      case GROUP_OF_0_AND_2 -> all.group(0, 2).barrier();
      case BUCKET -> bucket(all, 7, COUNT);
      case BUCKET_OF_MORE -> bucket(all, 7, COUNT + 1);
      case OTHER_BUCKET -> bucket(all, 8, COUNT);
      case GROUPS_OF_TWO -> groupsOfTwo(all);
    }
  }

  private static Tensor floats(int count) {
    return Tensor.of(new float[count]);
  }

  /**
   * Ranks 0 and 1, and ranks 2 and 3, add up and swap tensors of several sizes among themselves.
   */
  private static void groupsOfTwo(Communicator all) {
    int first = all.rank() / 2 * 2;
    try (var two = all.group(first, first + 1)) {
      for (int count : new int[] {1, 1000, 100 * COUNT}) {
        var data = two.allocate(ElementType.FP32, count);
        var own = floats(count);
        for (var tensor : List.of(data, own)) {
          tensor.segment().set(ValueLayout.JAVA_FLOAT, 4L * (count - 1), all.rank() + 1);
          two.allReduce(tensor, Reduction.SUM);
          float sum = tensor.segment().get(ValueLayout.JAVA_FLOAT, 4L * (count - 1));
          if (sum != 2 * first + 3) {
            throw new IllegalStateException("the sum is " + sum);
          }
        }
        two.swap(new int[] {1, 0}, data, floats(count));
      }
    }
  }

  private static void bucket(Communicator communicator, int bucket, int count) {
    communicator
        .start(new OperationKey(1, bucket, 0), 0, it -> it.allReduce(floats(count), Reduction.SUM))
        .await(Duration.ofSeconds(20));
  }
}
