package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory for the payloads of ranks, one equal block each, and how long blocks are in a step. */
final class Payloads {
  private static final int ALIGNMENT = 64;

  /** Lengths are rounded up, so that ranks need not plan every exchange anew. */
  private static final long GRAINS = 64;

  private final int ranks;
  private final long bytesMost;
  private final boolean fixed;
  private final MemorySegment memory;

  /**
   * Room for as many blocks as there are ranks.
   *
   * @param fixed whether all of them are that long
   */
  Payloads(int ranks, long bytesMost, boolean fixed, Arena arena) {
    this.ranks = ranks;
    this.bytesMost = bytesMost;
    this.fixed = fixed;
    this.memory = room(Math.multiplyExact(bytesMost, ranks), arena);
  }

  static MemorySegment room(long bytes, Arena arena) {
    return arena.allocate(bytes, ALIGNMENT);
  }

  /**
   * How long the blocks of all ranks are in this step. Ranks whose payloads depend on the data tell
   * each other.
   *
   * @param needed by this rank
   */
  long blockBytes(long needed, Communicator communicator) {
    if (fixed) {
      return bytesMost;
    }
    long[] greatest = {needed};
    communicator.allReduce(Tensor.of(greatest), Reduction.MAX);
    return rounded(greatest[0]);
  }

  /**
   * How long blocks are if the longest needs so much.
   *
   * @throws MalformedPayloadException if no rank can need that
   */
  long rounded(long greatest) {
    if (greatest < 0 || greatest > bytesMost) {
      throw new MalformedPayloadException(
          "another rank", "has %d bytes, of at most %d".formatted(greatest, bytesMost));
    }
    long grain = Math.max(1, bytesMost / GRAINS);
    return Math.min(bytesMost, Math.ceilDiv(greatest, grain) * grain);
  }

  /** The block of one rank, at its longest, to be written before lengths are known. */
  MemorySegment block(int rank) {
    return memory.asSlice(rank * bytesMost, bytesMost);
  }

  /** The block of one rank where blocks are shorter. */
  MemorySegment block(int rank, long blockBytes) {
    return memory.asSlice(rank * blockBytes, blockBytes);
  }

  /** Moves blocks together that were written at their longest. */
  void moveTogether(long blockBytes) {
    if (blockBytes < bytesMost) {
      for (int rank = 1; rank < ranks; rank++) {
        block(rank, blockBytes).copyFrom(block(rank).asSlice(0, blockBytes));
      }
    }
  }

  /** All blocks, at their longest. */
  Tensor all() {
    return all(bytesMost);
  }

  /** All blocks. */
  Tensor all(long blockBytes) {
    return Tensor.of(memory.asSlice(0, ranks * blockBytes), ElementType.INT8);
  }
}
