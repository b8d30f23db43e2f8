package io.weft.network;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/** Ranks that are threads of one process. A message is copied once, by its receiver. */
public final class LocalNetwork {
  private final int ranks;
  private final Mailbox[][] mailboxes;
  private final Register register = new Register(this::wakeAll);
  private final ConcurrentMap<Lent, SharedMemory.Loan> loans = new ConcurrentHashMap<>();

  /** By rank: bytes of messages to and from others. */
  private final List<Tally> tallies;

  private record Lent(int rank, Key key) {}

  public LocalNetwork(int ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException("ranks=%d: at least 1".formatted(ranks));
    }
    this.ranks = ranks;
    this.tallies = Stream.generate(Tally::new).limit(ranks).toList();
    this.mailboxes = new Mailbox[ranks][ranks];
    for (int from = 0; from < ranks; from++) {
      for (int to = 0; to < ranks; to++) {
        mailboxes[from][to] = new Mailbox(from, to, register);
      }
    }
  }

  /** The end of one rank. */
  public Transport transport(int rank) {
    return new LocalTransport(rank);
  }

  private void wakeAll() {
    for (var row : mailboxes) {
      for (var mailbox : row) {
        mailbox.wake();
      }
    }
  }

  private final class LocalTransport implements Transport {
    private final int rank;

    LocalTransport(int rank) {
      this.rank = rank;
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int ranks() {
      return ranks;
    }

    @Override
    public Channel open(Ticket ticket) {
      register.enter(rank, ticket);
      return new LocalChannel(rank, ticket);
    }

    @Override
    public Optional<SharedMemory> sharedMemory() {
      return Optional.of(new Loans(rank));
    }

    @Override
    public Traffic traffic() {
      return new Traffic(tallies.get(rank).bytes(), List.of());
    }

    @Override
    public void close() {
      for (int peer = 0; peer < ranks; peer++) {
        mailboxes[rank][peer].close(rank);
        mailboxes[peer][rank].close(rank);
      }
    }
  }

  private final class LocalChannel implements Channel {
    private final int rank;
    private final Ticket ticket;
    private final int[] sent = new int[ranks];
    private final int[] received = new int[ranks];
    private final int[] signalsSent = new int[ranks];
    private final int[] signalsReceived = new int[ranks];

    LocalChannel(int rank, Ticket ticket) {
      this.rank = rank;
      this.ticket = ticket;
    }

    @Override
    public Sending send(int peer, MemorySegment... parts) {
      var slot = new Mailbox.Slot(ticket.key(), false, sent[peer]++);
      if (peer != rank) {
        tallies.get(rank).sent(ticket.key().purpose(), byteCount(parts));
      }
      return mailboxes[rank][peer].post(slot, parts);
    }

    @Override
    public Receiving receive(int peer, Intake intake, MemorySegment... parts) {
      var slot = new Mailbox.Slot(ticket.key(), false, received[peer]++);
      return deadline -> {
        mailboxes[peer][rank].take(slot, deadline, intake, parts);
        if (peer != rank) {
          tallies.get(rank).received(ticket.key().purpose(), byteCount(parts));
        }
      };
    }

    private static long byteCount(MemorySegment... parts) {
      return Arrays.stream(parts).mapToLong(MemorySegment::byteSize).sum();
    }

    @Override
    public void signal(int peer) {
      // A signal holds no memory, so nobody needs to know when it is taken.
      var slot = new Mailbox.Slot(ticket.key(), true, signalsSent[peer]++);
      var _ = mailboxes[rank][peer].post(slot, new MemorySegment[0]);
    }

    @Override
    public void awaitSignal(int peer, Deadline deadline) {
      var slot = new Mailbox.Slot(ticket.key(), true, signalsReceived[peer]++);
      mailboxes[peer][rank].take(slot, deadline, Intake.STORE, new MemorySegment[0]);
    }

    @Override
    public void close() {
      register.leave(ticket);
    }
  }

  private final class Loans implements SharedMemory {
    private final int rank;

    Loans(int rank) {
      this.rank = rank;
    }

    @Override
    public boolean isSharedWith(int other) {
      return true;
    }

    @Override
    public Optional<MemorySegment> allocate(long byteCount) {
      return Optional.of(Arena.ofAuto().allocate(byteCount, 64));
    }

    @Override
    public Optional<MemorySegment> allocateCopy(long byteCount) {
      return allocate(byteCount);
    }

    @Override
    public boolean reaches(MemorySegment memory) {
      return true;
    }

    @Override
    public long portionBytes() {
      return Long.MAX_VALUE;
    }

    @Override
    public void lend(Key key, Loan loan) {
      loans.put(new Lent(rank, key), loan);
    }

    @Override
    public Loan borrow(int peer, Key key) {
      var loan = loans.get(new Lent(peer, key));
      if (loan == null) {
        throw new AssertionError("rank " + peer + " has lent nothing for " + key);
      }
      return loan;
    }

    @Override
    public void takeBack(Key key) {
      loans.remove(new Lent(rank, key));
    }

    @Override
    public long shownBytesMost() {
      return 0;
    }

    @Override
    public MemorySegment[] show(
        Ticket ticket, MemorySegment own, Duration timeout, Runnable meanwhile) {
      throw new AssertionError("threads of one process need no board");
    }

    @Override
    public void moved(Key key, long byteCount, long ofThemLoaded) {} // nothing leaves the process
  }
}
