package io.weft.simulation;

import io.weft.model.BucketPlan;

/** In what form gradients travel. */
public interface WireForm {
  /** The form of 32-bit floats. */
  WireForm DENSE = (plan, bucket) -> Load.dense((double) plan.bytesOf(bucket));

  /** What a bucket of a plan becomes. */
  Load of(BucketPlan plan, int bucket);
}
