package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Limits;
import io.weft.network.socket.Addresses;
import io.weft.network.socket.Endpoint;
import io.weft.network.socket.UnusableAddressException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What one rank holds while the meeting lasts: its endpoint, and the events that sockets bring. */
final class Meeting implements AutoCloseable {
  /** How long a verdict of the master may be on its way. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** Connections that the system keeps for us beyond those that are due. */
  private static final int BACKLOG_EXTRA = 64;

  /** Room for the table and all the streams of the largest world, and then some. */
  private static final int EVENTS_MAX = 2 * Limits.STREAMS_MAX * Limits.WORLD_MAX;

  private final RendezvousOptions options;
  private final Endpoint endpoint;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>(EVENTS_MAX);

  Meeting(RendezvousOptions options) {
    this.options = options;
    this.endpoint = new Endpoint(options.identity(), options.tls(), "rendezvous");
    options.listener().ifPresent(endpoint::adopt);
  }

  RendezvousOptions options() {
    return options;
  }

  Endpoint endpoint() {
    return endpoint;
  }

  int rank() {
    return options.rank();
  }

  int world() {
    return options.world();
  }

  ExecutorService threads() {
    return endpoint.threads();
  }

  /** How many connections this rank will have in the end. */
  int connections() {
    return (world() - 1) * options.streams();
  }

  static Deadline within(Duration limit) {
    return Deadline.after(limit, "rendezvous", System::nanoTime);
  }

  ServerSocketChannel listen(InetSocketAddress address) throws UnusableAddressException {
    return endpoint.listen(address, connections() + BACKLOG_EXTRA);
  }

  /** Listens, at ports of the system's choice, at the bind addresses or else at this one. */
  List<ServerSocketChannel> listenForStreams(InetAddress otherwise)
      throws UnusableAddressException {
    var addresses = options.bind().isEmpty() ? List.of(otherwise) : options.bind();
    var listeners = new ArrayList<ServerSocketChannel>();
    for (var address : addresses) {
      listeners.add(listen(new InetSocketAddress(address, 0)));
    }
    return listeners;
  }

  /** Where others reach these sockets: one that listens everywhere is reached at this address. */
  static List<InetSocketAddress> reachable(
      List<ServerSocketChannel> listeners, InetAddress everywhere) throws UnusableAddressException {
    var reachable = new ArrayList<InetSocketAddress>();
    for (var listener : listeners) {
      var bound = Addresses.of(listener);
      var address = bound.getAddress().isAnyLocalAddress() ? everywhere : bound.getAddress();
      reachable.add(new InetSocketAddress(address, bound.getPort()));
    }
    return reachable;
  }

  /** Tells the deciding thread. */
  void report(Event event) throws IOException {
    if (!events.offer(event)) {
      throw new IOException("more events than a meeting can have");
    }
  }

  /** The next event; empty once the deadline has passed. */
  Optional<Event> next(Deadline deadline) throws RefusedException {
    try {
      return Optional.ofNullable(events.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted();
    }
  }

  RefusedException interrupted() {
    return new RefusedException(
        Frame.Reason.LOST, "rank %d was interrupted in the rendezvous".formatted(rank()));
  }

  /** Reports what the other side says, until it says that it is done or has gone. */
  void listen(Conversation conversation, Deadline deadline) {
    try {
      conversation.read(
          wire -> {
            Frame frame;
            do {
              frame = wire.read(deadline);
              report(new Event.Said(conversation, frame));
            } while (!isLastOfMeeting(frame));
          });
    } catch (IOException e) {
      left(conversation);
    }
  }

  /** What follows these is data, or nothing. */
  private static boolean isLastOfMeeting(Frame frame) {
    return switch (frame) {
      case Frame.Connected _, Frame.Begin _, Frame.Refused _ -> true;
      case Frame.Register _, Frame.Accepted _, Frame.Gathered _, Frame.Entry _ -> false;
    };
  }

  /** Reads and forgets until the other side has closed, so that our last word is not lost. */
  void drain(Conversation conversation, Deadline deadline) {
    try {
      conversation.read(
          wire -> {
            while (true) {
              wire.read(deadline);
            }
          });
    } catch (IOException e) {
      left(conversation);
    }
  }

  private void left(Conversation conversation) {
    try {
      report(new Event.Left(conversation));
    } catch (IOException e) {
      conversation.wire().drop(); // The deadline reports what this event cannot.
    }
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
