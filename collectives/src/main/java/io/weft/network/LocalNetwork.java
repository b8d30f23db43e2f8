package io.weft.network;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Ranks that are threads of one process. A message is copied once, by its receiver. */
public final class LocalNetwork {
  private final int ranks;
  private final Mailbox[][] mailboxes;
  private final ConcurrentMap<Loan, MemorySegment[]> loans = new ConcurrentHashMap<>();

  private record Loan(int rank, Channel channel) {}

  public LocalNetwork(int ranks) {
    if (ranks < 1) {
      throw new IllegalArgumentException("ranks=%d: at least 1".formatted(ranks));
    }
    this.ranks = ranks;
    this.mailboxes = new Mailbox[ranks][ranks];
    for (int from = 0; from < ranks; from++) {
      for (int to = 0; to < ranks; to++) {
        mailboxes[from][to] = new Mailbox(from, to);
      }
    }
  }

  /** The end of one rank, for one thread. */
  public Transport transport(int rank) {
    return new LocalTransport(rank);
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
    public Link link(int peer) {
      var outgoing = mailboxes[rank][peer];
      var incoming = mailboxes[peer][rank];
      return new Link() {
        @Override
        public Sending send(Channel channel, MemorySegment... parts) {
          return outgoing.post(channel, parts);
        }

        @Override
        public void receive(Channel channel, Deadline deadline, MemorySegment... parts) {
          incoming.take(channel, deadline, parts);
        }
      };
    }

    @Override
    public Optional<SharedMemory> sharedMemory() {
      return Optional.of(
          new SharedMemory() {
            @Override
            public void lend(Channel channel, MemorySegment... memory) {
              loans.put(new Loan(rank, channel), memory);
            }

            @Override
            public MemorySegment[] borrow(int peer, Channel channel) {
              var memory = loans.get(new Loan(peer, channel));
              if (memory == null) {
                throw new AssertionError("rank " + peer + " has lent nothing for " + channel);
              }
              return memory;
            }

            @Override
            public void takeBack(Channel channel) {
              loans.remove(new Loan(rank, channel));
            }
          });
    }

    @Override
    public void close() {
      for (int peer = 0; peer < ranks; peer++) {
        mailboxes[rank][peer].close(rank);
        mailboxes[peer][rank].close(rank);
      }
    }
  }
}
