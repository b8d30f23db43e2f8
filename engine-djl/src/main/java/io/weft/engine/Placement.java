package io.weft.engine;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.engine.block.Block;
import io.weft.engine.block.Learnt;
import io.weft.engine.block.ScriptModule;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import io.weft.engine.hook.GradientHooks;
import io.weft.engine.hook.HookGroup;
import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The weights, gradients and statistics of a network as arrays over a model's memory: what PyTorch
 * writes to them is in the memory, and the reverse.
 */
final class Placement implements Learnt, AutoCloseable {
  private final PtNDManager manager;
  private final ModelMemory memory;
  private final Network network;
  private final Map<Weight, List<Integer>> uses;
  private final Map<Weight, PtNDArray> values = new HashMap<>();
  private final Map<Weight, PtNDArray> gradients = new HashMap<>();
  private final Map<Weight, Factors> factors = new HashMap<>();
  private final List<Weight> weights;
  private final Map<Statistic, PtNDArray> statistics = new HashMap<>();
  private final Map<TorchScript, ScriptModule> modules = new HashMap<>();
  private final Optional<HookGroup> hooks;

  /** By parameter: whether its gradient counts as zero, whatever its memory holds. */
  private final boolean[] cleared;

  /** Told of each parameter whose gradient has become final, by its index; while backward runs. */
  private @Nullable IntConsumer listener;

  /** Gradients are cleared; values and statistics are those that the memory has. */
  Placement(
      PtNDManager parent, Network network, ModelMemory memory, Optional<GradientHooks> hooks) {
    this.manager = Torch.part(parent);
    this.memory = memory;
    this.network = network;
    this.uses = network.uses();
    this.hooks = hooks.map(HookGroup::new);
    this.weights = network.weights();
    this.cleared = new boolean[weights.size()];
    JniUtils.setGradMode(true);
    network.stages().forEach(this::load);
    for (var weight : network.weights()) {
      int index = values.size();
      var value = array(weight.name(), memory.parameter(index), weight.shape());
      values.put(weight, value);
      if (network.trains(weight)) {
        gradients.put(weight, gradient(value, index));
        cleared[index] = handedOver(weight);
        hook(weight, value, index);
      }
    }
    for (var statistic : network.statistics()) {
      var place = memory.buffer(statistics.size());
      statistics.put(statistic, array(statistic.name(), place, statistic.shape()));
    }
  }

  /** A backward adds to copies of a tied weight, and is not done with it when it has. */
  private void hook(Weight weight, PtNDArray value, int index) {
    if (!tied(weight)) {
      hooks.ifPresent(group -> group.add(value, () -> finished(index)));
    }
  }

  private void finished(int index) {
    if (listener != null) {
      listener.accept(index);
    }
  }

  private void load(Block stage) {
    if (stage instanceof TorchScript script) {
      modules.put(script, script.load(manager));
    }
  }

  /**
   * Whether stages use it through a handle of their own, whose gradient is handed over and not
   * added up: all trained weights but those inside of modules, and those that a hook tells of.
   */
  boolean handedOver(Weight weight) {
    return network.trains(weight) && (tied(weight) || (hooks.isEmpty() && !isOfModule(weight)));
  }

  private boolean isOfModule(Weight weight) {
    return modules.values().stream().anyMatch(it -> it.arrays().containsKey(weight.name()));
  }

  /** From now on the gradient of a weight is left as factors, if it has some that are so small. */
  int leaveFactors(int index, int samples, long numbersMost) {
    var weight = weights.get(index);
    long rows = Math.multiplyExact(samples, network.sample().rowsMost());
    boolean product = handedOver(weight) && !tied(weight) && network.multipliesOnly(weight);
    if (!product || rows > numbersMost / (weight.shape().get(0) + weight.shape().get(1))) {
      return 0;
    }
    factors.put(weight, new Factors(weight, (int) rows, memory.gradient(index).segment()));
    return (int) rows;
  }

  boolean leavesFactors(Weight weight) {
    return factors.containsKey(weight);
  }

  /** Adds rows to the factors of a gradient, or puts them in their place if it was cleared. */
  void deliver(Weight weight, PtNDArray input, @Nullable PtNDArray outputGradient) {
    int index = weights.indexOf(weight);
    var own = found(factors, weight);
    if (cleared[index]) {
      cleared[index] = false;
      own.clear();
    }
    if (outputGradient != null) {
      own.add(input, outputGradient);
    }
  }

  /** Adds to the gradient of a weight, or puts this in its place if it was cleared. */
  void deliver(Weight weight, @Nullable PtNDArray gradient) {
    int index = weights.indexOf(weight);
    if (!cleared[index]) {
      if (gradient != null) {
        JniUtils.addi(gradient(weight), gradient);
      }
      return;
    }
    cleared[index] = false;
    var place = memory.gradient(index).segment();
    if (gradient == null) {
      place.fill((byte) 0);
    } else {
      place.copyFrom(MemorySegment.ofBuffer(gradient.toByteBuffer(true)));
    }
  }

  /**
   * From now on this part of a bucket counts as zero; zeros are written only where no backward will
   * put a whole gradient.
   */
  void clear(int bucket, long first, long count) {
    var plan = memory.plan();
    var part = memory.gradientsOf(bucket).segment();
    long low = first * Float.BYTES;
    long high = (first + count) * Float.BYTES;
    long start = 0;
    for (int index : plan.buckets().get(bucket)) {
      var parameter = plan.parameters().get(index);
      long end = start + parameter.count() * Float.BYTES;
      long next = start + BucketPlan.bytes(parameter);
      boolean whole = low <= start && end <= high && handedOver(weights.get(index));
      cleared[index] |= whole;
      long from = Math.max(low, whole ? end : start);
      long to = Math.min(high, next);
      if (from < to) {
        part.asSlice(from, to - from).fill((byte) 0);
      }
      start = next;
    }
  }

  /** Writes zeros to all gradients that count as such. */
  void writeZeros() {
    for (int index = 0; index < cleared.length; index++) {
      if (cleared[index]) {
        memory.gradient(index).segment().fill((byte) 0);
        Optional.ofNullable(factors.get(weights.get(index))).ifPresent(Factors::clear);
        cleared[index] = false;
      }
    }
  }

  /** A module computes with arrays of its own: their elements become those of the place. */
  private PtNDArray array(String name, Tensor place, List<Long> shape) {
    for (var module : modules.values()) {
      var own = module.arrays().get(name);
      if (own != null) {
        own.setRequiresGradient(false);
        own.set(Torch.bytes(place));
        return own;
      }
    }
    return Torch.over(manager, place, shape);
  }

  /** Only a backward makes a gradient, so one is run; then its elements become those of memory. */
  private PtNDArray gradient(PtNDArray value, int index) {
    value.setRequiresGradient(true);
    try (var sum = JniUtils.sum(value);
        var one = (PtNDArray) sum.onesLike()) {
      JniUtils.backward(sum, one, false, false);
    }
    var gradient = value.getGradient();
    var place = memory.gradient(index);
    place.segment().fill((byte) 0);
    gradient.set(Torch.bytes(place));
    return gradient;
  }

  /** Runs a backward and tells which gradients become final meanwhile, if there are hooks. */
  void listen(IntConsumer finished, Runnable backward) {
    listener = finished;
    try {
      backward.run();
    } finally {
      listener = null;
    }
    hooks.ifPresent(HookGroup::rethrowFailure);
  }

  ModelMemory memory() {
    return memory;
  }

  @Override
  public MemorySegment values(Weight weight) {
    return memory.parameter(weights.indexOf(weight)).segment();
  }

  @Override
  public MemorySegment values(Statistic statistic) {
    return memory.buffer(network.statistics().indexOf(statistic)).segment();
  }

  PtNDArray value(Weight weight) {
    return found(values, weight);
  }

  PtNDArray gradient(Weight weight) {
    return found(gradients, weight);
  }

  PtNDArray statistic(Statistic statistic) {
    return found(statistics, statistic);
  }

  ScriptModule module(TorchScript script) {
    return found(modules, script);
  }

  /** Whether several stages add to its gradient. */
  boolean tied(Weight weight) {
    return network.trains(weight) && usesOf(weight).size() > 1;
  }

  /** The stage that uses it first. */
  int firstStage(Weight weight) {
    return usesOf(weight).getFirst();
  }

  /** Whether backward has work in a stage: it has a trained weight, or one before it has. */
  boolean learns(int stage) {
    return gradients.keySet().stream().anyMatch(weight -> firstStage(weight) <= stage);
  }

  private List<Integer> usesOf(Weight weight) {
    return uses.getOrDefault(weight, List.of());
  }

  private static <K, V> V found(Map<K, V> map, K key) {
    var value = map.get(key);
    if (value == null) {
      throw new IllegalStateException(key + " is not listed by its block: list what forward uses");
    }
    return value;
  }

  /** Frees the arrays, not the memory. */
  @Override
  public void close() {
    hooks.ifPresent(HookGroup::close);
    manager.close();
  }
}
