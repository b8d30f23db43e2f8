package io.weft.fault;

import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.JoinSteps;
import io.weft.join.Timeouts;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.FrameCodec;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Role;
import io.weft.network.rendezvous.Rendezvous;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that goes as far as the {@link Phase} that its standard input names, prints {@code
 * reached}, and does nothing more. Within the meeting it speaks the beginning of what a rank says.
 */
final class VictimRank {
  /** A ring of three receives two messages in either half. */
  private static final int FIRST_TO_REDUCE = 1;

  private static final int FIRST_TO_GATHER = 3;

  /** What standard input names beside phases: it has registered, and not all have come. */
  static final String REGISTERED = "REGISTERED";

  /** How far a meeting goes. */
  private enum Until {
    PROVED,
    ACCEPTED,
    TABLE;

    boolean isReached(Frame frame, int rank) {
      return switch (this) {
        case PROVED -> true;
        case ACCEPTED -> frame instanceof Frame.Accepted;
        case TABLE -> frame instanceof Frame.Entry entry && entry.rank() == rank;
      };
    }
  }

  private VictimRank() {}

  public static void main(String[] args) throws IOException {
    var options =
        JoinOptions.ofProcess()
            .withTimeouts(
                new Timeouts(
                    Timeouts.DEFAULT.rendezvous(),
                    Timeouts.DEFAULT.collective(),
                    PhaseTest.LIVENESS));
    System.out.println("ready");
    var line = new Scanner(System.in, StandardCharsets.UTF_8).nextLine();
    if (line.equals(REGISTERED)) {
      meet(options, Until.ACCEPTED);
    } else {
      reach(Phase.valueOf(line), options);
    }
  }

  private static void reach(Phase phase, JoinOptions options) throws IOException {
    switch (phase) {
      case BEFORE_CONNECTING -> stop();
      case HANDSHAKE -> meet(options, Until.PROVED);
      case MESH -> meet(options, Until.TABLE);
      case JOINED -> join(options, 0);
      case REDUCING -> reduce(options, FIRST_TO_REDUCE);
      case GATHERING -> reduce(options, FIRST_TO_GATHER);
      case BETWEEN_COLLECTIVES -> join(options, 1);
      case CLOSING -> close(options);
    }
  }

  private static void stop() {
    System.out.println("reached");
    while (true) {
      LockSupport.park();
    }
  }

  private static void meet(JoinOptions options, Until until) throws IOException {
    var rendezvous = JoinSteps.rendezvous(options);
    var loopback = InetAddress.ofLiteral("127.0.0.1");
    try (var listener = new ServerSocket(0, 1, loopback);
        var socket = reach(new InetSocketAddress(loopback, rendezvous.master().getPort()))) {
      var in = socket.getInputStream();
      var out = socket.getOutputStream();
      new Handshake(rendezvous.token(), in, out).asClient(rendezvous.identity().hello(Role.MEMBER));
      if (until != Until.PROVED) {
        var here = new InetSocketAddress(loopback, listener.getLocalPort());
        out.write(FrameCodec.encode(new Frame.Register("here", List.of(here), 1)));
        Frame frame;
        do {
          frame = FrameCodec.read(in);
        } while (!until.isReached(frame, rendezvous.rank()));
      }
      stop();
    }
  }

  /** Rank 0 may not listen yet. */
  private static Socket reach(InetSocketAddress master) throws IOException {
    long end = System.nanoTime() + RankProcess.HANG_GUARD.toNanos();
    while (true) {
      try {
        return new Socket(master.getAddress(), master.getPort());
      } catch (IOException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  private static void join(JoinOptions options, int collectives) {
    try (var rank = Join.open(options)) {
      for (int i = 0; i < collectives; i++) {
        rank.communicator().using("ring").allReduce(data(), Reduction.SUM);
      }
      stop();
    }
  }

  private static void reduce(JoinOptions options, int messages) {
    try (var mesh = Rendezvous.meet(JoinSteps.rendezvous(options));
        var communicator =
            JoinSteps.communicator(
                mesh,
                options,
                transport -> new StoppingTransport(transport, messages, VictimRank::stop))) {
      communicator.using("ring").allReduce(data(), Reduction.SUM);
    }
  }

  private static void close(JoinOptions options) {
    try (var rank = Join.open(options)) {
      rank.communicator().using("ring").allReduce(data(), Reduction.SUM);
      rank.communicator().close();
      stop();
    }
  }

  private static Tensor data() {
    return Tensor.of(new float[PhaseTest.BYTES / Float.BYTES]);
  }
}
