package io.weft.join;

import io.weft.collective.program.ClusterCosts;
import io.weft.collective.program.Topology;
import io.weft.fuzz.Refusal;
import io.weft.network.MismatchException;
import io.weft.network.Transport;
import java.io.IOException;
import java.time.Duration;

/** The way to what rank 0 decides for all, and the first rank of a host for those of its host. */
public final class AgreementDoor {
  private AgreementDoor() {}

  public static void agree(Transport transport) throws Exception {
    var own = new Agreement(Topology.oneHost(transport.ranks()), ClusterCosts.TYPICAL);
    Refusal.only(
        () -> own.agreed(transport, Duration.ofSeconds(5)),
        IllegalArgumentException.class,
        MismatchException.class);
  }

  public static void offer(String text) throws Exception {
    Refusal.only(() -> SharedOffer.parse(text), IOException.class);
  }
}
