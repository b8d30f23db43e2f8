package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.network.shared.Commons;
import io.weft.network.shared.Note;
import io.weft.network.shared.Ring;
import io.weft.trials.Thorough;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two ranks of many threads, each of which hands a note to and fro with its partner of the other
 * rank: the thread that watches the bell must wake those for whom it takes something, and when it
 * leaves, one that watches in its place. Naps have no end here, so a wake-up that is lost hangs.
 */
@Tag("sampled")
@Timeout(600)
class VigilTest {
  private static final int THREADS = 6;
  private static final int ROUNDS = Thorough.either(5_000, 1_000_000) / THREADS;

  private static final class Side {
    private final Commons commons;
    private final int rank;
    private final Vigil vigil;
    private final Ring incoming;
    private final Postbox outgoing;
    private final ReentrantLock taking = new ReentrantLock();
    private final AtomicIntegerArray taken = new AtomicIntegerArray(THREADS);

    Side(Commons commons, int rank) {
      this.commons = commons;
      this.rank = rank;
      this.vigil = new Vigil(commons.bell(rank), this::takeAll, TimeUnit.HOURS.toNanos(1));
      this.incoming = commons.ring(1 - rank, rank);
      this.outgoing = new Postbox(commons.ring(rank, 1 - rank));
    }

    private void takeAll() {
      while (incoming.hasNext() && taking.tryLock()) {
        try {
          for (var note = incoming.poll(); note != null; note = incoming.poll()) {
            taken.incrementAndGet((int) note.a());
          }
        } finally {
          taking.unlock();
        }
        vigil.tell();
      }
    }

    private int play(int thread) {
      var bell = commons.bell(1 - rank);
      for (int round = 0; round < ROUNDS; round++) {
        if (rank == 0) {
          await(thread, round);
        }
        assertThat(outgoing.offer(new Note(Note.SIGNAL, thread, 0, 0, 0, 0, 0))).isTrue();
        bell.ring(rank);
        if (rank == 1) {
          await(thread, round);
        }
      }
      return taken.get(thread);
    }

    private void await(int thread, int round) {
      while (!vigil.await(() -> taken.get(thread) > round, 1 - rank, TimeUnit.HOURS.toNanos(1))) {}
    }
  }

  @Test
  void no_wake_up_is_lost_between_threads_of_a_rank() throws Exception {
    try (var arena = Arena.ofShared();
        var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      var commons = new Commons(arena.allocate(Commons.byteCount(2), 64), 2);
      var parts = new ArrayList<Callable<Integer>>();
      for (int rank = 0; rank < 2; rank++) {
        var side = new Side(commons, rank);
        for (int thread = 0; thread < THREADS; thread++) {
          int number = thread;
          parts.add(() -> side.play(number));
        }
      }
      for (var played : threads.invokeAll(parts)) {
        assertThat(played.get()).isEqualTo(ROUNDS);
      }
    }
  }
}
