package io.weft.diagnosis.peer;

import io.weft.network.Deadline;
import io.weft.network.handshake.Handshake;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Limits;
import io.weft.network.handshake.Role;
import io.weft.trace.ClockSample;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One connection between two doctors, and what is said on it, in this order: the handshake; from
 * either side the JDK and for how long it will stay; questions of the caller for the time, and
 * their answers; and, once each side knows, whom it reached.
 */
final class Talk {
  private static final int QUESTIONS = 20;

  private final Consultation.Own own;
  private final SocketChannel channel;
  private final DataOutputStream out;
  private Deadline theirEnd;

  Talk(Consultation.Own own, SocketChannel channel) throws IOException {
    this.own = own;
    this.channel = channel;
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    out = new DataOutputStream(channel.socket().getOutputStream());
    theirEnd = own.end();
  }

  SocketChannel channel() {
    return channel;
  }

  Hello proveAsCaller() throws IOException {
    return handshake().asClient(own.identity().hello(Role.CALLER));
  }

  Hello proveAsAnswerer() throws IOException {
    return handshake().asServer(own.identity().hello(Role.ANSWERER));
  }

  private Handshake handshake() throws IOException {
    return new Handshake(own.token(), new TimedInput(channel.socket(), soon()), out);
  }

  /** Tells them of us, and learns the same of them. */
  Peer introduce(Hello hello) throws IOException {
    out.writeInt(Runtime.version().feature());
    out.writeLong(Math.max(0, own.end().remainingNanos()));
    var in = input(soon());
    int jdk = in.readInt();
    long nanos = Math.clamp(in.readLong(), 0, Consultation.TIMEOUT_MOST.toNanos());
    theirEnd = Deadline.after(Duration.ofNanos(nanos), "reports", System::nanoTime);
    return new Peer(hello.identity().program(), jdk);
  }

  /** The quickest of some questions for the time. */
  ClockSample askTheTime() throws IOException {
    var in = input(soon());
    var samples = new ArrayList<ClockSample>();
    for (int i = 0; i < QUESTIONS; i++) {
      long asked = own.clock().nanos();
      out.writeLong(i);
      samples.add(new ClockSample(asked, in.readLong(), in.readLong(), own.clock().nanos()));
    }
    return samples.stream()
        .min(Comparator.comparingLong(ClockSample::roundTripNanos))
        .orElseThrow();
  }

  void tellTheTime() throws IOException {
    var in = input(soon());
    for (int i = 0; i < QUESTIONS; i++) {
      in.readLong();
      long heard = own.clock().nanos();
      out.writeLong(heard);
      out.writeLong(own.clock().nanos());
    }
  }

  /** The last word of both sides; returns when the other has nothing more to say. */
  List<Boolean> exchange(List<Boolean> report) throws IOException {
    for (boolean reached : report) {
      out.writeBoolean(reached);
    }
    channel.shutdownOutput();
    long nanos = Math.max(0, theirEnd.remainingNanos()) + Consultation.GRACE.toNanos();
    var in = input(Deadline.after(Duration.ofNanos(nanos), "a report", System::nanoTime));
    var theirs = in.readNBytes(report.size());
    if (theirs.length < report.size()) {
      throw new IOException("it ended before it had reported");
    }
    in.read(); // Its end: who closes before that may destroy what it has sent.
    return IntStream.range(0, theirs.length).mapToObj(i -> theirs[i] != 0).toList();
  }

  private DataInputStream input(Deadline deadline) throws IOException {
    return new DataInputStream(new TimedInput(channel.socket(), deadline));
  }

  private static Deadline soon() {
    return Deadline.after(Limits.HANDSHAKE_TIME, "an answer", System::nanoTime);
  }
}
