package io.weft.network;

import java.util.Optional;

/** One rank's connections to all others. */
public interface Transport extends AutoCloseable {
  int rank();

  /** How many ranks there are. */
  int ranks();

  /** The link to another rank. */
  Link link(int peer);

  /** Memory shared with all other ranks, where there is such a thing. */
  Optional<SharedMemory> sharedMemory();

  /** Ends this rank's part; peers that wait for it get a {@link PeerLostException}. */
  @Override
  void close();
}
