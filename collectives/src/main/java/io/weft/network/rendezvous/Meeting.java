package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Limits;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What one rank holds while the meeting lasts: threads, sockets, and the events they bring. */
final class Meeting implements AutoCloseable {
  /** How long a verdict of the master may be on its way. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** Room for the table of the largest world, several times over. */
  private static final int EVENTS_MAX = 8 * Limits.WORLD_MAX;

  private final RendezvousOptions options;
  private final ExecutorService threads;
  private final Sockets sockets = new Sockets();
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>(EVENTS_MAX);

  Meeting(RendezvousOptions options) {
    this.options = options;
    // See "Platform threads" in package-info.
    var names = Thread.ofPlatform().daemon().name("rank-" + options.rank() + "/rendezvous/", 0);
    this.threads = Executors.newThreadPerTaskExecutor(names.factory());
    options.listener().ifPresent(sockets::add);
  }

  RendezvousOptions options() {
    return options;
  }

  Identity identity() {
    return options.identity();
  }

  int rank() {
    return options.rank();
  }

  int world() {
    return options.world();
  }

  ExecutorService threads() {
    return threads;
  }

  Sockets sockets() {
    return sockets;
  }

  static Deadline within(Duration limit) {
    return Deadline.after(limit, "rendezvous", System::nanoTime);
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
      Frame frame;
      do {
        frame = conversation.wire().read(deadline);
        report(new Event.Said(conversation, frame));
      } while (!isLastOfMeeting(frame));
    } catch (IOException e) {
      left(conversation);
    }
  }

  /** What follows these is data, or nothing. */
  private static boolean isLastOfMeeting(Frame frame) {
    return switch (frame) {
      case Frame.Connected(), Frame.Begin(), Frame.Refused(_, _) -> true;
      case Frame.Register(_, _), Frame.Accepted(_), Frame.Gathered(_), Frame.Entry(_, _, _) ->
          false;
    };
  }

  /** Reads and forgets until the other side has closed, so that our last word is not lost. */
  void drain(Conversation conversation, Deadline deadline) {
    try {
      while (true) {
        conversation.wire().read(deadline);
      }
    } catch (IOException e) {
      left(conversation);
    }
  }

  private void left(Conversation conversation) {
    try {
      report(new Event.Left(conversation));
    } catch (IOException e) {
      sockets.drop(conversation.wire().channel()); // The deadline reports what this event cannot.
    }
  }

  /** The end: the sockets of these conversations are the caller's from now on. */
  Mesh mesh(List<Peer> ranks, Map<Integer, Conversation> pairs, int strangers)
      throws RefusedException {
    for (var pair : pairs.values()) {
      pair.wire().endDeadlines();
    }
    var channels = new HashMap<Integer, SocketChannel>();
    pairs.forEach((peer, pair) -> channels.put(peer, pair.wire().channel()));
    channels.values().forEach(sockets::release);
    return new Mesh(rank(), ranks, channels, strangers);
  }

  /** Sockets first: that is what the threads wait for. */
  @Override
  public void close() {
    sockets.close();
    threads.close();
  }
}
