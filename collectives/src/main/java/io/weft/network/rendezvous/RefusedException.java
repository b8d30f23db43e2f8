package io.weft.network.rendezvous;

import io.weft.network.PeerLostException;
import io.weft.network.handshake.Frame;
import io.weft.network.socket.UnansweredException;
import io.weft.network.socket.UnusableAddressException;

/** The meeting has failed; inside this package only. */
final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Frame.Refused refused;

  RefusedException(Frame.Refused refused) {
    super(refused.sentence());
    this.refused = refused;
  }

  RefusedException(Frame.Reason reason, String sentence) {
    this(new Frame.Refused(reason, sentence));
  }

  RefusedException(UnusableAddressException unusable) {
    this(Frame.Reason.ADDRESS, String.valueOf(unusable.getMessage()));
  }

  RefusedException(UnansweredException unanswered) {
    this(Frame.Reason.TIMEOUT, String.valueOf(unanswered.getMessage()));
  }

  Frame.Refused refused() {
    return refused;
  }

  /** The same for the caller. */
  RuntimeException forCaller() {
    var sentence = refused.sentence();
    return switch (refused.reason()) {
      case TIMEOUT -> new RendezvousTimeoutException(sentence);
      case CONFIGURATION -> new ConfigurationDiffersException(sentence);
      case RANKS -> new RankConflictException(sentence);
      case ADDRESS -> new AddressException(sentence);
      case LOST -> new PeerLostException(sentence);
    };
  }
}
