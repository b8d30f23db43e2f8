package io.weft.diagnosis.peer;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Hello;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Calls one host until it answers, or there is no hope left. */
final class Caller {
  /** Between two attempts: short beside the start of a JVM, long beside a refusal. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** For one connection; the system repeats a lost packet after a second. */
  private static final Duration CONNECT_TIME = Duration.ofSeconds(2);

  private final Consultation consultation;
  private final int host;

  Caller(Consultation consultation, int host) {
    this.consultation = consultation;
    this.host = host;
  }

  Reach call() {
    var addresses = consultation.hosts().host(host).lookup().addresses();
    if (addresses.isEmpty()) {
      return new Reach.Unreached("its name does not resolve");
    }
    Reach last = new Reach.Unreached("there was no time");
    for (int attempt = 0; !hopeless(); attempt++) {
      last = attempt(addresses.get(attempt % addresses.size()));
      if (!(last instanceof Reach.Unreached)) {
        return last;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return last;
  }

  /** It has called us, so it listens; what has not worked since then will not. */
  private boolean hopeless() {
    return Thread.currentThread().isInterrupted()
        || consultation.own().end().passed()
        || consultation.notes().heardBefore(host, consultation.patience());
  }

  private Reach attempt(InetAddress address) {
    SocketChannel channel = null;
    boolean reached = false;
    try {
      channel = consultation.sockets().add(SocketChannel.open());
      int port = consultation.hosts().host(host).place().port();
      channel.socket().connect(new InetSocketAddress(address, port), connectMillis());
      var talk = new Talk(consultation.own(), channel);
      var hello = talk.proveAsCaller();
      var disagreement = disagreement(hello);
      if (disagreement.isPresent()) {
        return new Reach.Disagreed(disagreement.get());
      }
      consultation.notes().met(host, talk.introduce(hello));
      var best = talk.askTheTime();
      consultation.report(host, talk);
      reached = true;
      return new Reach.Reached(best);
    } catch (AuthenticationException e) {
      return new Reach.OtherToken();
    } catch (IOException e) {
      return new Reach.Unreached(spoken(e));
    } finally {
      if (channel != null && !reached) {
        consultation.sockets().drop(channel);
      }
    }
  }

  private int connectMillis() {
    long nanos = Math.min(consultation.own().end().remainingNanos(), CONNECT_TIME.toNanos());
    return (int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  private Optional<String> disagreement(Hello hello) {
    var identity = consultation.own().identity();
    if (!hello.identity().fingerprint().equals(identity.fingerprint())) {
      return Optional.of("it is a job with the same token that answers there, not a doctor");
    }
    return hello.rank() == host && hello.world() == identity.world()
        ? Optional.empty()
        : Optional.of("it takes itself for entry %d of %d".formatted(hello.rank(), hello.world()));
  }

  private static String spoken(IOException e) {
    return switch (e) {
      case SocketTimeoutException _ -> "no answer";
      case EOFException _ -> "something else than a doctor answers";
      case ConnectException _ when String.valueOf(e.getMessage()).contains("refused") ->
          "connection refused";
      default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    };
  }
}
