package io.weft.network.shared;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Memory that a rank has made and others map, numbered from 0 on each rank. For all threads.
 *
 * <p>The file of a segment keeps its name until all others have mapped it; {@link #tidy} takes it
 * away then.
 */
public final class Segments {
  /** A place in the memory of a rank, which its peers find by it. */
  public record Spot(int segment, long offset) {}

  private record Address(int rank, int segment) {}

  private final SharedFolder folder;
  private final int rank;
  private final int others;
  private final Allowance allowance;
  private final long nonce;
  private final List<Region> own = new CopyOnWriteArrayList<>();
  private final List<Region> named = new ArrayList<>();
  private final ConcurrentMap<Address, MemorySegment> mapped = new ConcurrentHashMap<>();
  private volatile boolean allUnlinked = true;

  /**
   * No segments yet.
   *
   * @param others how many other ranks will map each
   * @param nonce of the job
   */
  public Segments(SharedFolder folder, int rank, int others, Allowance allowance, long nonce) {
    this.folder = folder;
    this.rank = rank;
    this.others = others;
    this.allowance = allowance;
    this.nonce = nonce;
  }

  /** How large the copies are that ranks make. */
  public long portionBytes() {
    return allowance.portionBytes();
  }

  /**
   * Makes a segment for a caller, and leaves enough for copies.
   *
   * @return its number, by which the others map it
   * @throws IOException if there is not enough memory
   */
  public int allocate(long byteCount) throws IOException {
    folder.requireFree(byteCount + allowance.byteCount(others + 1));
    return allocateCopy(byteCount);
  }

  /**
   * Makes a segment for a copy.
   *
   * @return its number, by which the others map it
   * @throws IOException if there is not enough memory
   */
  public synchronized int allocateCopy(long byteCount) throws IOException {
    int number = own.size();
    var region = folder.create(name(rank, number), byteCount, nonce);
    own.add(region);
    named.add(region);
    allUnlinked = false;
    return number;
  }

  private String name(int owner, int segment) {
    return "%016x-%d-%d".formatted(nonce, owner, segment);
  }

  /** Own memory. */
  public MemorySegment own(int segment) {
    return own.get(segment).memory();
  }

  /** Where own memory is; empty if it is in no segment. */
  public Optional<Spot> find(MemorySegment memory) {
    if (memory.isNative()) {
      for (int segment = own.size() - 1; segment >= 0; segment--) {
        var whole = own.get(segment).memory();
        long offset = memory.address() - whole.address();
        if (offset >= 0 && offset + memory.byteSize() <= whole.byteSize()) {
          return Optional.of(new Spot(segment, offset));
        }
      }
    }
    return Optional.empty();
  }

  /** What others must be told to map a segment. */
  public Note announcement(int segment) throws IOException {
    var mark = ProcessMark.ofThis();
    return new Note(Note.SEGMENT, segment, mark.namespace(), mark.pid(), mark.start(), 0, 0);
  }

  /** Maps the segment that another rank has announced. */
  public void map(int owner, Note announced) throws IOException {
    int segment = (int) announced.a();
    var mark = new ProcessMark(announced.b(), announced.c(), announced.d());
    var region = folder.open(mark.name(name(owner, segment)), nonce);
    mapped.put(new Address(owner, segment), region.memory());
  }

  /** The memory of another rank from a spot on; empty if there is none. */
  public Optional<MemorySegment> at(int owner, Spot spot) {
    return Optional.ofNullable(mapped.get(new Address(owner, spot.segment)))
        .filter(memory -> spot.offset >= 0 && spot.offset <= memory.byteSize())
        .map(memory -> memory.asSlice(spot.offset));
  }

  /** Takes away the names that nobody needs any more. */
  public void tidy() throws IOException {
    if (!allUnlinked) {
      unlink(false);
    }
  }

  /** Takes away all names; the memory stays as long as it is used. */
  public void close() throws IOException {
    unlink(true);
  }

  private synchronized void unlink(boolean all) throws IOException {
    for (var iterator = named.iterator(); iterator.hasNext(); ) {
      var region = iterator.next();
      if (all || region.openedBy() == others) {
        region.unlink();
        iterator.remove();
      }
    }
    allUnlinked = named.isEmpty();
  }
}
