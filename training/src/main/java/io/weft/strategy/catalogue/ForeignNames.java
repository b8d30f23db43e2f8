package io.weft.strategy.catalogue;

import java.util.Map;
import java.util.Optional;

/** What others call a strategy, and how it is written here. */
public final class ForeignNames {
  /**
   * What a word of others means.
   *
   * @param of whose word it is
   * @param line what comes nearest to it here
   */
  public record Foreign(String of, String line) {}

  private static final Foreign ZERO_1 = new Foreign("ZeRO, stage 1", "sharded(stage=1)");
  private static final Foreign ZERO_2 = new Foreign("ZeRO, stage 2", "sharded(stage=2)");
  private static final Foreign ZERO_3 = new Foreign("ZeRO, stage 3", "sharded(stage=3)");

  private static final Map<String, Foreign> ALL =
      Map.ofEntries(
          Map.entry("ddp", new Foreign("PyTorch DDP", "wfbp(bucket=25MB)")),
          Map.entry("distributeddataparallel", new Foreign("PyTorch DDP", "wfbp(bucket=25MB)")),
          Map.entry("fsdp", new Foreign("PyTorch FSDP", "sharded(stage=3)")),
          Map.entry("fsdp2", new Foreign("PyTorch FSDP", "sharded(stage=3)")),
          Map.entry("zero", ZERO_3),
          Map.entry("zero1", ZERO_1),
          Map.entry("zero2", ZERO_2),
          Map.entry("zero3", ZERO_3),
          Map.entry("horovod", new Foreign("Horovod", "wfbp(bucket=64MB)")),
          Map.entry("byteps", new Foreign("BytePS", "priority")),
          Map.entry("bytescheduler", new Foreign("ByteScheduler", "priority")),
          Map.entry("fedavg", new Foreign("FedAvg", "local-sgd")));

  private ForeignNames() {}

  /** However it is written: {@code zero-2}, {@code zero2}. */
  public static Optional<Foreign> find(String word) {
    return Optional.ofNullable(ALL.get(word.replace("-", "")));
  }

  static Map<String, Foreign> all() {
    return ALL;
  }
}
