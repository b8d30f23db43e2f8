package io.weft.collective;

import io.weft.collective.program.Chunks;
import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Program;
import io.weft.collective.program.Topology;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A call made ready to run on one rank, for as many times as it is asked for.
 *
 * @param operators by step: how what is received there is combined; elsewhere it is stored
 * @param portions the data a part at a time, the longest first: the program runs once for each
 * @param shown whether ranks show each other their data, instead of running the program: only for
 *     {@link io.weft.collective.algorithm.Flat}, whose result it is
 * @param oneSided whether any rank reaches into the memory of another
 * @param fingerprint of all that the ranks of the group must agree on, the same on all that do
 */
record Plan(
    Call call,
    List<Integer> members,
    Program program,
    Map<Integer, Operator> operators,
    List<Layout> portions,
    ScratchPlan scratch,
    Hazards hazards,
    boolean shown,
    boolean oneSided,
    Fusion fusion,
    Exposure exposure,
    long fingerprint) {

  static long fingerprint(Call call, List<Integer> members, Program program) {
    var topology = program.collective().topology();
    var fingerprint = new Fingerprint();
    call.addTo(fingerprint);
    return fingerprint
        .add(members)
        .add(IntStream.range(0, topology.ranks()).mapToObj(topology::hostOf).toList())
        .add(program.algorithm())
        .add(program.collective().pieces())
        .add(program.chunkCount())
        .value();
  }

  /** The element at which the data of a rank begins: its own block where it has no other. */
  long firstElement(int rank) {
    var collective = program.collective();
    boolean ownBlockOnly =
        (collective.operation() == Operation.GATHER || collective.operation() == Operation.SCATTER)
            && rank != collective.root();
    return ownBlockOnly ? portions.getFirst().first(program.block(rank).get(0)) : 0;
  }

  /**
   * All that is in the fingerprint, in words: {@code all-reduce #412 of ranks 0-3: sum of 1024
   * fp32, ring}.
   */
  String words(long number) {
    var what = call.words();
    int pieces = program.collective().pieces();
    return call.operation().label()
        + " "
        + OperationKey.words(number)
        + " of "
        + ranks(members)
        + ": "
        + (what.isEmpty() ? "" : what + ", ")
        + program.algorithm()
        + (pieces == 1 ? "" : " in " + pieces + " pieces")
        + hosts(program.collective().topology());
  }

  /** The ranks of a group in its order: {@code ranks 0-3}. */
  static String ranks(List<Integer> members) {
    return (members.size() == 1 ? "rank " : "ranks ") + shortened(members);
  }

  private static String hosts(Topology topology) {
    if (topology.hostCount() == 1) {
      return "";
    }
    return IntStream.range(0, topology.hostCount())
        .mapToObj(host -> shortened(topology.ranksOf(host)))
        .collect(Collectors.joining(" | ", ", hosts ", ""));
  }

  private static String shortened(List<Integer> ranks) {
    return Chunks.of(ranks.stream().mapToInt(Integer::intValue).toArray()).toString();
  }
}
