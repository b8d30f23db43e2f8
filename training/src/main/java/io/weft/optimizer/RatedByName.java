package io.weft.optimizer;

import io.weft.model.Parameter;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Another optimizer, whose steps are longer or shorter for parameters of some names. All optimizers
 * move a parameter in proportion to the rate and remember nothing of it, or keep what they remember
 * in proportion to it, so a step that is made is stretched: p ← p₀ + f·(p − p₀).
 *
 * @param rates of which the last counts whose pattern is that of a name
 */
public record RatedByName(Optimizer optimizer, List<NamedRate> rates) implements Optimizer {
  public RatedByName {
    rates = List.copyOf(rates);
  }

  /** The optimizer itself where no parameter has a rate of its own. */
  public static Optimizer of(Optimizer optimizer, List<NamedRate> rates) {
    return rates.isEmpty() ? optimizer : new RatedByName(optimizer, rates);
  }

  @Override
  public Updater updater(Shard shard, Arena arena) {
    var stretched = new ArrayList<Stretched>();
    for (var part : shard.parts()) {
      float factor = (float) factor(part.name());
      if (factor != 1) {
        stretched.add(new Stretched(part, factor, room(part, arena)));
      }
    }
    var updater = optimizer.updater(shard, arena);
    return stretched.isEmpty() ? updater : new Stretching(updater, List.copyOf(stretched));
  }

  private static Tensor room(Shard.Part part, Arena arena) {
    return Tensor.of(arena.allocate(ValueLayout.JAVA_FLOAT, part.count()), ElementType.FP32);
  }

  private double factor(String name) {
    return rates.reversed().stream()
        .filter(rate -> rate.names().matches(name))
        .mapToDouble(NamedRate::factor)
        .findFirst()
        .orElse(1);
  }

  @Override
  public void check(List<Parameter> parameters) {
    optimizer.check(parameters);
    rates.forEach(rate -> rate.check(parameters));
  }

  @Override
  public boolean hasSums() {
    return optimizer.hasSums();
  }

  /**
   * A part of a shard whose steps are not as long as those of others.
   *
   * @param before room for what it was before a step
   */
  private record Stretched(Shard.Part part, float factor, Tensor before) {
    void keep(Tensor parameters) {
      before.segment().copyFrom(part.of(parameters).segment());
    }

    void stretch(Tensor parameters) {
      stretch(before.segment(), part.of(parameters).segment(), part.count());
    }

    private void stretch(MemorySegment from, MemorySegment to, long count) {
      for (long at = 0; at < count; at++) {
        float start = from.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
        float end = to.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
        to.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at, start + factor * (end - start));
      }
    }
  }

  private record Stretching(Updater updater, List<Stretched> parts) implements Updater {
    @Override
    public Tensor sums() {
      return updater.sums();
    }

    @Override
    public void measure(Tensor parameters, Tensor gradients, long step) {
      updater.measure(parameters, gradients, step);
    }

    @Override
    public void update(Tensor parameters, Tensor gradients, double rate, long step) {
      parts.forEach(each -> each.keep(parameters));
      updater.update(parameters, gradients, rate, step);
      parts.forEach(each -> each.stretch(parameters));
    }

    @Override
    public Map<String, Tensor> state() {
      return updater.state();
    }
  }
}
