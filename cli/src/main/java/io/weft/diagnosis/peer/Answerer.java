package io.weft.diagnosis.peer;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.Limits;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/** Answers whoever calls and proves itself; all others are dropped. */
final class Answerer {
  private final Consultation consultation;
  private final ServerSocketChannel listener;

  /** Places for callers who have not yet proved themselves. */
  private final Semaphore places;

  Answerer(Consultation consultation, ServerSocketChannel listener) {
    this.consultation = consultation;
    this.listener = listener;
    places = new Semaphore(Limits.STRANGERS_WAITING_MAX + consultation.hosts().size());
  }

  /** Returns when the listener is closed. */
  void accept() {
    while (listener.isOpen()) {
      try {
        var channel = consultation.sockets().add(listener.accept());
        if (places.tryAcquire()) {
          consultation.start(() -> answer(channel));
        } else {
          consultation.sockets().drop(channel);
        }
      } catch (ClosedChannelException | RejectedExecutionException e) {
        return;
      } catch (IOException e) {
        Thread.onSpinWait(); // One that ended before it was accepted; the next is another.
      }
    }
  }

  private void answer(SocketChannel channel) {
    boolean answered = false;
    try {
      var talk = new Talk(consultation.own(), channel);
      var hello = prove(talk);
      if (isOneOfUs(hello)) {
        consultation.notes().heard(hello.rank());
        consultation.notes().met(hello.rank(), talk.introduce(hello));
        talk.tellTheTime();
        consultation.report(hello.rank(), talk);
        answered = true;
      } else {
        consultation.notes().sentAway();
      }
    } catch (AuthenticationException e) {
      consultation.notes().sentAway();
    } catch (IOException e) {
      // The caller knows better than we do what went wrong, and says so.
    } finally {
      if (!answered) {
        consultation.sockets().drop(channel);
      }
    }
  }

  private Hello prove(Talk talk) throws IOException {
    try {
      return talk.proveAsAnswerer();
    } finally {
      places.release();
    }
  }

  private boolean isOneOfUs(Hello hello) {
    var own = consultation.own().identity();
    return hello.world() == own.world()
        && hello.rank() < own.world()
        && hello.rank() != own.rank()
        && hello.identity().fingerprint().equals(own.fingerprint());
  }
}
