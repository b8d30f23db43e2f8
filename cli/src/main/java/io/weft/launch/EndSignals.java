package io.weft.launch;

import io.weft.cli.ExitCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SIGINT and SIGTERM of this process, for who has something to finish: the first does what was
 * said, and a second SIGINT ends the process at once. SIGTERM may come again: a launcher passes on
 * what a terminal has said to all already.
 *
 * <p>The JDK lets programs know of signals only by {@code sun.misc.Signal}, which compilers warn of
 * and which is therefore found by name. Where it is not there, signals end the process as always.
 */
public final class EndSignals implements AutoCloseable {
  private static final Map<String, ExitCode> CODES =
      Map.of("INT", ExitCode.INTERRUPTED, "TERM", ExitCode.TERMINATED);

  /** Those that are told; ranks that are threads of one process are told all. */
  private static final Set<EndSignals> OPEN = new LinkedHashSet<>();

  /** What was done at a signal before we were asked; guarded by {@link #OPEN}. */
  private static final Map<String, Object> BEFORE = new HashMap<>();

  private Runnable first;
  private final Runnable second;
  private Optional<ExitCode> told = Optional.empty();

  private EndSignals(Runnable first, Runnable second) {
    this.first = first;
    this.second = second;
  }

  /** Until it is told otherwise, a signal ends the process. */
  public static EndSignals open() {
    var signals = new EndSignals(() -> {}, () -> System.exit(ExitCode.INTERRUPTED.code()));
    signals.first = signals::exit;
    return signals.opened();
  }

  /**
   * With what is done at the first signal and at the second SIGINT, each on a thread of its own.
   */
  public static EndSignals open(Runnable first, Runnable second) {
    return new EndSignals(first, second).opened();
  }

  /** One that no signal reaches. */
  public static EndSignals none() {
    return of(() -> {}, () -> {});
  }

  static EndSignals of(Runnable first, Runnable second) {
    return new EndSignals(first, second);
  }

  private EndSignals opened() {
    synchronized (OPEN) {
      OPEN.add(this);
      if (OPEN.size() == 1) {
        CODES
            .keySet()
            .forEach(name -> handle(name, handler()).ifPresent(it -> BEFORE.put(name, it)));
      }
    }
    return this;
  }

  private void exit() {
    told().ifPresent(code -> System.exit(code.code()));
  }

  /** What ends the process, if a signal has asked for it. */
  public synchronized Optional<ExitCode> told() {
    return told;
  }

  /** From now on this is done at the first signal; at once if it has come already. */
  public void instead(Runnable other) {
    boolean due;
    synchronized (this) {
      first = other;
      due = told.isPresent();
    }
    if (due) {
      other.run();
    }
  }

  /** A signal has come. */
  void come(ExitCode code) {
    Runnable due;
    synchronized (this) {
      boolean again = told.isPresent();
      if (again && code != ExitCode.INTERRUPTED) {
        return;
      }
      boolean hurries = told.filter(ExitCode.INTERRUPTED::equals).isPresent();
      due = again ? (hurries ? second : () -> {}) : first;
      told = Optional.of(code);
    }
    due.run();
  }

  @SuppressWarnings("ReferenceEquality") // It is equal to itself only.
  private static Object handler() {
    try {
      var type = Class.forName("sun.misc.SignalHandler");
      return Proxy.newProxyInstance(
          type.getClassLoader(),
          new Class<?>[] {type},
          (proxy, method, arguments) ->
              switch (method.getName()) {
                case "handle" -> tell(arguments[0]);
                case "hashCode" -> System.identityHashCode(proxy);
                case "equals" -> proxy == arguments[0];
                default -> "handler of EndSignals";
              });
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Returns null, as a method that returns nothing does. */
  private static @Nullable Object tell(Object signal) throws ReflectiveOperationException {
    var name = (String) signal.getClass().getMethod("getName").invoke(signal);
    Set<EndSignals> all;
    synchronized (OPEN) {
      all = Set.copyOf(OPEN);
    }
    for (var each : all) {
      Thread.ofPlatform().name("told-by-SIG" + name).start(() -> each.come(code(name)));
    }
    return null;
  }

  private static ExitCode code(String name) {
    return CODES.getOrDefault(name, ExitCode.TERMINATED);
  }

  /** Returns what was done before; nothing where this JVM does not let us. */
  private static Optional<Object> handle(String name, Object handler) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var type = Class.forName("sun.misc.SignalHandler");
      var named = signal.getConstructor(String.class).newInstance(name);
      return Optional.ofNullable(
          signal.getMethod("handle", signal, type).invoke(null, named, handler));
    } catch (InvocationTargetException e) {
      return Optional.empty(); // The JVM was told to leave signals alone.
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      return Optional.empty(); // A JDK without the module jdk.unsupported.
    }
  }

  @Override
  public void close() {
    synchronized (OPEN) {
      if (OPEN.remove(this) && OPEN.isEmpty()) {
        BEFORE.forEach(EndSignals::handle);
        BEFORE.clear();
      }
    }
  }
}
