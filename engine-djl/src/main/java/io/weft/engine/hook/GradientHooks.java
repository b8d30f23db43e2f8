package io.weft.engine.hook;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import ai.djl.pytorch.engine.PtNDArray;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/**
 * The way to libtorch's {@code set_post_acc_grad_hooks}, which DJL does not offer: a hook of an
 * array runs whenever a backward has added to its gradient, on the thread that runs it.
 *
 * <p>A hook is an object of C++ that we lay out by hand, as the Itanium ABI has it: a pointer to a
 * table of virtual functions, then our number for it. PyTorch calls the function of the table and
 * destroys the object; its memory is ours.
 */
public final class GradientHooks {
  /** The system property that asks for hooks with {@code on}, and forbids them with {@code off}. */
  public static final String PROPERTY = "weft.hooks";

  /** {@code set_post_acc_grad_hooks(const TensorBase&, unique_ptr<PostAccumulateGradHook>)}. */
  private static final String SYMBOL =
      "_ZN5torch8autograd4impl23set_post_acc_grad_hooksERKN2at10TensorBaseE"
          + "St10unique_ptrINS0_22PostAccumulateGradHookESt14default_deleteIS7_EE";

  private static final MemoryLayout OBJECT =
      MemoryLayout.structLayout(ADDRESS.withName("table"), JAVA_LONG.withName("number"));

  private static final long NUMBER_OFFSET = ADDRESS.byteSize();

  /** Found once: the library of PyTorch does not change while we run. */
  private static final class Found {
    static final Optional<GradientHooks> HOOKS = find();

    private static Optional<GradientHooks> find() {
      try {
        return SymbolLookup.loaderLookup()
            .find(SYMBOL)
            .map(GradientHooks::new)
            .filter(HookTrial::passes);
      } catch (RuntimeException | LinkageError e) {
        return Optional.empty(); // No calls to C++ on this platform, or none allowed: do without.
      }
    }
  }

  private final MethodHandle set;
  private final MemorySegment table;

  private GradientHooks(MemorySegment symbol) {
    this.set = downcall(symbol);
    this.table = virtualFunctions();
  }

  /** Whether somebody has asked for them: they cost time, and no schedule uses them yet. */
  public static boolean areWanted() {
    return "on".equals(System.getProperty(PROPERTY));
  }

  /**
   * Those of this process, after PyTorch has been loaded; empty if they are switched off, if the
   * library has none, or if a trial does not go as it should.
   */
  public static Optional<GradientHooks> available() {
    return "off".equals(System.getProperty(PROPERTY)) ? Optional.empty() : Found.HOOKS;
  }

  @SuppressWarnings("restricted") // the signature is that of SYMBOL
  private static MethodHandle downcall(MemorySegment symbol) {
    return Linker.nativeLinker()
        .downcallHandle(symbol, FunctionDescriptor.ofVoid(ADDRESS, ADDRESS));
  }

  /**
   * The table of a hook's class: offset to top, type information, two destructors, the function
   * that is called, and two that only PyTorch's compiler calls. Objects point to its third entry.
   */
  private static MemorySegment virtualFunctions() {
    var call = upcall("call", FunctionDescriptor.ofVoid(hook(), ADDRESS));
    var nothing = upcall("destroy", FunctionDescriptor.ofVoid(ADDRESS));
    var functions = new MemorySegment[] {nothing, nothing, call, nothing, nothing};
    var table = Arena.global().allocate(ADDRESS, functions.length + 2L);
    for (int i = 0; i < functions.length; i++) {
      table.setAtIndex(ADDRESS, i + 2L, functions[i]);
    }
    return table.asSlice(2 * ADDRESS.byteSize());
  }

  @SuppressWarnings("restricted") // only objects of ours point to our table
  private static MemoryLayout hook() {
    return ADDRESS.withTargetLayout(OBJECT);
  }

  @SuppressWarnings("restricted") // PyTorch calls it with what the descriptor says
  private static MemorySegment upcall(String method, FunctionDescriptor descriptor) {
    try {
      var type = descriptor.toMethodType();
      var handle = MethodHandles.lookup().findStatic(GradientHooks.class, method, type);
      return Linker.nativeLinker().upcallStub(handle, descriptor, Arena.global());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(method, e);
    }
  }

  /** What PyTorch calls; an exception that left it would end the process. */
  static void call(MemorySegment self, MemorySegment array) {
    HookGroup.fired(self.get(JAVA_LONG, NUMBER_OFFSET));
  }

  /** The memory is freed with the arena of its group. */
  static void destroy(MemorySegment self) {}

  /** Sets a hook, which must not be freed before it is cleared. */
  void set(PtNDArray array, long number, Arena arena) {
    var object = arena.allocate(OBJECT);
    object.set(ADDRESS, 0, table);
    object.set(JAVA_LONG, NUMBER_OFFSET, number);
    invoke(array, object);
  }

  void clear(PtNDArray array) {
    invoke(array, MemorySegment.NULL);
  }

  /** A {@code unique_ptr} is handed over by the address of a pointer, which is taken from there. */
  private void invoke(PtNDArray array, MemorySegment object) {
    try (var arena = Arena.ofConfined()) {
      var pointer = arena.allocateFrom(ADDRESS, object);
      set.invokeExact(MemorySegment.ofAddress(array.getHandle()), pointer);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // what method handles declare
      throw new AssertionError(e);
    }
  }
}
