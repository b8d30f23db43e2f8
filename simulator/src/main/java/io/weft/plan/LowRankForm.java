package io.weft.plan;

import io.weft.model.BucketPlan;
import io.weft.model.Parameter;
import io.weft.simulation.Load;
import io.weft.simulation.WireForm;

/**
 * Matrices as two thin factors, which ranks can add; other tensors travel as they are.
 *
 * @param rate how many times smaller the factors must be for a matrix to be factored
 * @param rounds 2 if both factors travel in a step, 1 if they take turns
 * @param denseBelow matrices of fewer bytes travel as they are
 */
record LowRankForm(int rank, double rate, int rounds, long denseBelow, CodingSpeed speed)
    implements WireForm {

  @Override
  public Load of(BucketPlan plan, int bucket) {
    double floats = 0;
    double factored = 0;
    for (int index : plan.buckets().get(bucket)) {
      Parameter parameter = plan.parameters().get(index);
      double rows = parameter.shape().getFirst();
      double columns = parameter.count() / rows;
      double factors = (rows + columns) * Math.min(rank, Math.min(rows, columns));
      boolean large = parameter.count() * Float.BYTES >= denseBelow;
      boolean pays = large && factors * rate < parameter.count();
      floats += pays ? factors * rounds / 2 : parameter.count();
      factored += pays ? parameter.count() : 0;
    }
    double bytes = factored * Float.BYTES;
    return new Load(
        floats * Float.BYTES,
        0,
        rounds,
        bytes * speed.encodeSeconds(),
        bytes * speed.decodeSeconds());
  }
}
