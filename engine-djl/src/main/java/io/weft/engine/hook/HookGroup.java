package io.weft.engine.hook;

import ai.djl.pytorch.engine.PtNDArray;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Hooks that are set and cleared together. Used by the thread that runs backward. */
public final class HookGroup implements AutoCloseable {
  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final Map<Long, Hook> HOOKS = new ConcurrentHashMap<>();

  private record Hook(HookGroup group, Runnable action) {}

  private final GradientHooks hooks;
  private final Arena arena = Arena.ofShared();
  private final List<PtNDArray> arrays = new ArrayList<>();
  private final List<Long> numbers = new ArrayList<>();
  private @Nullable Throwable failure;

  public HookGroup(GradientHooks hooks) {
    this.hooks = hooks;
  }

  /**
   * Does something whenever a backward has added to the gradient of an array, which stays open
   * until this group is closed.
   */
  public void add(PtNDArray array, Runnable action) {
    long number = NUMBERS.incrementAndGet();
    HOOKS.put(number, new Hook(this, action));
    hooks.set(array, number, arena);
    arrays.add(array);
    numbers.add(number);
  }

  /** Called by PyTorch, in the middle of a backward. */
  static void fired(long number) {
    var hook = HOOKS.get(number);
    if (hook != null) {
      hook.group.perform(hook.action);
    }
  }

  /** After a failure nothing more is done until somebody has asked. */
  private void perform(Runnable action) {
    try {
      if (failure == null) {
        action.run();
      }
    } catch (Throwable e) { // none may leave the upcall; rethrowFailure hands it on
      failure = e;
    }
  }

  /** Throws what a hook has thrown since it was last asked. */
  public void rethrowFailure() {
    var thrown = failure;
    failure = null;
    switch (thrown) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(thrown);
    }
  }

  /** Clears the hooks. */
  @Override
  public void close() {
    arrays.forEach(hooks::clear);
    numbers.forEach(HOOKS::remove);
    arena.close();
  }
}
