package io.weft.simulation;

import io.weft.model.BucketPlan;
import io.weft.zoo.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * MG-WFBP's merging: a tensor waits for the next one if that comes before the own exchange would
 * have got over its start-up. Exchanges are taken to cost a + b·bytes, whatever they really cost.
 *
 * <p>Shi et al., "MG-WFBP: Efficient Data Communication for Distributed Synchronous SGD
 * Algorithms", INFOCOM 2019, algorithm 1.
 *
 * @param startSeconds a
 * @param secondsPerByte b
 */
public record MergedBuckets(double startSeconds, double secondsPerByte) {
  /** {@code stepSeconds} is what a rank computes in a step. */
  public BucketPlan plan(Profile profile, double stepSeconds) {
    var single = BucketPlan.perParameter(profile.parameters());
    var ends = backwardEnds(profile, stepSeconds);
    var buckets = new ArrayList<List<Integer>>();
    var open = new ArrayList<Integer>();
    double linkFree = 0;
    double bytes = 0;
    for (int at = 0; at < single.buckets().size(); at++) {
      int parameter = single.buckets().get(at).getFirst();
      open.add(parameter);
      bytes += single.bytesOf(at);
      double ready = ends[profile.parameters().get(parameter).firstStage()];
      double begin = Math.max(linkFree, ready);
      boolean last = at == single.buckets().size() - 1;
      if (last || nextReady(profile, single, at, ends) >= begin + startSeconds) {
        buckets.add(List.copyOf(open));
        linkFree = begin + startSeconds + bytes * secondsPerByte;
        open.clear();
        bytes = 0;
      }
    }
    return new BucketPlan(profile.parameters(), buckets);
  }

  private static double nextReady(Profile profile, BucketPlan single, int at, double[] ends) {
    int next = single.buckets().get(at + 1).getFirst();
    return ends[profile.parameters().get(next).firstStage()];
  }

  /** For each stage when its backward ends, counted from the start of backward. */
  private static double[] backwardEnds(Profile profile, double stepSeconds) {
    var ends = new double[profile.stages()];
    double now = 0;
    for (int stage = profile.stages() - 1; stage >= 0; stage--) {
      now += profile.backwardShare(stage) * stepSeconds;
      ends[stage] = now;
    }
    return ends;
  }
}
