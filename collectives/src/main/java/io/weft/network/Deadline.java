package io.weft.network;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** When to stop waiting, and for the sake of what. */
public final class Deadline {
  private final Supplier<String> operation;
  private final Duration limit;
  private final LongSupplier nanoClock;
  private final long endNanos;

  private Deadline(Supplier<String> operation, Duration limit, LongSupplier nanoClock) {
    this.operation = operation;
    this.limit = limit;
    this.nanoClock = nanoClock;
    this.endNanos = nanoClock.getAsLong() + limit.toNanos();
  }

  /**
   * A deadline that counts from now.
   *
   * @param operation what the wait is for, as it appears in messages: {@code all-reduce #412}
   * @param nanoClock {@code System::nanoTime}, or the clock of a test
   */
  public static Deadline after(Duration limit, String operation, LongSupplier nanoClock) {
    return new Deadline(() -> operation, limit, nanoClock);
  }

  /** A deadline for an operation that is put into words only if it comes to that. */
  public static Deadline after(Duration limit, Supplier<String> operation, LongSupplier nanoClock) {
    return new Deadline(operation, limit, nanoClock);
  }

  /** What is left; zero or less once it has passed. */
  public long remainingNanos() {
    return endNanos - nanoClock.getAsLong();
  }

  public boolean passed() {
    return remainingNanos() <= 0;
  }

  /** The exception for a peer that lives but has not come in time. */
  public PeerSlowException exceeded(int rank, int peer) {
    return new PeerSlowException(sentence(rank, peer));
  }

  /** Who has waited for whom, how long, and in what. */
  public String sentence(int rank, int peer) {
    return "rank %d waited %s for rank %d in %s: look at what rank %d is doing, or raise the timeout"
        .formatted(rank, spoken(), peer, this, peer);
  }

  private String spoken() {
    return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
  }

  @Override
  public String toString() {
    return operation.get();
  }
}
