package io.weft.collective.algorithm;

import static io.weft.collective.program.Place.data;
import static io.weft.collective.program.Place.scratch;

import io.weft.collective.program.Algorithm;
import io.weft.collective.program.Chunks;
import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Place;
import io.weft.collective.program.Program;
import io.weft.collective.program.ProgramBuilder;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A tree in which rank v, counted from the root, hangs below v with its lowest bit cleared; the
 * ranks below v are the lowest-bit many from v on. Good for tiny data and for gathering blocks.
 *
 * <p>Steps: ⌈log₂ n⌉ up or down, twice that for all-reduce and barrier.<br>
 * Bytes: S·⌈log₂ n⌉ for broadcast (the root sends most), S for reduce, S/2 for gather, (n−1)/n·S
 * for scatter.
 */
public final class BinomialTree implements Algorithm {
  private static final Chunks ALL = Chunks.of(0);

  @Override
  public String name() {
    return "binomial-tree";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(),
        collective,
        Operation.ALL_REDUCE,
        Operation.BROADCAST,
        Operation.REDUCE,
        Operation.GATHER,
        Operation.SCATTER,
        Operation.BARRIER);
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var node = Node.of(program);
    switch (collective.operation()) {
      case ALL_REDUCE -> {
        reduce(program, node, data(ALL));
        broadcast(program, node);
      }
      case BROADCAST -> broadcast(program, node);
      case REDUCE -> reduce(program, node, node.isRoot() ? data(ALL) : scratch(2, ALL));
      case GATHER -> gather(program, node);
      case SCATTER -> scatter(program, node);
      case BARRIER -> meet(program, node);
      case REDUCE_SCATTER, ALL_GATHER, ALL_TO_ALL -> throw new AssertionError("refused");
    }
    return program.over(collective.operation().blocked() ? program.ranks() : 1);
  }

  /** A rank in the tree; positions are counted from the root. */
  private record Node(int position, int ranks, int root) {
    static Node of(ProgramBuilder program) {
      int root = program.collective().root();
      return new Node(Math.floorMod(program.rank() - root, program.ranks()), program.ranks(), root);
    }

    boolean isRoot() {
      return position == 0;
    }

    Node parent() {
      return new Node(position & (position - 1), ranks, root);
    }

    /** From the one with the smallest subtree to the one with the largest. */
    List<Node> children() {
      int reach = isRoot() ? ranks : Integer.lowestOneBit(position);
      return IntStream.iterate(1, bit -> bit < reach && position + bit < ranks, bit -> bit * 2)
          .mapToObj(bit -> new Node(position + bit, ranks, root))
          .toList();
    }

    int rank() {
      return (position + root) % ranks;
    }

    Chunks own() {
      return Chunks.of(rank());
    }

    /** The blocks of this node and of all below it. */
    Chunks subtree() {
      int size = isRoot() ? ranks : Integer.lowestOneBit(position);
      return Chunks.of(
          IntStream.range(position, Math.min(ranks, position + size))
              .map(other -> (other + root) % ranks)
              .toArray());
    }
  }

  /** Sums up the tree; a rank collects in {@code sum} and leaves its data alone otherwise. */
  private static void reduce(ProgramBuilder program, Node node, Place sum) {
    var collected = data(ALL);
    for (var child : node.children()) {
      program.receive(child.rank(), scratch(1, ALL));
      program.combine(List.of(collected, scratch(1, ALL)), sum);
      collected = sum;
    }
    if (!node.isRoot()) {
      program.send(node.parent().rank(), collected);
    }
  }

  private static void broadcast(ProgramBuilder program, Node node) {
    if (!node.isRoot()) {
      program.receive(node.parent().rank(), data(ALL));
    }
    node.children().reversed().forEach(child -> program.send(child.rank(), data(ALL)));
  }

  private static void gather(ProgramBuilder program, Node node) {
    if (node.isRoot()) {
      node.children().forEach(child -> program.receive(child.rank(), data(child.subtree())));
      return;
    }
    if (node.children().isEmpty()) {
      program.send(node.parent().rank(), data(node.own()));
      return;
    }
    program.copy(data(node.own()), scratch(1, node.own()));
    node.children().forEach(child -> program.receive(child.rank(), scratch(1, child.subtree())));
    program.send(node.parent().rank(), scratch(1, node.subtree()));
  }

  private static void scatter(ProgramBuilder program, Node node) {
    var children = node.children().reversed();
    if (node.isRoot()) {
      children.forEach(child -> program.send(child.rank(), data(child.subtree())));
      return;
    }
    if (children.isEmpty()) {
      program.receive(node.parent().rank(), data(node.own()));
      return;
    }
    program.receive(node.parent().rank(), scratch(1, node.subtree()));
    children.forEach(child -> program.send(child.rank(), scratch(1, child.subtree())));
    program.copy(scratch(1, node.own()), data(node.own()));
  }

  private static void meet(ProgramBuilder program, Node node) {
    node.children().forEach(child -> program.await(child.rank()));
    if (!node.isRoot()) {
      program.signal(node.parent().rank());
      program.await(node.parent().rank());
    }
    node.children().reversed().forEach(child -> program.signal(child.rank()));
  }
}
