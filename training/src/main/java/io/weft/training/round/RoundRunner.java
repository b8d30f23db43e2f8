package io.weft.training.round;

import io.weft.collective.Communicator;
import io.weft.collective.OperationKey;
import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Runs a graph on one rank: the thread that calls is the compute lane, exchanges go on meanwhile,
 * and a task starts as soon as what it waits for is done. Of several that could start on a resource
 * the first in the list of the round does.
 *
 * <p>A run is a number of rounds and what they still owe. After it the next one begins afresh.
 */
public final class RoundRunner implements AutoCloseable {
  private static final int ROUNDS = 1 << 10;
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private record Place(Task task, long round) {}

  private final StepGraph graph;
  private final Communicator communicator;
  private final Performer performer;
  private final Admission<Item> admission;
  private final Witness witness;
  private final Map<Task, Integer> agreements = new HashMap<>();
  private final ExecutorService host = lane("host");
  private final ExecutorService link = lane("link");
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** What can start on the compute lane. */
  private final PriorityQueue<Item> ready = new PriorityQueue<>();

  /** What stands for a task of a round: itself, or where it is left out, what it waits for. */
  private final Map<Place, Set<Item>> present = new HashMap<>();

  /** What is not done. */
  private final Set<Item> open = new LinkedHashSet<>();

  /** The first round of the run, the next one to be performed, and the next one to be opened. */
  private long first;

  private long next;
  private long opened;
  private @Nullable Throwable failure;

  /** How many tasks have started elsewhere than on the compute lane and are not done. */
  private int underWay;

  /** Since when the compute lane has had nothing to do, and what was done last of all. */
  private long freeSince;

  private @Nullable Item latest;

  /** Begins with round 0, and starts exchanges as soon as they can. */
  public RoundRunner(StepGraph graph, Communicator communicator, Performer performer) {
    this(graph, communicator, performer, Credit.UNLIMITED, Witness.NONE, 0);
  }

  /**
   * Begins with some round.
   *
   * @param credit which exchanges start, if not all that could
   */
  public RoundRunner(
      StepGraph graph,
      Communicator communicator,
      Performer performer,
      Credit credit,
      Witness witness,
      long round) {
    this.graph = graph;
    this.communicator = communicator;
    this.performer = performer;
    this.admission =
        new Admission<>(credit.bytes(), item -> credit.size().applyAsLong(item.node.task()));
    this.witness = witness;
    this.first = round;
    this.next = round;
    this.opened = round;
    for (var node : graph.round()) {
      if (node.task() instanceof Task.Agree) {
        agreements.put(node.task(), agreements.size());
      }
    }
  }

  private static ExecutorService lane(String name) {
    return Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /** Which round comes next, counted from 0 through all runs. */
  public long next() {
    return next;
  }

  /**
   * Performs the next round. When it returns, forward and backward are done and what ranks agree on
   * in it is agreed; exchanges may be under way, and updates to come, that the next round needs.
   *
   * @param more whether another round follows in this run; if not, what is owed is done too
   */
  public void round(boolean more) {
    freeSince = System.nanoTime();
    lock.lock();
    try {
      long last = more ? next + 1 : next + graph.depth();
      while (opened <= last) {
        openRound(opened++, more ? Long.MAX_VALUE : next);
      }
      drive(more ? next : last, !more);
      next++;
      if (!more) {
        first = next;
        opened = next;
        present.clear();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Lists a round: what belongs to rounds of this run, up to the last one. */
  private void openRound(long round, long lastOrigin) {
    int place = 0;
    for (var node : graph.round()) {
      var before = before(node, round);
      var item = new Item(node, round, place++);
      var key = new Place(node.task(), round);
      if (item.origin < first || item.origin > lastOrigin) {
        present.put(key, before);
      } else {
        present.put(key, Set.of(item));
        open.add(item);
        if (node.task() instanceof Task.Transfer) {
          admission.expect(item);
        }
        before.forEach(item::after);
        if (item.missing == 0) {
          start(item);
        }
      }
    }
    present.keySet().removeIf(old -> old.round < round - 1 - graph.depth());
  }

  private Set<Item> before(Node node, long round) {
    var before = new LinkedHashSet<Item>();
    for (var dependency : node.dependencies()) {
      var place = new Place(dependency.task(), round - dependency.roundsBack());
      before.addAll(present.getOrDefault(place, Set.of()));
    }
    return before;
  }

  /**
   * Performs what the compute lane has to do up to a round.
   *
   * @param all whether to wait for everybody else too
   */
  private void drive(long last, boolean all) {
    while (open.stream().anyMatch(item -> all || (isAwaited(item) && item.round <= last))) {
      throwFailure();
      var item = ready.peek();
      if (item == null || item.round > last) {
        await();
      } else {
        ready.remove();
        compute(item);
      }
    }
    if (all) {
      stoodStill(latest, System.nanoTime());
    }
  }

  /** Updates that wait for their exchange are left to the next round, which may begin without. */
  private static boolean isAwaited(Item item) {
    return switch (item.node.task()) {
      case Task.Update _ -> false;
      case Task.Agree _ -> true;
      default -> item.isCompute();
    };
  }

  /** Performs a task without the lock. What it fails of may follow from what failed meanwhile. */
  private void compute(Item item) {
    lock.unlock();
    try {
      guarded(() -> computeAlone(item));
    } finally {
      lock.lock();
    }
    throwFailure();
    finish(item);
  }

  private void computeAlone(Item item) {
    long start = System.nanoTime();
    stoodStill(item.cause, start);
    performer.perform(item.node.task(), item.origin);
    freeSince = System.nanoTime();
    witness.ran(item.node, item.origin, start, freeSince);
  }

  /** The compute lane had nothing to do until now, if what it waited for was done elsewhere. */
  private void stoodStill(@Nullable Item cause, long now) {
    if (cause != null && !cause.isCompute()) {
      witness.waited(cause.node.task(), cause.origin, freeSince, now);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the loop that calls it looks again, whatever woke it
  private void await() {
    try {
      var _ = changed.awaitNanos(LOOK_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while training waits for an exchange", e);
    }
  }

  private void start(Item item) {
    switch (item.node.resource()) {
      case COMPUTE -> {
        ready.add(item);
        changed.signal();
      }
      case HOST -> {
        underWay++;
        host.execute(() -> guarded(() -> onHost(item)));
      }
      case LINK -> {
        if (item.node.task() instanceof Task.Transfer) {
          admission.ready(item).forEach(this::startExchange);
        } else {
          startExchange(item);
        }
      }
    }
  }

  private void startExchange(Item item) {
    underWay++;
    link.execute(() -> guarded(() -> onLink(item)));
  }

  private void onHost(Item item) {
    long start = System.nanoTime();
    performer.perform(item.node.task(), item.origin);
    witness.ran(item.node, item.origin, start, System.nanoTime());
    locked(() -> finish(item));
  }

  private void onLink(Item item) {
    var key = key(item.round, item.node.task());
    communicator.start(key, urgency(item), own -> guarded(() -> exchange(item, own)));
  }

  /**
   * What a round owes goes before what the next one can already begin with. The count of rounds
   * starts over now and then, which costs a moment of the wrong order.
   */
  private int urgency(Item item) {
    return (int) (item.round % ROUNDS) * graph.round().size() + item.place;
  }

  private void exchange(Item item, Communicator own) {
    long start = System.nanoTime();
    witness.began(item.node.task(), item.origin, start);
    performer.exchange(item.node.task(), item.origin, own);
    witness.ran(item.node, item.origin, start, System.nanoTime());
    locked(() -> finish(item));
  }

  /** Tells exchanges of one bucket apart, and agreements from them and from each other. */
  private OperationKey key(long round, Task task) {
    return task instanceof Task.Transfer(var bucket, var phase, var turn)
        ? new OperationKey(round, bucket, number(phase) + 8 * turn)
        : new OperationKey(round, agreements.getOrDefault(task, 0), 0);
  }

  private static int number(Phase phase) {
    return switch (phase) {
      case ALL_REDUCE_GRADIENTS -> 1;
      case REDUCE_SCATTER_GRADIENTS -> 2;
      case ALL_GATHER_GRADIENTS -> 3;
      case ALL_GATHER_PARAMETERS -> 4;
      case AVERAGE_PARAMETERS -> 5;
    };
  }

  /** The first failure of all lanes counts, here and elsewhere: what fails later may follow. */
  private void guarded(Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      locked(() -> failed(e));
    }
  }

  private void failed(Throwable cause) {
    if (failure == null) {
      failure = cause;
      communicator.giveUp(Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
    }
    changed.signal();
  }

  private void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  private void finish(Item item) {
    var followers = item.finish();
    underWay -= item.isCompute() ? 0 : 1;
    latest = item;
    open.remove(item);
    if (item.node.task() instanceof Task.Transfer) {
      admission.done(item).forEach(this::startExchange);
    }
    for (var follower : followers) {
      if (--follower.missing == 0) {
        follower.cause = item;
        start(follower);
      }
    }
    changed.signal();
  }

  /**
   * Ends what rounds have left: performs their updates, and waits for what is under way. After it
   * nobody uses memory of this rank or waits for it; no round can follow.
   */
  public void settle() {
    lock.lock();
    try {
      while ((underWay > 0 || owesUpdates()) && failure == null) {
        var item = ready.peek();
        if (item == null || item.round >= next) {
          await();
        } else {
          ready.remove();
          compute(item);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Peers may have done theirs, and wait for the exchange that follows. */
  private boolean owesUpdates() {
    return open.stream().anyMatch(item -> item.isCompute() && item.round < next);
  }

  private void throwFailure() {
    switch (failure) {
      case null -> {}
      case RuntimeException exception -> throw exception;
      case Error error -> throw error;
      default -> throw new AssertionError("a task threw what it cannot throw", failure);
    }
  }

  /** Starts nothing more. Exchanges under way would use memory that may be freed: they fail. */
  @Override
  public void close() {
    host.shutdownNow();
    link.shutdownNow();
    locked(this::leave);
  }

  private void leave() {
    if (underWay > 0) {
      communicator.giveUp("it has left training in the middle of a round; see its log for why");
    }
  }
}
