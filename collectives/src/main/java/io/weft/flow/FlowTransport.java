package io.weft.flow;

import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Purpose;
import io.weft.network.SharedMemory;
import io.weft.network.Ticket;
import io.weft.network.Traffic;
import io.weft.network.Traffic.Bytes;
import io.weft.network.Transport;
import io.weft.network.rendezvous.Mesh;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Neighbours;
import io.weft.network.shared.Segments;
import java.io.EOFException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One rank's end of a job whose ranks are connected by sockets. */
public final class FlowTransport implements Transport {
  private static final Logger LOGGER = System.getLogger(FlowTransport.class.getName());

  private final Mesh mesh;
  private final @Nullable Pair[] pairs;
  private final Ledger ledger = new Ledger();
  private final Tribunal tribunal;
  private final Liveness liveness;
  private final Watch watch;
  private final AtomicReference<@Nullable Failure> failure = new AtomicReference<>();
  private volatile @Nullable Signals signals;
  private volatile boolean closing;

  private FlowTransport(Mesh mesh, FlowOptions options) {
    this.mesh = mesh;
    this.pairs = new Pair[mesh.world()];
    this.tribunal = new Tribunal(mesh.rank(), ledger);
    this.liveness = new Liveness(mesh.world(), options.livenessTimeout(), System.nanoTime());
    this.watch = new Watch(this, liveness);
  }

  /** Takes over the sockets of a mesh and closes them at the end. */
  public static FlowTransport over(Mesh mesh, FlowOptions options) {
    var transport = new FlowTransport(mesh, options);
    transport.start(options);
    return transport;
  }

  private void start(FlowOptions options) {
    int epoch = mesh.meeting().hashCode();
    for (int peer = 0; peer < ranks(); peer++) {
      if (peer != rank()) {
        var streams = new ArrayList<Stream>();
        for (var connection : mesh.connections(peer)) {
          streams.add(new Stream(connection, epoch, options.checksum(), !streams.isEmpty()));
        }
        var pair = new Pair(this, peer, streams);
        pairs[peer] = pair;
        pair.start();
      }
    }
    watch.start();
  }

  @Override
  public int rank() {
    return mesh.rank();
  }

  @Override
  public int ranks() {
    return mesh.world();
  }

  @Override
  public Channel open(Ticket ticket) {
    return opened(ticket);
  }

  FlowChannel opened(Ticket ticket) {
    checkUsable(ticket);
    var channel = new FlowChannel(this, ticket);
    if (ledger.begin(channel)) {
      pairs().forEach(pair -> pair.adopt(ticket));
    }
    var shared = signals;
    if (shared != null) {
      shared.adopt(ticket);
    }
    tribunal.begun(ticket).forEach(this::post);
    return channel;
  }

  void end(FlowChannel channel) {
    ledger.end(channel);
    var shared = signals;
    if (shared != null) {
      shared.end(channel.ticket().key());
    }
    for (int member : channel.ticket().members()) {
      var pair = pairs[member];
      if (pair != null) {
        pair.end(channel.ticket().key());
      }
    }
  }

  /** Lets the other members compare an operation in which this rank had nothing to say. */
  void announce(Ticket ticket) {
    for (int member : ticket.members()) {
      if (member != rank() && !isOver()) {
        pair(member).post(Tribunal.statement(Kind.ASK, ticket));
      }
    }
  }

  @Override
  public Optional<SharedMemory> sharedMemory() {
    return Optional.ofNullable(signals).map(Signals::memory);
  }

  /**
   * From now on neighbours talk through what all of them have mapped. Each does it before its next
   * operation.
   */
  public void share(Neighbours neighbours, Commons commons, Segments segments) {
    signals = new Signals(this, neighbours, commons, segments);
  }

  @Nullable Signals signals() {
    return signals;
  }

  /** What this rank shares with a peer; null if they talk through sockets. */
  @Nullable Signals signals(int peer) {
    var shared = signals;
    return shared != null && shared.reach(peer) ? shared : null;
  }

  @Override
  public Traffic traffic() {
    var byPurpose = new EnumMap<Purpose, Bytes>(Purpose.class);
    var bySocket = new ArrayList<Bytes>();
    for (var pair : pairs) {
      var bytes = pair == null ? Map.<Purpose, Bytes>of() : pair.tally().bytes();
      bytes.forEach((purpose, more) -> byPurpose.merge(purpose, more, Bytes::plus));
      bySocket.add(bytes.values().stream().reduce(Bytes.NONE, Bytes::plus));
    }
    var shared = signals;
    if (shared != null) {
      var bytes = shared.memory().tally().bytes();
      bytes.forEach((purpose, more) -> byPurpose.merge(purpose, more, Bytes::plus));
    }
    return new Traffic(byPurpose, bySocket);
  }

  /** Of the bytes on the wire those that this rank has given to sockets. */
  public long socketBytes() {
    return pairs().stream().mapToLong(pair -> pair.tally().sent()).sum();
  }

  Pair pair(int peer) {
    var pair = peer < 0 || peer >= pairs.length ? null : pairs[peer];
    if (pair == null) {
      throw new IllegalArgumentException(
          "peer=%d: from 0 to %d without %d".formatted(peer, ranks() - 1, rank()));
    }
    return pair;
  }

  List<Pair> pairs() {
    var all = new ArrayList<Pair>();
    for (var pair : pairs) {
      if (pair != null) {
        all.add(pair);
      }
    }
    return all;
  }

  Ledger ledger() {
    return ledger;
  }

  Tribunal tribunal() {
    return tribunal;
  }

  void post(Tribunal.Letter letter) {
    pair(letter.to()).post(letter.piece());
  }

  void heard(int peer, long nowNanos) {
    liveness.heard(peer, nowNanos);
  }

  // ---- how it ends

  @Nullable Failure failure() {
    return failure.get();
  }

  boolean isOver() {
    return closing || failure.get() != null;
  }

  /** Throws if a peer is lost, ranks disagree, or this rank has left. */
  void checkUsable(Object operation) {
    var reason = failure.get();
    if (reason != null) {
      throw reason.in(rank(), operation);
    }
    if (closing) {
      throw new IllegalStateException("the transport of rank %d is closed".formatted(rank()));
    }
  }

  /** The first failure counts, and the thread that looks out tells everybody. */
  void fail(Failure.Cause cause, String sentence) {
    if (failure.compareAndSet(null, new Failure(cause, sentence))) {
      watch.wake();
      var shared = signals;
      if (shared != null) {
        shared.wake();
      }
      LOGGER.log(Level.WARNING, () -> "rank %d ends: %s".formatted(rank(), sentence));
    }
  }

  void broken(int peer, Exception exception) {
    switch (exception) {
      case ClosedByInterruptException _ -> interrupted();
      case ClosedChannelException _ ->
          giveUp("its connection to rank %d was closed by an interrupt".formatted(peer));
      case RuntimeException fault -> giveUp(fault.toString());
      case EOFException _ -> lost(peer, "its connection ended");
      case CorruptException corrupt -> lost(peer, "it sent " + corrupt.getMessage());
      default -> lost(peer, "its connection broke (%s)".formatted(exception.getMessage()));
    }
  }

  private void lost(int peer, String how) {
    fail(
        Failure.Cause.LOST,
        "%s is lost: %s, %s after its last word; see its log for why"
            .formatted(mesh.peer(peer), how, silence(peer)));
  }

  @Override
  public void giveUp(String why) {
    fail(Failure.Cause.LOST, "rank %d cannot go on: %s".formatted(rank(), why));
  }

  void silent(int peer) {
    long now = System.nanoTime();
    var own = mesh.peer(rank());
    var elsewhere =
        pairs().stream()
            .filter(pair -> !pair.isGone())
            .map(pair -> mesh.peer(pair.peer()))
            .filter(other -> !other.host().equals(own.host()))
            .toList();
    var silent =
        elsewhere.stream().filter(other -> liveness.isNearlyLost(other.rank(), now)).toList();
    var silence = new Silence(own, mesh.peer(peer), silence(peer), elsewhere, silent);
    fail(Failure.Cause.LOST, silence.sentence());
  }

  void left(int peer) {
    fail(
        Failure.Cause.LOST,
        "%s has left the job while others still wait for it; see its log for why"
            .formatted(mesh.peer(peer)));
  }

  void slow(int peer, Deadline deadline) {
    fail(Failure.Cause.SLOW, deadline.sentence(rank(), peer));
  }

  /** Nobody looks out any more, so nobody would end a wait. */
  void blind(RuntimeException exception) {
    giveUp(exception.toString());
  }

  void interrupted() {
    fail(Failure.Cause.LOST, "rank %d was interrupted".formatted(rank()));
  }

  void abandoned(Ticket ticket) {
    fail(
        Failure.Cause.LOST,
        "rank %d has left %s in the middle; see its log for why".formatted(rank(), ticket));
  }

  void unequal(int peer, long theirs, long ours, Ticket ticket) {
    fail(
        Failure.Cause.MISMATCH,
        "ranks %d and %d disagree on the length of a message, %d and %d bytes, in %s"
            .formatted(rank(), peer, ours, theirs, ticket));
  }

  private String silence(int peer) {
    var silence = Duration.ofNanos(liveness.silentNanos(peer, System.nanoTime()));
    return silence.toMillis() < 1000
        ? silence.toMillis() + " ms"
        : "%d.%d s".formatted(silence.toSeconds(), silence.toMillisPart() / 100);
  }

  /** What peers hear last. */
  Piece lastWord() {
    var reason = failure.get();
    if (reason == null) {
      return Piece.of(Kind.BYE);
    }
    var text = Tribunal.text(reason.sentence());
    return Piece.text(Kind.FAIL, new Key(0, 0), reason.cause().code(), text);
  }

  @Override
  public void close() {
    closing = true;
    watch.end();
    mesh.close();
    var shared = signals;
    if (shared != null) {
      shared.close();
    }
  }
}
