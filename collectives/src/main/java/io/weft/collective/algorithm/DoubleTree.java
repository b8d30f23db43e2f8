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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Two binary trees under one root, each carrying half of the data in pieces; a rank that is an
 * inner node of one tree is a leaf of the other, so every link is used in both directions. The
 * steps grow with log n and the bytes do not grow with n, which wins when ranks are many.
 *
 * <p>Steps: log₂ n + pieces for broadcast and reduce, 2·log₂ n + pieces for all-reduce, in which
 * pieces rise and sink at the same time.<br>
 * Bytes: up to 2·S for all-reduce (an inner node sends S down one tree and S/2 up each), S for
 * broadcast and for reduce.
 *
 * @see "Sanders, Speck and Träff, Two-tree algorithms for full bandwidth broadcast, reduction and
 *     scan, 2009"
 */
public final class DoubleTree implements Algorithm {
  @Override
  public String name() {
    return "double-tree";
  }

  @Override
  public Optional<String> refusal(Collective collective) {
    return Refusal.unless(
        name(), collective, Operation.ALL_REDUCE, Operation.BROADCAST, Operation.REDUCE);
  }

  @Override
  public int piecesMost(int ranks) {
    return 64;
  }

  @Override
  public Program program(Collective collective, int rank) {
    var program = new ProgramBuilder(collective, name(), rank);
    var actions = new ArrayList<Action>();
    for (int tree = 0; tree < 2; tree++) {
      var node = Node.of(program, tree);
      for (int piece = 0; piece < collective.pieces(); piece++) {
        if (collective.operation() != Operation.BROADCAST) {
          reduce(program, node, piece, actions);
        }
        if (collective.operation() != Operation.REDUCE) {
          broadcast(program, node, piece, actions);
        }
      }
    }
    actions.sort(
        Comparator.comparingInt(Action::beat)
            .thenComparing(Action::receives)
            .thenComparing(Action::down)
            .thenComparingInt(Action::tree));
    actions.forEach(action -> action.steps().run());
    return program.over(2 * collective.pieces());
  }

  /**
   * Something a node does at a beat of the common clock. A message is sent and received at the same
   * beat, so both ends of a link agree on the order of all that passes it, in both trees and both
   * directions; at each beat sends come first.
   */
  private record Action(int beat, boolean receives, boolean down, int tree, Runnable steps) {}

  /** A piece rises one level per beat: the lowest leaves send piece k at beat k. */
  private static void reduce(ProgramBuilder program, Node node, int piece, List<Action> actions) {
    var chunk = node.chunk(piece);
    int beat = piece + node.height() - node.depth();
    boolean keepsData = program.collective().operation() == Operation.REDUCE && !node.isRoot();
    var sum = keepsData && !node.children().isEmpty() ? scratch(3, chunk) : data(chunk);
    actions.add(
        new Action(
            beat - 1,
            true,
            false,
            node.tree(),
            () -> {
              var sources = new ArrayList<Place>(List.of(data(chunk)));
              for (int child : node.children()) {
                var arrived = scratch(sources.size(), chunk);
                program.receive(child, arrived);
                sources.add(arrived);
              }
              program.combine(sources, sum);
            }));
    if (!node.isRoot()) {
      actions.add(
          new Action(beat, false, false, node.tree(), () -> program.send(node.parent(), sum)));
    }
  }

  /** A piece sinks one level per beat, after it has risen to the root. */
  private static void broadcast(
      ProgramBuilder program, Node node, int piece, List<Action> actions) {
    var all = data(node.chunk(piece));
    int beat = piece + node.height() + node.depth();
    if (!node.isRoot()) {
      actions.add(
          new Action(beat - 1, true, true, node.tree(), () -> program.receive(node.parent(), all)));
    }
    actions.add(
        new Action(
            beat,
            false,
            true,
            node.tree(),
            () -> node.children().forEach(child -> program.send(child, all))));
  }

  /**
   * A rank in one of the trees.
   *
   * @param parent the rank above; none, as −1, for the root
   * @param height the depth of the deepest node of the tree
   */
  private record Node(int tree, int parent, List<Integer> children, int depth, int height) {
    static Node of(ProgramBuilder program, int tree) {
      var labels = new Labels(tree, program.ranks(), program.collective().root());
      int label = labels.of(program.rank());
      var all = IntStream.range(0, program.ranks());
      return new Node(
          tree,
          label == 0 ? -1 : labels.rank(labels.parent(label)),
          labels.children(label).mapToObj(labels::rank).toList(),
          labels.depth(label),
          all.map(labels::depth).max().orElse(0));
    }

    boolean isRoot() {
      return depth == 0;
    }

    Chunks chunk(int piece) {
      return Chunks.of(2 * piece + tree);
    }
  }

  /**
   * The shape of a tree. Labels are in-order: label 0 is the root, which has one child; the lowest
   * set bit of any other label is its height, so odd labels are leaves. The second tree labels the
   * ranks such that inner nodes of the first become leaves: mirrored for odd n, shifted by one for
   * even n.
   */
  private record Labels(int tree, int ranks, int root) {
    int of(int rank) {
      int position = Math.floorMod(rank - root, ranks);
      if (tree == 0 || position == 0) {
        return position;
      }
      return ranks % 2 == 1 ? ranks - position : position % (ranks - 1) + 1;
    }

    int rank(int label) {
      return (position(label) + root) % ranks;
    }

    private int position(int label) {
      if (tree == 0 || label == 0) {
        return label;
      }
      return ranks % 2 == 1 ? ranks - label : Math.floorMod(label - 2, ranks - 1) + 1;
    }

    int parent(int label) {
      int height = Integer.lowestOneBit(label);
      int regular = (label - height) | (2 * height);
      return regular < ranks ? regular : label - height;
    }

    IntStream children(int label) {
      return IntStream.range(1, ranks).filter(other -> parent(other) == label);
    }

    int depth(int label) {
      int depth = 0;
      for (int at = label; at != 0; at = parent(at)) {
        depth++;
      }
      return depth;
    }
  }
}
