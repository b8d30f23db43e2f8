package io.weft.trainer;

import io.weft.collective.Communicator;
import io.weft.network.Purpose;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.Training;
import io.weft.tuning.BucketSearch;
import io.weft.tuning.Trial;

/**
 * Finds the fastest size of buckets in the course of training. Trials are steps like others: what
 * is learnt in them counts. Rank 0 chooses, by the time of the slowest rank.
 */
final class BucketTuning {
  /** The first step after a change does not count. */
  private static final int STEPS_BEFORE = 1;

  private static final int STEPS_TIMED = 5;
  private static final long NO_MORE = 0;

  private final Communicator communicator;
  private final Training training;
  private final Listener listener;

  BucketTuning(Communicator communicator, Training training, Listener listener) {
    this.communicator = communicator.counting(Purpose.PLANNING);
    this.training = training;
    this.listener = listener;
  }

  /** Goes on with the best size at the latest when so many steps are done in all. */
  void run(long steps) {
    while (training.isLooking() && !training.wishes().isAskedToEnd() && training.rounds() < steps) {
      training.round(false); // what it sees says in which order buckets are filled
    }
    var search = BucketSearch.begin();
    for (long size = agreed(search, steps); size != NO_MORE; size = agreed(search, steps)) {
      training.useBuckets(size);
      search = search.with(new Trial(size, seconds()));
    }
    if (search.trials().isEmpty() && training.wishes().isAskedToEnd()) {
      return; // what follows saves and ends
    }
    if (search.trials().isEmpty()) {
      throw new IllegalArgumentException(
          "--tune takes %d steps for each size it tries: give more --steps"
              .formatted(STEPS_BEFORE + STEPS_TIMED));
    }
    training.useBuckets(search.best().bucketBytes());
    if (communicator.rank() == 0) {
      listener.tuned(search);
    }
  }

  /** What rank 0 would try next, as long as there are steps for it. */
  private long agreed(BucketSearch search, long steps) {
    boolean enough =
        !training.wishes().isAskedToEnd() && training.rounds() + STEPS_BEFORE + STEPS_TIMED < steps;
    long[] next = {enough ? search.next().orElse(NO_MORE) : NO_MORE};
    communicator.broadcast(Tensor.of(next), 0);
    return next[0];
  }

  /** Of a step, on the slowest rank. */
  private double seconds() {
    for (int step = 0; step < STEPS_BEFORE; step++) {
      training.round(false);
    }
    long start = System.nanoTime();
    for (int step = 1; step <= STEPS_TIMED; step++) {
      training.round(step < STEPS_TIMED);
    }
    double[] took = {(System.nanoTime() - start) / 1e9 / STEPS_TIMED};
    communicator.allReduce(Tensor.of(took), Reduction.MAX);
    return took[0];
  }
}
