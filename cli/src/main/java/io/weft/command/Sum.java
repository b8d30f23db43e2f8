package io.weft.command;

import io.weft.collective.Elementwise;
import io.weft.collective.program.Operator;
import io.weft.tensor.Reduction;

/** The operator of programs that are only looked at. */
final class Sum {
  static final Operator OPERATOR = new Elementwise(Reduction.SUM);

  private Sum() {}
}
