package io.weft.training;

import static java.util.Objects.requireNonNull;

import io.weft.collective.Communicator;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.codec.Extent;
import io.weft.compression.exchange.Changes;
import io.weft.compression.exchange.Exchanger;
import io.weft.compression.exchange.Exchangers;
import io.weft.compression.exchange.Kept;
import io.weft.compression.exchange.Need;
import io.weft.compression.exchange.Products;
import io.weft.compression.exchange.Run;
import io.weft.model.BucketPlan;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.schedule.graph.Phase;
import io.weft.schedule.graph.StepGraph;
import io.weft.schedule.graph.Task;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Pieces;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntBiFunction;

/** How a rank exchanges gradients that are compressed, with what it remembers meanwhile. */
final class Compressors implements AutoCloseable {
  /** In the names of what is remembered about sums. */
  static final String OF_SUM = "sum-";

  /** What layers are asked for, where what they have seen is sent. */
  interface Layers {
    /** As {@link io.weft.model.Model#leaveFactors}, for as many samples as come. */
    int leaveFactors(int parameter, long numbersMost);
  }

  private final Pieces pieces;
  private final ModelMemory memory;
  private final Arena arena = Arena.ofShared();
  private final List<Exchanger> exchangers = new ArrayList<>();
  private final Map<Integer, Changes> changes = new TreeMap<>();

  /**
   * The most samples that a rank has in a step, where a compression must know, and else 0; more
   * than there can be if one rank does not know. All ranks call it.
   */
  static int samplesMost(Settings settings, Feed feed, Communicator communicator) {
    if (settings.compression().filter(it -> it.coding() instanceof Coding.Factored).isEmpty()) {
      return 0;
    }
    long[] most = {feed.samplesMost() == 0 ? Integer.MAX_VALUE : feed.samplesMost()};
    communicator.allReduce(Tensor.of(most), Reduction.MAX);
    return (int) most[0];
  }

  /** They remember nothing yet. */
  Compressors(
      Arrangement arrangement, Compression compression, Communicator communicator, Layers layers) {
    this.pieces = arrangement.pieces();
    this.memory = arrangement.memory();
    var need = need(arrangement.graph());
    for (int number = 0; number < pieces.list().size(); number++) {
      long count = pieces.get(number).count();
      var factory =
          new Exchangers(
              compression,
              count,
              compression.coding() instanceof Coding.Factored
                  ? factored(number, compression, communicator.ranks(), layers)
                  : runs(number),
              need,
              communicator.rank(),
              communicator.ranks(),
              arena);
      exchangers.add(factory.open());
      if (gathersOnce(arrangement.graph())) {
        int piece = number;
        factory.changes().ifPresent(it -> changes.put(piece, it));
      }
    }
  }

  /**
   * Whether parameters arrive once in a round; if they are given up and come again, they differ.
   */
  private static boolean gathersOnce(StepGraph graph) {
    return graph.round().stream()
        .noneMatch(
            node ->
                node.task() instanceof Task.Transfer(_, var phase, var turn)
                    && phase == Phase.ALL_GATHER_PARAMETERS
                    && turn > 0);
  }

  private static Need need(StepGraph graph) {
    boolean sums = false;
    boolean gathers = false;
    for (var node : graph.round()) {
      if (node.task() instanceof Task.Transfer(_, var phase, _)) {
        sums |= phase == Phase.ALL_REDUCE_GRADIENTS;
        gathers |= phase == Phase.ALL_GATHER_GRADIENTS;
      }
    }
    return sums ? Need.SUM : gathers ? Need.HALVES : Need.SHARD;
  }

  /** The tensors of a piece, as matrices as far as whole rows of them lie in it. */
  private List<Run> runs(int number) {
    return runs(number, (_, _) -> 0);
  }

  /** The same with factors in place of those matrices of which they are smaller. */
  private List<Run> factored(int number, Compression compression, int ranks, Layers layers) {
    return runs(
        number,
        (index, parameter) -> {
          boolean large = parameter.count() * Float.BYTES >= compression.denseBelowBytes();
          return parameter.shape().size() == 2 && ranks > 1 && large
              ? layers.leaveFactors(index, Products.numbersMost(parameter.count(), ranks))
              : 0;
        });
  }

  /**
   * The tensors of a piece.
   *
   * @param factorRows of a parameter, with its index, that is there as a whole
   */
  private List<Run> runs(int number, ToIntBiFunction<Integer, Parameter> factorRows) {
    var plan = pieces.plan();
    var piece = pieces.get(number);
    var runs = new ArrayList<Run>();
    long begin = 0;
    for (int index : plan.buckets().get(piece.bucket())) {
      var parameter = plan.parameters().get(index);
      long from = Math.max(begin, piece.first());
      long to = Math.min(begin + parameter.count(), piece.first() + piece.count());
      if (from < to) {
        boolean whole = to - from == parameter.count();
        int rows = whole ? factorRows.applyAsInt(index, parameter) : 0;
        var shape = parameter.shape().stream().mapToLong(Long::longValue).toArray();
        var extent = Extent.of(shape);
        long first = from - piece.first();
        runs.addAll(
            rows > 0
                ? List.of(new Run(first, extent, rows))
                : Run.of(first, extent, from - begin, to - from));
      }
      begin += BucketPlan.bytes(parameter) / Float.BYTES;
    }
    return runs;
  }

  Exchanger get(int number) {
    return exchangers.get(number);
  }

  /** How the changes of parameters travel, if not the parameters themselves. */
  Optional<Changes> changes(int number) {
    return Optional.ofNullable(changes.get(number));
  }

  /** What ranks do, in words, and with how many buckets. */
  SequencedMap<String, Integer> descriptions() {
    var counts = new TreeMap<String, Integer>();
    exchangers.forEach(exchanger -> counts.merge(exchanger.description(), 1, Integer::sum));
    return counts;
  }

  /**
   * What this rank remembers of its own, by name and bucket. All ranks call it, and get the same
   * names: a rank whose chunks are all dense remembers zeros where others remember something.
   */
  SequencedMap<String, List<Tensor>> remembered(Communicator communicator, Arena scratch) {
    var remembered = new TreeMap<String, List<Tensor>>();
    for (var name : names(communicator)) {
      remembered.put(name, PlanTensors.zeros(pieces.plan(), scratch));
    }
    visit(
        (name, number, kept) ->
            place(requireNonNull(remembered.get(name)), number, kept).copyFrom(kept.numbers()));
    return remembered;
  }

  /** The names that any rank has something under. */
  private Set<String> names(Communicator communicator) {
    var names = new TreeSet<String>();
    visit((name, _, _) -> names.add(name));
    var own = String.join("\n", names).getBytes(StandardCharsets.UTF_8);
    long[] longest = {own.length};
    communicator.allReduce(Tensor.of(longest), Reduction.MAX);
    int block = Math.toIntExact(longest[0]);
    var all = new byte[block * communicator.ranks()];
    System.arraycopy(own, 0, all, block * communicator.rank(), own.length);
    communicator.allGather(Tensor.of(all));
    for (int rank = 0; rank < communicator.ranks(); rank++) {
      var text = new String(all, rank * block, block, StandardCharsets.UTF_8);
      text.replace("\0", "").lines().forEach(names::add);
    }
    return names;
  }

  /** Remembers what is in buckets, as far as it is this rank's. */
  void remember(String name, List<Tensor> buckets) {
    visit(
        (each, number, kept) -> {
          if (each.equals(name)) {
            kept.numbers().copyFrom(place(buckets, number, kept));
          }
        });
  }

  /** Remembers what others of this rank did, however they were arranged. All ranks call it. */
  void take(Compressors others, Communicator communicator) {
    try (var scratch = Arena.ofShared()) {
      others
          .remembered(communicator, scratch)
          .forEach(
              (name, old) -> {
                if (name.startsWith(OF_SUM)) {
                  old.forEach(bucket -> communicator.allReduce(bucket, Reduction.SUM));
                } // Else it is about this rank's gradients, whatever chunk they are in.
                remember(
                    name, PlanTensors.relaid(others.pieces.plan(), old, pieces.plan(), scratch));
              });
    }
  }

  /** What all ranks remember alike, by piece and name. */
  SequencedMap<String, Tensor> common() {
    var common = new TreeMap<String, Tensor>();
    for (int number = 0; number < exchangers.size(); number++) {
      var prefix = "bucket-" + number + "/";
      exchangers
          .get(number)
          .common()
          .forEach(
              (name, memory) -> common.put(prefix + name, Tensor.of(memory, ElementType.FP32)));
    }
    return common;
  }

  /** Does something and forgets what was remembered or changed meanwhile. */
  void asIfNothing(Runnable work) {
    try (var scratch = Arena.ofShared()) {
      var copies =
          memories().stream()
              .map(each -> scratch.allocate(each.byteSize()).copyFrom(each))
              .toList();
      work.run();
      var memories = memories();
      for (int i = 0; i < copies.size(); i++) {
        memories.get(i).copyFrom(copies.get(i));
      }
    }
  }

  /** All that an exchange may change besides gradients, to be copied or overwritten now. */
  private List<MemorySegment> memories() {
    var memories = new ArrayList<MemorySegment>();
    visit((_, _, kept) -> memories.add(kept.numbers()));
    common().values().forEach(tensor -> memories.add(tensor.segment()));
    changes.keySet().forEach(number -> memories.add(pieces.parameters(memory, number).segment()));
    return memories;
  }

  private interface Visitor {
    void visit(String name, int number, Kept kept);
  }

  private void visit(Visitor visitor) {
    for (int number = 0; number < exchangers.size(); number++) {
      var all = new ArrayList<>(exchangers.get(number).kept());
      changes(number).map(Changes::kept).ifPresent(all::add);
      for (var kept : all) {
        var prefix = kept.side() == Kept.Side.SUM ? OF_SUM : "";
        visitor.visit(prefix + kept.name(), number, kept);
      }
    }
  }

  private MemorySegment place(List<Tensor> buckets, int number, Kept kept) {
    var piece = pieces.get(number);
    long count = kept.numbers().byteSize() / Float.BYTES;
    return buckets.get(piece.bucket()).slice(piece.first() + kept.first(), count).segment();
  }

  @Override
  public void close() {
    arena.close();
  }
}
