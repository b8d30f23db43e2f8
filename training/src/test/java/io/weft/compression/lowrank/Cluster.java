package io.weft.compression.lowrank;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;

import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.JointCoder;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.Numbers;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A few ranks that compress together, one step after the other. */
public final class Cluster {
  private static final long SEED = 5;

  private final List<JointCoder> coders = new ArrayList<>();
  private final Arena arena;
  private final int count;
  private long sent;

  public Cluster(JointCodec codec, List<Extent> tensors, int ranks, Arena arena) {
    this.arena = arena;
    this.count = (int) tensors.stream().mapToLong(Extent::count).sum();
    for (int rank = 0; rank < ranks; rank++) {
      coders.add(codec.open(tensors, arena));
    }
  }

  /** What each rank decodes. */
  public List<float[]> step(long step, List<float[]> inputs) {
    sent = 0;
    for (int phase = 0; phase < coders.getFirst().phases(); phase++) {
      exchange(step, phase, inputs);
    }
    var decoded = new ArrayList<float[]>();
    for (var coder : coders) {
      var target = arena.allocate(JAVA_FLOAT, count);
      coder.decode(moment(0, step), target);
      decoded.add(Numbers.array(target));
    }
    return decoded;
  }

  private void exchange(long step, int phase, List<float[]> inputs) {
    var sum = new float[(int) coders.getFirst().elements(moment(0, step), phase)];
    sent += sum.length;
    for (int rank = 0; rank < coders.size(); rank++) {
      var payload = arena.allocate(JAVA_FLOAT, sum.length);
      var input = Numbers.segment(arena, inputs.get(rank));
      coders.get(rank).encode(moment(rank, step), phase, input, payload);
      var numbers = Numbers.array(payload);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += numbers[i];
      }
    }
    for (int rank = 0; rank < coders.size(); rank++) {
      coders.get(rank).absorb(moment(rank, step), phase, MemorySegment.ofArray(sum));
    }
  }

  /** How many floats each rank sent in the last step. */
  public long sent() {
    return sent;
  }

  public JointCoder coder(int rank) {
    return coders.get(rank);
  }

  public static Moment moment(int rank, long step) {
    return new Moment(SEED, rank, step, 0);
  }
}
