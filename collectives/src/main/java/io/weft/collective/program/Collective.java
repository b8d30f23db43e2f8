package io.weft.collective.program;

/**
 * One thing that a group of ranks does together: the question to which an algorithm answers with a
 * {@link Program} per rank.
 *
 * @param root the rank with a part of its own; 0 where the operation has none
 * @param operator how contributions are combined, where they are
 * @param pieces into how many pieces a pipelined algorithm cuts what it sends at once
 */
public record Collective(
    Operation operation, Topology topology, int root, Operator operator, int pieces) {
  public Collective {
    if (root < 0 || root >= topology.ranks()) {
      throw new IllegalArgumentException(
          "root %d is not a rank of a group of %d: choose 0 to %d"
              .formatted(root, topology.ranks(), topology.ranks() - 1));
    }
    if (root != 0 && !operation.rooted()) {
      throw new IllegalArgumentException(
          "%s has no root: leave it 0 instead of %d".formatted(operation.label(), root));
    }
    if (pieces < 1) {
      throw new IllegalArgumentException("pieces=" + pieces + ": at least 1");
    }
  }

  /** Among ranks of one host, rooted at 0, in one piece. */
  public static Collective of(Operation operation, int ranks, Operator operator) {
    return new Collective(operation, Topology.oneHost(ranks), 0, operator, 1);
  }

  public int ranks() {
    return topology.ranks();
  }

  public Collective withRoot(int rank) {
    return new Collective(operation, topology, rank, operator, pieces);
  }

  public Collective withPieces(int count) {
    return new Collective(operation, topology, root, operator, count);
  }

  public Collective withTopology(Topology other) {
    return new Collective(operation, other, root, operator, pieces);
  }

  /** As in {@code all-reduce of 8 ranks}. */
  @Override
  public String toString() {
    return operation.label()
        + " of "
        + ranks()
        + (ranks() == 1 ? " rank" : " ranks")
        + (operation.rooted() ? ", root " + root : "")
        + (pieces > 1 ? ", " + pieces + " pieces" : "");
  }
}
