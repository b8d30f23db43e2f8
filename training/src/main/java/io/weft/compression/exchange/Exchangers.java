package io.weft.compression.exchange;

import io.weft.collective.program.Layout;
import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.codec.Codec;
import io.weft.compression.codec.Combining;
import io.weft.compression.codec.Dense;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.exchange.Bundle.Item;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses how a bucket is exchanged: by what its codec admits, by what the schedule needs, and by
 * how many bytes a rank would receive. All ranks choose alike, since all know the same.
 */
public final class Exchangers {
  private static final Codec DENSE = new Dense();

  private final Compression compression;
  private final long count;
  private final List<Run> runs;
  private final Gaps gaps;
  private final Need need;
  private final int rank;
  private final int ranks;
  private final Arena arena;
  private final Means means;

  /**
   * For a bucket on one of some ranks.
   *
   * @param count of its numbers
   * @param runs the tensors in it, in order; what lies between them is 0
   * @param arena owns all that exchangers keep
   */
  public Exchangers(
      Compression compression,
      long count,
      List<Run> runs,
      Need need,
      int rank,
      int ranks,
      Arena arena) {
    this.compression = compression;
    this.count = count;
    this.runs = List.copyOf(runs);
    this.gaps = Gaps.between(runs, count);
    this.need = need;
    this.rank = rank;
    this.ranks = ranks;
    this.arena = arena;
    this.means = new Means(gaps, new Refusals(0, count), arena);
  }

  public Exchanger open() {
    return new Outspoken(exchanger(), means.refusals());
  }

  private Exchanger exchanger() {
    var coded =
        switch (compression.coding()) {
          case Coding.Single(var codec, var again) -> single(codec, again);
          case Coding.Joint(var codec) -> joint(codec);
          case Coding.Counted(var codec, _) -> counted(codec);
          case Coding.Merged merged -> merged(merged);
          case Coding.Factored _ -> factored();
        };
    long steps = compression.denseFirstSteps();
    if (compression.momentum().isPresent()) {
      double beta = compression.momentum().getAsDouble();
      return new RunningMean(beta, steps, ranks, count, Exchanger.dense(), coded, arena);
    }
    return steps == 0 ? coded : new DenseFirst(steps, Exchanger.dense(), coded);
  }

  /** How parameters that each rank has updated in part come to all, if not as they are. */
  public Optional<Changes> changes() {
    return need == Need.SHARD ? alone().flatMap(this::changes) : Optional.empty();
  }

  /** What encodes numbers of one rank that are not to be added to those of others. */
  private Optional<Codec> alone() {
    return switch (compression.coding()) {
      case Coding.Single(var codec, var again) ->
          codec.combining() == Combining.VOTE ? Optional.empty() : Optional.of(again);
      case Coding.Counted(_, var alone) -> alone;
      case Coding.Joint _, Coding.Merged _, Coding.Factored _ -> Optional.empty();
    };
  }

  private Optional<Changes> changes(Codec codec) {
    var items = items(codec.forgetful());
    return isDense(items) || isNoSmaller(codec, items)
        ? Optional.empty()
        : Optional.of(
            new Changes(
                rank,
                chunks(items),
                Layout.split(count, ranks),
                gaps,
                compression.denseFirstSteps(),
                arena));
  }

  private static Plain dense(String why) {
    return new Plain(why);
  }

  private boolean isDense(long numbers) {
    return numbers * Float.BYTES < compression.denseBelowBytes();
  }

  private static boolean isDense(List<Item> items) {
    return items.stream().allMatch(item -> item.codec().equals(DENSE));
  }

  private Exchanger joint(JointCodec codec) {
    if (compression.grain() == Grain.BUCKET && isDense(count)) {
      return dense("dense, being small");
    }
    var closed = closed();
    if (ranks > 1 && !codec.pays(closed.stream().map(Run::extent).toList())) {
      return dense("dense, since %s is no smaller".formatted(codec.name()));
    }
    var phased = new Phased(codec, closed, arena);
    return need == Need.SHARD ? new AtOnce(phased) : phased;
  }

  /** The tensors and what lies between them, in order; tensors that stay dense are vectors. */
  private List<Run> closed() {
    var closed = new ArrayList<>(gaps.list());
    for (var run : runs) {
      closed.add(isDense(run.count()) ? run.asVector() : run);
    }
    closed.sort(Comparator.comparingLong(Run::first));
    return closed;
  }

  private Exchanger counted(LevelCodec codec) {
    var large = bucketOrTensors().stream().filter(run -> !isDense(run.count())).toList();
    if (large.isEmpty()) {
      return dense("dense, being small");
    }
    long sent = codec.levels().bytes(count);
    long told = codec.outcomes(ranks).bytes(count);
    if (ranks > 1 && sent + told >= 2 * count * Float.BYTES) {
      return dense("dense, since %s is no smaller".formatted(codec.name()));
    }
    var parts = new ArrayList<Exchanger>();
    parts.add(new Counted(codec, Layout.split(count, ranks), large, rank, means));
    addDense(items(DENSE).stream().filter(item -> isDense(item.count())).toList(), parts);
    return several(parts);
  }

  private List<Run> bucketOrTensors() {
    return switch (compression.grain()) {
      case BUCKET -> List.of(new Run(0, new Extent(Math.toIntExact(count), 1)));
      case TENSOR -> runs;
    };
  }

  private Exchanger merged(Coding.Merged coding) {
    var items = items(coding.local());
    if (isDense(items)) {
      return dense("dense, being small");
    }
    if (ranks > 1 && received(coding, items) >= halves(count * Float.BYTES)) {
      return dense("dense, since %s is no smaller".formatted(coding.merging().label()));
    }
    return switch (coding.merging()) {
      case PAIRS -> pairs(coding, items);
      case REGIONS -> {
        var regions = new RegionMerged(coding, count, rank, ranks, arena);
        yield need == Need.SHARD ? new AtOnce(regions) : regions;
      }
    };
  }

  /** How many bytes a rank would receive where lists are merged. */
  private double received(Coding.Merged coding, List<Item> items) {
    long lists = items.stream().mapToLong(Item::bytesMost).sum();
    return switch (coding.merging()) {
      case PAIRS -> PairMerged.bytes(lists, ranks);
      case REGIONS -> halves(lists);
    };
  }

  private Exchanger pairs(Coding.Merged coding, List<Item> items) {
    var parts = new ArrayList<Exchanger>();
    parts.add(new PairMerged(coding, of(items, coding.local()), rank, ranks, arena));
    addDense(items, parts);
    return several(parts);
  }

  /** All that is no product stays dense. */
  private Exchanger factored() {
    var products = runs.stream().filter(run -> run.factorRows() > 0).toList();
    if (products.isEmpty()) {
      return dense("dense, since there are no smaller factors");
    }
    var parts = new ArrayList<Exchanger>();
    parts.add(new Products(products, ranks, arena));
    addDense(
        runs.stream()
            .filter(run -> run.factorRows() == 0)
            .map(run -> new Item(run.first(), run.count(), DENSE))
            .toList(),
        parts);
    return several(parts);
  }

  private Exchanger single(Codec codec, Codec again) {
    var items = items(codec);
    if (isDense(items)) {
      return dense("dense, being small");
    }
    if (isNoSmaller(codec, items)) {
      return dense("dense, since %s is no smaller".formatted(codec.name()));
    }
    return switch (codec.combining()) {
      case SUM_FP16, SUM_BF16, SUM_FP32 -> need == Need.SHARD ? chunked(items, again) : sums(items);
      case VOTE -> votes(codec, items);
      case GATHER -> gathers(codec, items, again);
    };
  }

  private List<Item> items(Codec codec) {
    if (compression.grain() == Grain.BUCKET) {
      return List.of(new Item(0, count, isDense(count) ? DENSE : codec));
    }
    return runs.stream()
        .map(
            run ->
                new Item(
                    run.first(),
                    run.count(),
                    isDense(run.count()) ? DENSE : codec.fitted(run.extent())))
        .toList();
  }

  private boolean isNoSmaller(Codec codec, List<Item> items) {
    return codec.fixed() && ranks > 1 && received(codec, items) >= halves(count * Float.BYTES);
  }

  /** How many bytes a rank would receive. */
  private double received(Codec codec, List<Item> items) {
    long payload = items.stream().mapToLong(Item::bytesMost).sum();
    return codec.combining() == Combining.GATHER && need == Need.SUM
        ? Math.min(gathered(payload), halves(payload))
        : halves(payload);
  }

  private double gathered(long payload) {
    return (double) (ranks - 1) * payload;
  }

  private double halves(long payload) {
    return 2.0 * (ranks - 1) / ranks * payload;
  }

  /** What is added on the way, and what stays dense, each by itself. */
  private Exchanger sums(List<Item> items) {
    var parts = new ArrayList<Exchanger>();
    for (var codec : items.stream().map(Item::codec).distinct().toList()) {
      parts.add(new Added(codec, of(items, codec), means));
    }
    return several(parts);
  }

  private Exchanger votes(Codec codec, List<Item> items) {
    var parts = new ArrayList<Exchanger>();
    parts.add(new Voted(codec.name(), rank, chunks(of(items, codec)), means));
    addDense(items, parts);
    return several(parts);
  }

  /** What stays dense beside others. */
  private void addDense(List<Item> items, List<Exchanger> parts) {
    var dense = of(items, DENSE);
    if (!dense.isEmpty()) {
      parts.add(
          need == Need.SHARD
              ? new Chunked(DENSE.name(), rank, chunks(dense), chunks(dense), means)
              : new Added(DENSE, dense, means));
    }
  }

  /** Where two ranks would send as much either way, one encoding is better than two. */
  private Exchanger gathers(Codec codec, List<Item> items, Codec again) {
    long payload = items.stream().mapToLong(Item::bytesMost).sum();
    return need == Need.SUM && gathered(payload) <= halves(payload)
        ? new Gathered(codec.name(), items, ranks, means)
        : chunked(items, again);
  }

  private Exchanger chunked(List<Item> items, Codec again) {
    var own = chunks(items(again));
    var second = new ArrayList<>(chunks(items(again.forgetful())));
    second.set(rank, own.get(rank));
    return new Chunked(again.name(), rank, chunks(items), second, means);
  }

  /** The parts of items that lie in the chunk of each rank. */
  private List<List<Item>> chunks(List<Item> items) {
    var lengths = Layout.split(count, ranks);
    var chunks = new ArrayList<List<Item>>();
    long first = 0;
    for (long length : lengths) {
      long from = first;
      chunks.add(items.stream().flatMap(item -> item.within(from, length).stream()).toList());
      first += length;
    }
    return chunks;
  }

  private static List<Item> of(List<Item> items, Codec codec) {
    return items.stream().filter(item -> item.codec().equals(codec)).toList();
  }

  private static Exchanger several(List<Exchanger> parts) {
    return parts.size() == 1 ? parts.getFirst() : new Several(parts);
  }
}
