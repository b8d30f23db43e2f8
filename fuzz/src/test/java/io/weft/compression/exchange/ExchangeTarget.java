package io.weft.compression.exchange;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.compression.codec.Extent;
import io.weft.compression.codec.MalformedPayloadException;
import io.weft.compression.codec.Moment;
import io.weft.compression.codec.NotFiniteInputException;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Target;
import io.weft.join.AgreementDoor;
import io.weft.network.HostileTransport;
import io.weft.tensor.ElementType;
import io.weft.tensor.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Exchanges of compressed gradients, and other talk of ranks, with peers that say anything. */
public final class ExchangeTarget implements Target {
  private static final int COUNT = 150;
  private static final List<Run> RUNS =
      List.of(new Run(0, new Extent(8, 12)), new Run(96, new Extent(50, 1)));

  @Override
  public List<byte[]> seeds() {
    var seeds = new ArrayList<byte[]>();
    for (int which = 0; which < Compressions.all().size(); which++) {
      seeds.add(new byte[] {0, (byte) which, 1, 0, 0, 0, 4, 1, 2, 3, 4});
    }
    seeds.add(new byte[] {1, 2, 1});
    seeds.add(Input.of(2, "map -17 weft-1-2-3-a 4096"));
    return seeds;
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int which = input.below(3);
    if (which == 1) {
      int ranks = 2 + input.below(3);
      AgreementDoor.agree(new HostileTransport(1, ranks, input));
    } else if (which == 2) {
      AgreementDoor.offer(input.text());
    } else {
      exchange(input);
    }
  }

  private static Communicator communicator(int rank, int ranks, Input input) {
    var transport = new HostileTransport(rank, ranks, input);
    var options = new Options(Topology.oneHost(ranks), ClusterCosts.TYPICAL, Duration.ofSeconds(5));
    return Communicator.open(transport, options);
  }

  private static void exchange(Input input) throws Exception {
    var compression = Compressions.all().get(input.below(Compressions.all().size()));
    int ranks = 2 + input.below(3);
    int rank = input.below(ranks);
    var need = Need.values()[input.below(3)];
    long step = input.below(3);
    try (var arena = Arena.ofShared();
        var communicator = communicator(rank, ranks, input)) {
      var gradients = arena.allocate(ValueLayout.JAVA_FLOAT, COUNT);
      for (int i = 0; i < COUNT; i++) {
        gradients.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) Math.sin(i));
      }
      var tensor = Tensor.of(gradients, ElementType.FP32);
      var exchangers = new Exchangers(compression, COUNT, RUNS, need, rank, ranks, arena);
      Refusal.only(
          () -> {
            var exchanger = exchangers.open();
            for (long at = step; at < step + 2; at++) {
              exchanger.sum(new Moment(1, rank, at, 0), tensor, communicator);
            }
            var changes = exchangers.changes();
            if (changes.isPresent()) {
              changes.get().exact(tensor);
              changes.get().spread(new Moment(1, rank, step, 0), tensor, communicator);
            }
          },
          MalformedPayloadException.class,
          NotFiniteInputException.class);
    }
  }
}
