package io.weft.diagnosis.peer;

import io.weft.network.Deadline;
import io.weft.network.handshake.Bits256;
import io.weft.network.handshake.Identity;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * A meeting of doctors, seen by one of them.
 *
 * <p>Each listens first and then calls all others, again and again until they answer, or until the
 * timeout, or for a while longer than they have been calling it. Then its report is complete, and
 * goes out on all connections in either direction. A doctor whose report has come wants nothing
 * more from us, so when all have come we may go.
 */
final class Consultation implements AutoCloseable {
  /** For a report to arrive after the timeout of its sender. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** The longest timeout, ours or that of a peer. */
  static final Duration TIMEOUT_MOST = Duration.ofHours(1);

  /** How long one that calls us may be out of our reach, before we call it unreachable. */
  private static final Duration PATIENCE_MOST = Duration.ofSeconds(5);

  private static final Bits256 FINGERPRINT = Bits256.hashOf("weft doctor");

  private final HostList hosts;
  private final Own own;
  private final Notes notes = new Notes();
  private final OpenSockets sockets = new OpenSockets();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Future<?>> talks = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<List<Boolean>> report = new CompletableFuture<>();

  Consultation(HostList hosts, Token token, String version, Duration timeout) {
    this.hosts = hosts;
    this.own =
        new Own(
            token,
            new Identity(hosts.self(), hosts.size(), version, FINGERPRINT),
            new SteadyClock(),
            timeout,
            Deadline.after(timeout, "the consultation", System::nanoTime));
  }

  /** What a doctor brings to all its talks. */
  record Own(Token token, Identity identity, SteadyClock clock, Duration limit, Deadline end) {}

  /**
   * What came out of it.
   *
   * @param reaches our calls to all others
   * @param peers those that we spoke to, in either direction
   * @param reachability what all reports together say
   */
  record Outcome(
      Map<Integer, Reach> reaches, Map<Integer, Peer> peers, Reachability reachability) {}

  /**
   * Holds the meeting; it takes as long as the slowest needs to come, or the timeout.
   *
   * @throws IOException if we cannot listen
   */
  Outcome hold() throws IOException, InterruptedException {
    var listener = sockets.add(ServerSocketChannel.open());
    listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
    listener.bind(hosts.listeningAddress(), hosts.size());
    start(new Answerer(this, listener)::accept);
    var reaches = callAll();
    var reached =
        IntStream.range(0, hosts.size())
            .mapToObj(i -> i == hosts.self() || reaches.get(i) instanceof Reach.Reached)
            .toList();
    report.complete(reached);
    awaitReports();
    notes.awaitSentAway(mistaken(reaches), GRACE);
    var reports = new HashMap<>(notes.reports());
    reports.put(hosts.self(), reached);
    return new Outcome(
        reaches, notes.peers(), new Reachability(hosts.self(), reports, notes.heard()));
  }

  private Map<Integer, Reach> callAll() throws InterruptedException {
    var calls = new HashMap<Integer, Future<Reach>>();
    for (int host : hosts.others()) {
      calls.put(host, threads.submit(new Caller(this, host)::call));
    }
    var reaches = new HashMap<Integer, Reach>();
    for (var call : calls.entrySet()) {
      reaches.put(call.getKey(), result(call.getValue()));
    }
    return reaches;
  }

  /** How many there are that will get no report from us, but shall hear why: they call us too. */
  private static int mistaken(Map<Integer, Reach> reaches) {
    return (int)
        reaches.values().stream()
            .filter(reach -> reach instanceof Reach.OtherToken || reach instanceof Reach.Disagreed)
            .count();
  }

  private void awaitReports() throws InterruptedException {
    for (var talk = talks.poll(); talk != null; talk = talks.poll()) {
      result(talk);
    }
  }

  /** Of a task that ends by itself: all it does has a deadline. */
  private static <T> T result(Future<T> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new AssertionError("a task of the doctor failed", e.getCause());
    }
  }

  /** Ends a talk with the reports of both sides, once ours is complete. */
  void report(int host, Talk talk) {
    talks.add(
        threads.submit(
            () -> {
              try {
                notes.reported(host, talk.exchange(report.join()));
              } catch (IOException e) {
                // It was lost; that its report is missing says so.
              } finally {
                sockets.drop(talk.channel());
              }
            }));
  }

  void start(Runnable task) {
    threads.execute(task);
  }

  HostList hosts() {
    return hosts;
  }

  Own own() {
    return own;
  }

  Notes notes() {
    return notes;
  }

  OpenSockets sockets() {
    return sockets;
  }

  Duration patience() {
    var third = own.limit().dividedBy(3);
    return third.compareTo(PATIENCE_MOST) < 0 ? third : PATIENCE_MOST;
  }

  /** Ends what is still under way. */
  @Override
  public void close() {
    report.complete(List.of());
    sockets.close();
    threads.close();
  }
}
