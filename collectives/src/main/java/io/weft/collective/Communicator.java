package io.weft.collective;

import io.weft.collective.algorithm.Algorithms;
import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Topology;
import io.weft.network.Purpose;
import io.weft.network.Traffic;
import io.weft.network.Transport;
import io.weft.recorder.Recorder;
import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What one rank does together with the others of its group. All ranks of the group call the same
 * operations in the same order, with the same types and lengths; each call returns when this rank's
 * part is done and its memory may be used again.
 *
 * <p>A communicator belongs to one thread; {@link #start} brings in others. It keeps no tensor
 * after a call. If a call fails because of a peer, ranks may have stopped at different places:
 * every later call fails at once in the same way, with the first failure as its cause, and the
 * communicator must be closed. After an {@code IllegalArgumentException} about a wrong argument
 * nothing has been sent and it can be used on.
 */
public final class Communicator implements AutoCloseable {
  private static final Tensor NOTHING = Tensor.of(new byte[0]);

  private final Member member;
  private final Strand strand;
  private final Fixed fixed;
  private final Arguments arguments;

  private Communicator(Member member, Strand strand, Fixed fixed) {
    this.member = member;
    this.strand = strand;
    this.fixed = fixed;
    this.arguments = new Arguments(member.rank(), member.ranks());
  }

  /** Opens a communicator of all ranks of a transport, which stays the caller's to close. */
  public static Communicator open(Transport transport, Options options) {
    if (options.topology().ranks() != transport.ranks()) {
      throw new IllegalArgumentException(
          "the topology names %d ranks and the transport has %d: describe every rank"
              .formatted(options.topology().ranks(), transport.ranks()));
    }
    var all = IntStream.range(0, transport.ranks()).boxed().toList();
    var recorder = new Recorder(transport.rank(), transport.ranks(), options.recordings());
    var member = new Member(transport, options, recorder, all, Member.EVERYBODY);
    return new Communicator(member, member.plainCalls(), Fixed.NONE);
  }

  /** This rank's number in the group. */
  public int rank() {
    return member.rank();
  }

  /** How many ranks the group has. */
  public int ranks() {
    return member.ranks();
  }

  /** Which rank of the group lives on which host. */
  public Topology topology() {
    return member.topology();
  }

  /** What this rank has sent so far, in all groups: see {@link Transport#wireBytes}. */
  public long wireBytes() {
    return member.wireBytes();
  }

  /** What this rank has sent and received so far, in all groups. */
  public Traffic traffic() {
    return member.traffic();
  }

  /** Tells all ranks that this one cannot go on: see {@link Transport#giveUp}. */
  public void giveUp(String why) {
    member.giveUp(why);
  }

  /** The same communicator with one algorithm for everything instead of the cheapest. */
  public Communicator using(Algorithm algorithm) {
    return new Communicator(member, strand, Fixed.everywhere(algorithm));
  }

  /** The same communicator with one algorithm for these operations, the cheapest for others. */
  public Communicator using(Algorithm algorithm, Set<Operation> operations) {
    return new Communicator(member, strand, new Fixed(Optional.of(algorithm), operations));
  }

  /** As {@link #using(Algorithm)}, by name: {@code ring}. */
  public Communicator using(String name) {
    return using(Algorithms.named(name));
  }

  /**
   * The same communicator, whose plain calls are counted as those of a purpose: see {@link
   * #traffic}. All ranks must say the same.
   */
  public Communicator counting(Purpose purpose) {
    return new Communicator(member, strand.counting(purpose), fixed);
  }

  /**
   * The name of the algorithm that a call would use.
   *
   * @param count elements of data on each rank
   */
  public String algorithm(Operation operation, ElementType type, long count) {
    return member.algorithm(operation, fixed.of(operation), type, count).name();
  }

  /**
   * A communicator of some ranks of this one, numbered in the order given. Every member calls it,
   * in the order of such calls. It waits for nobody; members that do not agree on a group find out.
   */
  public Communicator group(int... ranks) {
    checkOutside("a group is made");
    var list = Arrays.stream(ranks).boxed().toList();
    if (new HashSet<>(list).size() != list.size()) {
      throw new IllegalArgumentException("group %s names a rank twice".formatted(list));
    }
    for (int rank : ranks) {
      arguments.checkRank(rank, "group " + list);
    }
    if (!list.contains(rank())) {
      throw new IllegalArgumentException(
          "rank %d is not in group %s: only its members open it".formatted(rank(), list));
    }
    var group = member.subgroup(list);
    return new Communicator(group, strand.sameFor(group.plainCalls()), fixed);
  }

  /**
   * Starts operations that ranks match by key and not by the order of calls, so that each can start
   * them when it is ready. The body runs on a thread of its own, with a communicator that is its
   * own; all ranks call the same operations under the same key. Up to 64 can be in flight, and a
   * start waits for room. Await the result: only there a failure of the body shows.
   *
   * @param key used for nothing else, before or after
   * @param priority the smaller, the sooner its bytes are sent; plain calls have 0
   * @throws IllegalArgumentException if an operation of that key is in flight
   */
  public Pending start(OperationKey key, int priority, Consumer<Communicator> body) {
    checkOutside("an operation is started");
    return member.start(key, priority, own -> body.accept(new Communicator(member, own, fixed)));
  }

  private void checkOutside(String what) {
    if (strand.isKeyed()) {
      throw new IllegalStateException(
          what + " on the communicator itself, not inside a started operation: do it before");
    }
  }

  /**
   * A tensor of zeros in memory that the other ranks of the host reach in place, so that operations
   * on it copy nothing. Where ranks share no memory, or none is left, it is ordinary memory. Meant
   * for what lives as long as the job: shared memory is given back when the rank is closed.
   */
  public Tensor allocate(ElementType type, long count) {
    if (count < 0) {
      throw new IllegalArgumentException("count=%d: at least 0".formatted(count));
    }
    var memory = member.allocate(Math.multiplyExact(count, type.byteCount()));
    return new Tensor(memory, type, count);
  }

  /** Combines the data of all ranks, in place on all. */
  public void allReduce(Tensor data, Reduction reduction) {
    run(Operation.ALL_REDUCE, 0, reduction, List.of(data.count()), NOTHING, data);
    finishMean(data, reduction);
  }

  /**
   * Combines the data of all ranks and leaves each rank one nearly equal block of the result; the
   * rest of {@code data} is unspecified afterwards.
   *
   * @return this rank's block, a view of {@code data}
   */
  public Tensor reduceScatter(Tensor data, Reduction reduction) {
    return reduceScatter(data, Layout.split(data.count(), ranks()), reduction);
  }

  /** As {@link #reduceScatter(Tensor, Reduction)}, with the length of each rank's block. */
  public Tensor reduceScatter(Tensor data, long[] counts, Reduction reduction) {
    arguments.checkTotal("data", data, counts);
    run(Operation.REDUCE_SCATTER, 0, reduction, boxed(counts), NOTHING, data);
    var own = block(data, counts, rank());
    finishMean(own, reduction);
    return own;
  }

  /** Gives every rank all blocks; this rank's lies in its place in {@code data} already. */
  public void allGather(Tensor data) {
    allGatherInPlace(data, Layout.split(data.count(), ranks()));
  }

  /** Gives every rank the data of all, one after the other. */
  public void allGather(Tensor own, Tensor all) {
    allGather(own, sameCounts(own), all);
  }

  /** As {@link #allGather(Tensor, Tensor)}, with the length of each rank's data. */
  public void allGather(Tensor own, long[] counts, Tensor all) {
    copyOwn(own, counts, all);
    allGatherInPlace(all, counts);
  }

  private void allGatherInPlace(Tensor all, long[] counts) {
    run(Operation.ALL_GATHER, 0, Reduction.SUM, boxed(counts), NOTHING, all);
  }

  /** Gives every rank the root's data. */
  public void broadcast(Tensor data, int root) {
    arguments.checkRank(root, "root");
    run(Operation.BROADCAST, root, Reduction.SUM, List.of(data.count()), NOTHING, data);
  }

  /** Combines the data of all ranks, in place on the root; the others keep theirs. */
  public void reduce(Tensor data, Reduction reduction, int root) {
    arguments.checkRank(root, "root");
    run(Operation.REDUCE, root, reduction, List.of(data.count()), NOTHING, data);
    if (rank() == root) {
      finishMean(data, reduction);
    }
  }

  /**
   * Gives the root the data of all, one after the other.
   *
   * @param all used on the root only
   */
  public void gather(Tensor own, Tensor all, int root) {
    gather(own, sameCounts(own), all, root);
  }

  /** As {@link #gather(Tensor, Tensor, int)}, with the length of each rank's data. */
  public void gather(Tensor own, long[] counts, Tensor all, int root) {
    arguments.checkRank(root, "root");
    arguments.checkOwn(own, counts);
    if (rank() == root) {
      copyOwn(own, counts, all);
    }
    run(Operation.GATHER, root, Reduction.SUM, boxed(counts), NOTHING, rank() == root ? all : own);
  }

  /**
   * Gives every rank its block of the root's data.
   *
   * @param all used on the root only
   */
  public void scatter(Tensor all, Tensor own, int root) {
    scatter(all, sameCounts(own), own, root);
  }

  /** As {@link #scatter(Tensor, Tensor, int)}, with the length of each rank's block. */
  public void scatter(Tensor all, long[] counts, Tensor own, int root) {
    arguments.checkRank(root, "root");
    arguments.checkOwn(own, counts);
    if (rank() != root) {
      run(Operation.SCATTER, root, Reduction.SUM, boxed(counts), NOTHING, own);
      return;
    }
    arguments.checkTotal("all", all, counts);
    Arguments.checkType(own, all);
    run(Operation.SCATTER, root, Reduction.SUM, boxed(counts), NOTHING, all);
    own.segment().copyFrom(block(all, counts, root).segment());
  }

  /** Makes block j of this rank's input block i, the number of this rank, of rank j's output. */
  public void allToAll(Tensor input, Tensor output) {
    Arguments.checkType(input, output);
    if (input.count() != output.count() || input.count() % ranks() != 0) {
      throw new IllegalArgumentException(
          "all-to-all of %d ranks needs as many equal blocks; input has %d elements, output %d"
              .formatted(ranks(), input.count(), output.count()));
    }
    var blocks = Collections.nCopies(ranks(), input.count() / ranks());
    run(Operation.ALL_TO_ALL, 0, Reduction.SUM, blocks, input, output);
  }

  /**
   * Ranks go in pairs, and each gets what its partner sends. All ranks call it with the same
   * partners; one that is its own partner has nothing to do.
   *
   * @param partners the partner of each rank
   * @param sent may be empty where nothing is to be sent
   * @param received as long as what the partner sends; pairs may differ
   */
  public void swap(int[] partners, Tensor sent, Tensor received) {
    Arguments.checkShareable(sent);
    Arguments.checkShareable(received);
    Arguments.checkType(sent, received);
    if (partners.length != ranks()) {
      throw new IllegalArgumentException(
          "partners of %d ranks in a group of %d: name one for each"
              .formatted(partners.length, ranks()));
    }
    var list = Arrays.stream(partners).boxed().toList();
    var swap = new Swap(list, sent.type());
    member.swap(strand, swap, sent, received);
  }

  /** Returns when all ranks have come. */
  public void barrier() {
    run(Operation.BARRIER, 0, Reduction.SUM, List.of(0L), NOTHING, NOTHING);
  }

  /**
   * Waits for what is in flight and gives back this communicator's memory; the transport stays
   * open. Inside a started operation it does nothing.
   */
  @Override
  public void close() {
    if (!strand.isKeyed()) {
      member.close();
    }
  }

  /** How many pieces of scratch memory have been made. */
  int scratchCount() {
    return member.scratchCount();
  }

  private void run(
      Operation operation,
      int root,
      Reduction reduction,
      List<Long> blocks,
      Tensor input,
      Tensor data) {
    Arguments.checkShareable(input);
    Arguments.checkShareable(data);
    var call = new Call(operation, root, reduction, data.type(), blocks);
    member.run(strand, call, fixed.of(operation), input, data);
  }

  private void finishMean(Tensor result, Reduction reduction) {
    if (reduction == Reduction.MEAN) {
      Kernels.best().divide(result.type(), result.segment(), ranks());
    }
  }

  private void copyOwn(Tensor own, long[] counts, Tensor all) {
    arguments.checkOwn(own, counts);
    arguments.checkTotal("all", all, counts);
    Arguments.checkType(own, all);
    block(all, counts, rank()).segment().copyFrom(own.segment());
  }

  private static Tensor block(Tensor all, long[] counts, int rank) {
    return all.slice(LongStream.of(counts).limit(rank).sum(), counts[rank]);
  }

  private long[] sameCounts(Tensor own) {
    return LongStream.generate(own::count).limit(ranks()).toArray();
  }

  private static List<Long> boxed(long[] counts) {
    return LongStream.of(counts).boxed().toList();
  }
}
