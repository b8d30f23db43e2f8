package io.weft.schedule.graph;

import io.weft.trials.Draw;
import java.util.ArrayList;
import java.util.List;

/** Shapes of models to prove schedules on. */
public final class Shapes {
  /** Bucket 1 is tied: stages 0 and 2 use it; bucket 2 spans stages 1 and 2. */
  public static final Shape TIED =
      new Shape(3, List.of(List.of(0), List.of(0, 2), List.of(1, 2)), 2);

  /** The first stage and the last have no parameters. */
  public static final Shape BARE_ENDS = new Shape(4, List.of(List.of(2), List.of(1)), 1);

  private Shapes() {}

  /** Any shape: stages without buckets, buckets that span stages, several micro-steps. */
  public static Shape any(Draw draw) {
    int stages = draw.between(1, 4);
    var users = new ArrayList<List<Integer>>();
    for (int bucket = draw.between(1, 3); bucket > 0; bucket--) {
      var stagesOfBucket = new ArrayList<Integer>();
      for (int user = draw.between(1, 3); user > 0; user--) {
        stagesOfBucket.add(draw.between(0, stages - 1));
      }
      users.add(stagesOfBucket);
    }
    return new Shape(stages, users, draw.between(1, 2));
  }
}
