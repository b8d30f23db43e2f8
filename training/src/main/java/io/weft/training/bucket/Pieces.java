package io.weft.training.bucket;

import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.optimizer.Shard;
import io.weft.schedule.graph.Shape;
import io.weft.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** A plan as graphs see it: its buckets, whole or cut into pieces. */
public record Pieces(BucketPlan plan, List<Piece> list) {
  /** Every parameter begins at a multiple of this, so a piece of as many bytes is never empty. */
  private static final int LINE_BYTES = 64;

  public Pieces {
    list = List.copyOf(list);
  }

  /** Each bucket as one piece. */
  public static Pieces whole(BucketPlan plan) {
    return cut(plan, Long.MAX_VALUE - LINE_BYTES);
  }

  /** Each bucket in pieces of at most that many bytes, or a line of the cache if that is more. */
  public static Pieces cut(BucketPlan plan, long bytesMost) {
    long lines = Math.max(1, bytesMost / LINE_BYTES);
    long most = lines * (LINE_BYTES / Float.BYTES);
    var list = new ArrayList<Piece>();
    for (int bucket = 0; bucket < plan.buckets().size(); bucket++) {
      long count = plan.bytesOf(bucket) / Float.BYTES;
      for (long first = 0; first < count; first += most) {
        list.add(new Piece(bucket, first, Math.min(most, count - first)));
      }
    }
    return new Pieces(plan, list);
  }

  public Piece get(int number) {
    return list.get(number);
  }

  /** For each bucket the numbers of its pieces. */
  public List<List<Integer>> perBucket() {
    return IntStream.range(0, plan.buckets().size())
        .mapToObj(
            bucket ->
                IntStream.range(0, list.size())
                    .filter(number -> list.get(number).bucket() == bucket)
                    .boxed()
                    .toList())
        .toList();
  }

  public long bytesOf(int number) {
    return list.get(number).count() * Float.BYTES;
  }

  public Tensor parameters(ModelMemory memory, int number) {
    var piece = get(number);
    return memory.parametersOf(piece.bucket()).slice(piece.first(), piece.count());
  }

  public Tensor gradients(ModelMemory memory, int number) {
    var piece = get(number);
    return memory.gradientsOf(piece.bucket()).slice(piece.first(), piece.count());
  }

  /** Some elements of a piece, counted from its first. */
  public Shard shard(int number, long first, long count) {
    var piece = get(number);
    return Shard.of(plan, piece.bucket(), piece.first() + first, count);
  }

  /** The parameter to which an element of a piece belongs, counted from its first. */
  public Parameter parameter(int number, long element) {
    var part = shard(number, element, 1).parts().getFirst();
    return plan.parameters().get(plan.buckets().get(get(number).bucket()).get(part.place()));
  }

  /** Those of which something lies in a piece. */
  public List<Parameter> parameters(int number) {
    var piece = get(number);
    var indices = plan.buckets().get(piece.bucket());
    return shard(number, 0, piece.count()).parts().stream()
        .map(part -> plan.parameters().get(indices.get(part.place())))
        .toList();
  }

  /** What a schedule must know of it. */
  public Shape shape(int stages, int microSteps) {
    var users = IntStream.range(0, list.size()).mapToObj(this::users).toList();
    return new Shape(stages, users, microSteps);
  }

  private List<Integer> users(int number) {
    var users = new TreeSet<Integer>();
    parameters(number).forEach(parameter -> users.addAll(parameter.stages()));
    return List.copyOf(users);
  }
}
