package io.weft.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.collective.program.Collective;
import io.weft.collective.program.Operation;
import io.weft.collective.program.Operator;
import io.weft.collective.program.Topology;
import io.weft.compression.ExchangeStep.Joint;
import io.weft.compression.ExchangeStep.Kind;
import io.weft.compression.ExchangeStep.Local;
import io.weft.tensor.ElementType;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExchangeTest {
  /** Names a sum; nothing here computes. */
  private record Sum() implements Operator {
    @Override
    public String name() {
      return "sum";
    }

    @Override
    public void combine(ElementType type, MemorySegment target, MemorySegment[] sources) {
      throw new UnsupportedOperationException("exchanges are only looked at here");
    }
  }

  private static final Topology FOUR = Topology.oneHost(4);
  private static final Payload TEN = payload(10);

  @ParameterizedTest
  @EnumSource(Goal.class)
  void a_dense_exchange_is_one_collective(Goal goal) {
    var exchange = Exchange.dense(goal, FOUR, new Sum(), TEN);
    assertThat(exchange.joints())
        .singleElement()
        .satisfies(joint -> assertThat(joint.collective().operation()).isEqualTo(goal.dense()));
  }

  @Test
  void two_factors_are_exchanged_one_after_the_other() {
    var exchange =
        exchange(
            Map.of("residual", Holding.LOCAL, "old q", Holding.SAME),
            local("add residual", "matrix", "input", "residual"),
            local("multiply by q", "own p", "matrix", "old q"),
            joint(Operation.ALL_REDUCE, payload(8), "own p", "sum p"),
            local("orthonormalise", "p", "sum p"),
            local("multiply by p", "own q", "matrix", "p"),
            joint(Operation.ALL_REDUCE, payload(6), "own q", "q"),
            local("outer product", "sum", "p", "q"));
    assertThat(exchange.joints()).extracting(Joint::makes).containsExactly("sum p", "q");
  }

  @Test
  void lengths_may_depend_on_counts_that_all_ranks_have_seen() {
    var exchange =
        exchange(
            Map.of(),
            local("keep what is large", "kept", "input"),
            local("count", "own count", "kept"),
            joint(Operation.ALL_GATHER, payload(4), "own count", "counts"),
            joint(Operation.ALL_GATHER, sizedBy("counts"), "kept", "all kept"),
            local("add up", "sum", "all kept"));
    assertThat(exchange.joints()).hasSize(2);
  }

  @Test
  void lengths_must_not_depend_on_what_only_one_rank_knows() {
    assertRefused(
        "lets own count decide the size of the all-gather of 4 ranks that makes all kept,"
            + " but it differs from rank to rank: exchange it first",
        local("keep what is large", "kept", "input"),
        local("count", "own count", "kept"),
        joint(Operation.ALL_GATHER, sizedBy("own count"), "kept", "all kept"),
        local("add up", "sum", "all kept"));
  }

  @Test
  void lengths_must_not_depend_on_shards() {
    assertRefused(
        "lets shard decide the size of the all-gather of 4 ranks that makes sum,"
            + " but it lies in shards",
        joint(Operation.REDUCE_SCATTER, TEN, "input", "shard"),
        joint(Operation.ALL_GATHER, sizedBy("shard"), "shard", "sum"));
  }

  @Test
  void owners_may_compress_again() {
    var exchange =
        exchange(
            Map.of("own residual", Holding.LOCAL, "shard residual", Holding.SHARDED),
            local("signs", "signs", "input", "own residual"),
            joint(Operation.ALL_TO_ALL, TEN, "signs", "signs of shard"),
            local("average", "shard", "signs of shard", "shard residual"),
            local("signs again", "signs of sum", "shard"),
            joint(Operation.ALL_GATHER, TEN, "signs of sum", "all signs"),
            local("decode", "sum", "all signs"));
    assertThat(exchange.joints()).hasSize(2);
  }

  @Test
  void the_end_is_the_same_on_all_ranks() {
    assertRefused(
        "ends with sum, which differs from rank to rank; its goal SUM needs a value that is the"
            + " same on all ranks",
        joint(Operation.ALL_REDUCE, TEN, "input", "all"),
        local("add own", "sum", "all", "input"));
    assertRefused(
        "ends with shard, which lies in shards",
        joint(Operation.REDUCE_SCATTER, TEN, "input", "shard"));
  }

  @Test
  void every_rank_has_a_part_in_the_end() {
    assertRefused(
        "ends with sum, in which not every rank has a part",
        joint(Operation.BROADCAST, TEN, "input", "sum"));
  }

  @Test
  void nothing_is_counted_twice() {
    assertRefused(
        "gives all to the all-reduce of 4 ranks that makes sum, but it is the same on all ranks",
        joint(Operation.ALL_REDUCE, TEN, "input", "all"),
        joint(Operation.ALL_REDUCE, TEN, "all", "sum"));
    assertThatThrownBy(
            () ->
                exchange(
                    Map.of("residual", Holding.LOCAL),
                    joint(Operation.ALL_REDUCE, TEN, "input", "all"),
                    local("add residual", "more", "all", "residual"),
                    joint(Operation.ALL_REDUCE, TEN, "more", "sum")))
        .hasMessageContaining("counts the part of every rank more than once");
  }

  @Test
  void what_ranks_hold_already_is_not_gathered() {
    assertRefused(
        "gives all to the all-gather of 4 ranks that makes sum, but it is the same on all ranks",
        joint(Operation.ALL_REDUCE, TEN, "input", "all"),
        joint(Operation.ALL_GATHER, TEN, "all", "sum"));
  }

  @Test
  void a_collective_for_one_rank_only_is_refused() {
    assertRefused(
        "uses the reduce of 4 ranks, root 0 that makes sum, after which ranks do not hold alike",
        joint(Operation.REDUCE, TEN, "input", "sum"));
  }

  @Test
  void values_are_made_once_and_before_they_are_read() {
    assertRefused("reads p in decode before it is made", local("decode", "sum", "p"));
    assertRefused(
        "makes all twice",
        joint(Operation.ALL_REDUCE, TEN, "input", "all"),
        local("decode", "all", "all"));
    assertRefused("makes input twice", local("encode", "input", "input"));
    assertRefused("has no steps");
    assertThatThrownBy(() -> local("guess", "sum")).hasMessageContaining("guess reads nothing");
  }

  @Test
  void all_ranks_take_part_in_all() {
    var two = Collective.of(Operation.ALL_GATHER, 2, new Sum());
    assertRefused(
        "has collectives of 4 and of 2 ranks",
        joint(Operation.REDUCE_SCATTER, TEN, "input", "shard"),
        new Joint(two, TEN, "shard", "sum"));
  }

  @Test
  void both_halves_of_an_all_reduce_agree_about_shards() {
    var scatter = Collective.of(Operation.REDUCE_SCATTER, 4, new Sum());
    var gather = Collective.of(Operation.ALL_GATHER, 4, new Sum());
    var fine = TEN.layout(scatter, 8);
    var coarse = TEN.layout(gather, 4);
    assertThat(IntStream.range(0, 4).mapToLong(coarse::first)).containsExactly(0L, 3L, 6L, 8L);
    assertThat(IntStream.range(0, 4).mapToLong(rank -> fine.first(2 * rank)))
        .containsExactly(0L, 3L, 6L, 8L);
    assertThat(fine.total()).isEqualTo(10);
  }

  @Test
  void a_layout_sets_aside_the_bound_and_predicts_the_expectation() {
    var size = new Size.DataDependent(100, 25, "counts");
    var layout =
        new Payload(ElementType.FP32, size)
            .layout(Collective.of(Operation.ALL_REDUCE, 3, new Sum()), 2);
    assertThat(layout.total()).isEqualTo(100);
    assertThat(layout.expected(0)).isEqualTo(12.5);
    assertThat(payload(0).layout(Collective.of(Operation.BROADCAST, 3, new Sum()), 2).total())
        .isZero();
  }

  @Test
  void impossible_sizes_are_refused() {
    assertThatThrownBy(() -> new Size.Fixed(-1)).hasMessageContaining("-1 elements");
    assertThatThrownBy(() -> new Size.DataDependent(5, 6, "x")).hasMessageContaining("6.0");
    assertThatThrownBy(() -> new Size.DataDependent(5, Double.NaN, "x"))
        .hasMessageContaining("NaN");
  }

  private static void assertRefused(String why, ExchangeStep... steps) {
    assertThatThrownBy(() -> exchange(Map.of(), steps))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("exchange test " + why);
  }

  private static Exchange exchange(Map<String, Holding> memory, ExchangeStep... steps) {
    return new Exchange("test", Goal.SUM, new LinkedHashMap<>(memory), List.of(steps));
  }

  private static Local local(String name, String makes, String... reads) {
    return new Local(Kind.TRANSFORM, name, List.of(reads), makes);
  }

  private static Joint joint(Operation operation, Payload payload, String reads, String makes) {
    return new Joint(Collective.of(operation, 4, new Sum()), payload, reads, makes);
  }

  private static Payload payload(long elements) {
    return new Payload(ElementType.FP32, new Size.Fixed(elements));
  }

  private static Payload sizedBy(String value) {
    return new Payload(ElementType.FP32, new Size.DataDependent(40, 4, value));
  }
}
