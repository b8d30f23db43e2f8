package io.weft.join;

import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.flow.FlowOptions;
import io.weft.flow.FlowTransport;
import io.weft.network.Transport;
import io.weft.network.rendezvous.Mesh;
import io.weft.network.rendezvous.RendezvousOptions;
import java.util.function.UnaryOperator;

/** What {@link Join} does, one step at a time, for ranks that are to stop in between. */
public final class JoinSteps {
  private JoinSteps() {}

  public static RendezvousOptions rendezvous(JoinOptions options) {
    return Join.rendezvous(options);
  }

  /**
   * The same as after {@link Join#open}, which this rank needs the others to do.
   *
   * @param watched what stands between the communicator and the sockets
   */
  public static Communicator communicator(
      Mesh mesh, JoinOptions options, UnaryOperator<Transport> watched) {
    var timeouts = options.timeouts();
    var transport = FlowTransport.over(mesh, new FlowOptions(timeouts.liveness(), false));
    var agreed = Agreement.proposed(mesh, options).agreed(transport, timeouts.collective());
    SharedHost.open(transport, agreed.topology(), options);
    return Communicator.open(
        watched.apply(transport),
        new Options(agreed.topology(), agreed.costs(), timeouts.collective()));
  }
}
