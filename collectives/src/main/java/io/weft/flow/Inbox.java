package io.weft.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a peer sends: reads frames, and does what they ask. */
final class Inbox {
  private static final byte[] NOTHING = {};

  private final Pair pair;
  private final FlowTransport transport;
  private final int peer;

  /** Guarded by the lock of the pair. */
  private final Matching matching;

  Inbox(Pair pair, FlowTransport transport, int peer, Matching matching) {
    this.pair = pair;
    this.transport = transport;
    this.peer = peer;
    this.matching = matching;
  }

  /** Reads one frame; without the lock, by the reading role of a lane. */
  void read(Stream stream) throws IOException {
    var head = stream.readHeader();
    var message = destination(head);
    var bytes = message == null ? stream.readBytes(head) : readInto(message, stream, head);
    pair.tally().received(head.kind().purpose(head.key()), Header.BYTES + head.length());
    try (var _ = pair.hold()) {
      long now = System.nanoTime();
      transport.heard(peer, now);
      matching.claimedByPeer(head.stamp().claimed());
      if (head.stamp().asks()) {
        stream.owe();
      }
      if (message == null) {
        act(head, bytes);
      } else {
        matching.taken(head, message);
      }
      pair.pump();
    }
  }

  /** The message whose memory takes in the bytes of a frame; null if they are to be kept first. */
  private @Nullable Message destination(Header head) throws CorruptException {
    if (!head.kind().isOfMessage()) {
      return null;
    }
    try (var _ = pair.hold()) {
      return matching.destination(head);
    }
  }

  /** Reads the bytes of a frame to their place, so that none are left. */
  private byte[] readInto(Message message, Stream stream, Header head) throws IOException {
    boolean arrived = false;
    try {
      stream.readInto(message.parts, head);
      arrived = true;
      return NOTHING;
    } finally {
      if (!arrived) {
        try (var _ = pair.hold()) {
          message.moving--;
        }
      }
    }
  }

  private void act(Header head, byte[] bytes) throws IOException {
    switch (head.kind()) {
      case DATA -> {}
      case PULSE -> acknowledge(head);
      case BYE -> pair.leave();
      case FAIL -> transport.fail(Failure.Cause.of(head.fingerprint()), text(bytes));
      case ASK -> transport.tribunal().asked(statement(head, bytes)).ifPresent(pair::post);
      case TELL -> transport.tribunal().told(statement(head, bytes));
      case EAGER, SIGNAL, CREDIT, REQUEST -> matching.match(head, bytes);
    }
  }

  private void acknowledge(Header head) throws CorruptException {
    var lanes = pair.lanes();
    if (head.message() >= lanes.size()) {
      throw new CorruptException("an acknowledgement for a stream that does not exist: " + head);
    }
    lanes.get(head.message()).stream().acknowledge(head.offset(), System.nanoTime());
  }

  private Tribunal.Statement statement(Header head, byte[] bytes) {
    return new Tribunal.Statement(peer, head.key(), head.fingerprint(), text(bytes));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
