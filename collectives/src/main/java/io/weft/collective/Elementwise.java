package io.weft.collective;

import io.weft.collective.program.Operator;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.MemorySegment;

/** Combines element by element. A mean is a sum here; the division is done once, at the end. */
public record Elementwise(Reduction reduction) implements Operator {
  public Elementwise {
    reduction = reduction == Reduction.MEAN ? Reduction.SUM : reduction;
  }

  @Override
  public String name() {
    return reduction.label();
  }

  @Override
  public void combine(ElementType type, MemorySegment target, MemorySegment[] sources) {
    Kernels.best().reduce(type, reduction, target, sources);
  }

  @Override
  public void combineInAll(ElementType type, MemorySegment[] sources) {
    Kernels.best().reduceAll(type, reduction, sources);
  }
}
