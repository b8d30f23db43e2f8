package io.weft.flow;

import io.weft.collective.program.Topology;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.handshake.Token;
import io.weft.network.rendezvous.Mesh;
import io.weft.network.rendezvous.Rendezvous;
import io.weft.network.rendezvous.RendezvousOptions;
import io.weft.network.shared.Allowance;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Neighbours;
import io.weft.network.shared.Segments;
import io.weft.network.shared.SharedFolder;
import io.weft.network.socket.Connection;
import java.lang.foreign.Arena;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Ranks as threads of this process, connected by real sockets on loopback. */
public final class Flows implements AutoCloseable {
  /** Nothing here takes as long unless it hangs. */
  static final Duration GUARD = Duration.ofSeconds(30);

  /** A peer that says nothing is not noticed, and no sign of life wakes anybody by accident. */
  static final FlowOptions NO_PULSE = new FlowOptions(Duration.ofHours(1), false);

  private static final Token TOKEN = Token.of("a token for the tests of flows");

  private final List<Mesh> meshes;
  private final List<FlowTransport> transports;

  /** What a rank does. */
  @FunctionalInterface
  public interface Body {
    void run(FlowTransport transport) throws Exception;
  }

  private Flows(List<Mesh> meshes, List<FlowTransport> transports) {
    this.meshes = meshes;
    this.transports = transports;
  }

  public static Flows open(int ranks) {
    return open(ranks, 1, FlowOptions.DEFAULT);
  }

  public static Flows open(int ranks, int streams, FlowOptions options) {
    var meshes = meet(ranks, streams);
    return new Flows(
        meshes, meshes.stream().map(mesh -> FlowTransport.over(mesh, options)).toList());
  }

  /** The same, and the ranks share memory whose files are in a folder. */
  public static Flows openShared(int ranks, Path folder) {
    return openShared(ranks, folder, 2 << 20);
  }

  /** Likewise, with portions of this size. */
  public static Flows openShared(int ranks, Path folder, long portionBytes) {
    return openShared(ranks, folder, portionBytes, FlowOptions.DEFAULT);
  }

  static Flows openShared(int ranks, Path folder, long portionBytes, FlowOptions options) {
    var flows = open(ranks, 1, options);
    flows.share(IntStream.range(0, ranks).boxed().toList(), folder, portionBytes);
    return flows;
  }

  /** Ranks on several hosts; those of one share memory. */
  public static Flows openHosts(Topology topology, Path folder) {
    var flows = open(topology.ranks());
    for (int host = 0; host < topology.hostCount(); host++) {
      flows.share(topology.ranksOf(host), folder, 2 << 20);
    }
    return flows;
  }

  private void share(List<Integer> host, Path folder, long portionBytes) {
    int count = host.size();
    var memory = Arena.ofAuto().allocate(Commons.byteCount(count), 64);
    for (int rank : host) {
      var segments =
          new Segments(
              new SharedFolder(folder), rank, count - 1, new Allowance(portionBytes), host.get(0));
      transport(rank).share(new Neighbours(host), new Commons(memory, count), segments);
    }
  }

  private static List<Mesh> meet(int ranks, int streams) {
    try {
      var loopback = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0);
      var listener = ServerSocketChannel.open().bind(loopback);
      var master = (InetSocketAddress) listener.getLocalAddress();
      var calls = new ArrayList<Callable<Mesh>>();
      for (int rank = 0; rank < ranks; rank++) {
        var identity = RendezvousOptions.identity(rank, ranks, "0.1", "job");
        var options = RendezvousOptions.of(identity, master, TOKEN).withStreams(streams);
        var own = rank == 0 ? options.withListener(listener) : options;
        calls.add(() -> Rendezvous.meet(own));
      }
      return all(calls).stream().map(Future::resultNow).toList();
    } catch (Exception e) {
      throw new AssertionError("the ranks did not meet", e);
    }
  }

  /** Runs all at once; whoever has not ended after a while fails the test. */
  static <T> List<Future<T>> all(List<? extends Callable<T>> calls) {
    var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());
    try {
      var futures = threads.invokeAll(calls, GUARD.toNanos(), TimeUnit.NANOSECONDS);
      for (int i = 0; i < futures.size(); i++) {
        if (futures.get(i).state() == Future.State.CANCELLED) {
          throw new AssertionError("%d still runs after %s".formatted(i, GUARD));
        }
      }
      return futures;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }

  int ranks() {
    return transports.size();
  }

  FlowTransport transport(int rank) {
    return transports.get(rank);
  }

  /** The sockets of a rank, to be cut behind its back. */
  List<Connection> sockets(int rank) {
    return IntStream.range(0, ranks())
        .filter(peer -> peer != rank)
        .mapToObj(meshes.get(rank)::connections)
        .flatMap(List::stream)
        .toList();
  }

  /** Does the same on every rank; all must succeed. */
  public void run(Body body) {
    outcomes(body)
        .forEach(
            outcome ->
                outcome.ifPresent(
                    failure -> {
                      throw new AssertionError("a rank failed", failure);
                    }));
  }

  /** Does the same on every rank; none may succeed. */
  List<Throwable> failures(Body body) {
    return outcomes(body).stream().map(Optional::orElseThrow).toList();
  }

  List<Optional<Throwable>> outcomes(Body body) {
    var calls = new ArrayList<Callable<Boolean>>();
    for (var transport : transports) {
      calls.add(
          () -> {
            body.run(transport);
            return true;
          });
    }
    return all(calls).stream()
        .map(
            call ->
                call.state() == Future.State.FAILED
                    ? Optional.of(call.exceptionNow())
                    : Optional.<Throwable>empty())
        .toList();
  }

  /** An operation of all ranks. */
  Ticket ticket(long number) {
    return ticket(number, 0, 0);
  }

  Ticket ticket(long number, long fingerprint, int priority) {
    var members = IntStream.range(0, ranks()).boxed().toList();
    return new Ticket(
        new Key(7, number),
        fingerprint,
        members,
        priority,
        () -> "operation %d of kind %d".formatted(number, fingerprint));
  }

  /** Spins, for what nothing announces. */
  static void until(BooleanSupplier condition) {
    var deadline = soon();
    while (!condition.getAsBoolean()) {
      if (deadline.passed()) {
        throw new AssertionError("waited in vain");
      }
      Thread.onSpinWait();
    }
  }

  static Deadline soon() {
    return within(GUARD);
  }

  static Deadline within(Duration limit) {
    return Deadline.after(limit, "a test", System::nanoTime);
  }

  /** All ranks leave at the same time, as they do at the end of a job. */
  @Override
  public void close() {
    run(FlowTransport::close);
  }
}
