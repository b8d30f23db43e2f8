package io.weft.data;

import io.weft.model.Batch;
import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The batches of one rank in order, from a position on, read ahead by a thread of their own.
 *
 * <p>Whoever waits waits for the other side, and either side ends the wait of the other: a reader
 * that fails hands on its failure, and {@link #close} ends the reader. Used by one thread.
 */
public final class Prefetch implements AutoCloseable {
  private final Arena arena = Arena.ofShared();
  private final Sharding sharding;
  private final int rank;
  private final BlockingQueue<BatchMemory> free;
  private final BlockingQueue<Ready> ready;
  private final Thread reader;

  /** The memory of the batch that the caller has; touched by the caller's thread only. */
  private final ArrayDeque<BatchMemory> lent = new ArrayDeque<>();

  /**
   * A batch with its place in the order.
   *
   * @param weight what its mean counts in the mean over the batches of all ranks
   */
  public record Next(Position position, Batch batch, double weight) {}

  private sealed interface Ready {}

  private record Filled(Next next, BatchMemory memory) implements Ready {}

  private record Failed(Throwable cause) implements Ready {}

  /**
   * @param from the position of the first batch
   * @param ahead how many batches may be ready, at least 1
   */
  public Prefetch(Dataset data, Sharding sharding, int rank, Position from, int ahead) {
    if (sharding.samples() != data.samples()) {
      throw new IllegalArgumentException(
          "the data has %d samples and %d were dealt out: shard the data that is read"
              .formatted(data.samples(), sharding.samples()));
    }
    this.sharding = sharding;
    this.rank = rank;
    int slots = ahead + 1;
    free = new ArrayBlockingQueue<>(slots);
    ready = new ArrayBlockingQueue<>(slots + 1);
    for (int i = 0; i < slots; i++) {
      free.add(new BatchMemory(data, sharding.batch(), arena));
    }
    reader = Thread.ofPlatform().daemon().name("rank-" + rank + "/data").start(() -> run(from));
  }

  private void run(Position from) {
    try {
      for (var at = from; ; at = sharding.after(at)) {
        var memory = free.take();
        var batch = memory.fill(sharding.samplesOf(rank, at));
        ready.put(new Filled(new Next(at, batch, sharding.weight(rank, at.step())), memory));
      }
    } catch (InterruptedException _) {
      // Closed: nobody waits any more.
    } catch (RuntimeException | Error e) {
      ready.add(new Failed(e));
    }
  }

  /**
   * The next batch, valid until the next call or {@link #close}.
   *
   * @throws DataException if it cannot be read; there are no more batches then
   */
  public Next next() throws InterruptedException {
    free.addAll(lent);
    lent.clear();
    var taken = ready.take();
    return switch (taken) {
      case Filled(var next, var memory) -> {
        lent.add(memory);
        yield next;
      }
      case Failed failed -> {
        ready.add(failed);
        throw failure(failed.cause());
      }
    };
  }

  private static RuntimeException failure(Throwable cause) {
    return switch (cause) {
      case DataException e -> new DataException(String.valueOf(e.getMessage()), e);
      default -> throw new AssertionError("the reader of data failed", cause);
    };
  }

  /** Ends the reader and frees all batches. */
  @Override
  public void close() {
    reader.interrupt();
    boolean interrupted = false;
    while (reader.isAlive()) {
      try {
        reader.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    arena.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
