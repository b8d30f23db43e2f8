package io.weft.collective.program;

import java.util.Optional;

/**
 * What a collective promises, chunk by chunk: what each rank brings, which memory it has, and what
 * it must end with.
 */
final class Law {
  /** What a chunk must hold at the end. */
  sealed interface Promise {
    /** The contribution of one rank, unchanged. */
    record Exactly(int rank, int chunk) implements Promise {}

    /** Every rank's contribution to this chunk, once each, in the same order on all ranks. */
    record Everyone(int chunk) implements Promise {}
  }

  private final Operation operation;
  private final int ranks;
  private final int root;
  private final int blockSize;

  Law(Collective collective, int chunkCount) {
    this.operation = collective.operation();
    this.ranks = collective.ranks();
    this.root = collective.root();
    this.blockSize = Math.max(1, chunkCount / ranks);
  }

  private int owner(int chunk) {
    return chunk / blockSize;
  }

  /** Whether the caller of that rank has memory for the chunk in the bank at all. */
  boolean present(int rank, int bank, int chunk) {
    if (bank == Place.INPUT) {
      return operation == Operation.ALL_TO_ALL;
    }
    return switch (operation) {
      case GATHER, SCATTER -> bank != Place.DATA || rank == root || owner(chunk) == rank;
      case BARRIER -> false;
      case ALL_REDUCE, REDUCE_SCATTER, ALL_GATHER, BROADCAST, REDUCE, ALL_TO_ALL -> true;
    };
  }

  /** Whether the rank brings a contribution of its own in that chunk of that bank. */
  boolean brings(int rank, int bank, int chunk) {
    if (operation == Operation.ALL_TO_ALL) {
      return bank == Place.INPUT;
    }
    return bank == Place.DATA
        && switch (operation) {
          case ALL_REDUCE, REDUCE_SCATTER, REDUCE -> true;
          case ALL_GATHER, GATHER -> owner(chunk) == rank;
          case BROADCAST, SCATTER -> rank == root;
          case ALL_TO_ALL, BARRIER -> false;
        };
  }

  /** What the rank must end with in that chunk of its data; empty if anything will do. */
  Optional<Promise> promise(int rank, int chunk) {
    return Optional.ofNullable(
        switch (operation) {
          case ALL_REDUCE -> new Promise.Everyone(chunk);
          case REDUCE_SCATTER -> owner(chunk) == rank ? new Promise.Everyone(chunk) : null;
          case REDUCE ->
              rank == root ? new Promise.Everyone(chunk) : new Promise.Exactly(rank, chunk);
          case ALL_GATHER -> new Promise.Exactly(owner(chunk), chunk);
          case GATHER ->
              rank == root || owner(chunk) == rank
                  ? new Promise.Exactly(owner(chunk), chunk)
                  : null;
          case BROADCAST -> new Promise.Exactly(root, chunk);
          case SCATTER ->
              rank == root || owner(chunk) == rank ? new Promise.Exactly(root, chunk) : null;
          case ALL_TO_ALL ->
              new Promise.Exactly(owner(chunk), rank * blockSize + chunk % blockSize);
          case BARRIER -> null;
        });
  }

  /** Whether the end of every rank must come after the beginning of all. */
  boolean meets() {
    return operation == Operation.BARRIER && ranks > 1;
  }
}
