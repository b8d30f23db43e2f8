package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Frame.Reason;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.MalformedException;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import io.weft.network.socket.Addresses;
import io.weft.network.socket.Connection;
import io.weft.network.socket.Dialer;
import io.weft.network.socket.Doorkeeper;
import io.weft.network.socket.UnansweredException;
import io.weft.network.socket.UnusableAddressException;
import io.weft.network.socket.Wire;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * The connections of one rank with all others: each pair has as many as there are streams, and the
 * higher rank calls the lower. Used by the deciding thread, except where it says otherwise.
 */
final class Pairing {
  /** One stream with one peer. */
  private record Place(int peer, int stream) {}

  private final Meeting meeting;
  private final List<ServerSocketChannel> listeners;
  private final Dialer dialer;
  private final Doorkeeper door;
  private final Map<Place, Conversation> pairs = new HashMap<>();

  /** Answers on these sockets, once it has begun. */
  Pairing(Meeting meeting, List<ServerSocketChannel> listeners) {
    this.meeting = meeting;
    this.listeners = listeners;
    this.dialer = new Dialer(meeting.endpoint());
    this.door = new Doorkeeper(meeting.endpoint(), meeting.connections(), this::enter);
  }

  /** The connection of the registration is the first stream with rank 0. */
  void registered(int peer, Conversation with) {
    pairs.put(new Place(peer, 0), with);
  }

  /** Answers the higher ranks and calls the lower ones, for so long. */
  void begin(UUID id, List<Peer> peers, Duration time) {
    var token = meeting.options().token().forMeeting(id);
    listeners.forEach(listener -> door.open(listener, token, Role.ANSWERER));
    for (var peer : peers.subList(0, meeting.rank())) {
      meeting.threads().execute(() -> callAll(peer, token, Meeting.within(time)));
    }
  }

  /** On a thread of its own. */
  private void callAll(Peer peer, Token token, Deadline deadline) {
    try {
      for (int stream = peer.rank() == 0 ? 1 : 0; stream < meeting.options().streams(); stream++) {
        meeting.report(called(call(peer, stream, token), deadline));
      }
    } catch (IOException e) {
      return; // Nobody can be told any more; the deadline reports it.
    }
  }

  private Dialer.Call call(Peer peer, int stream, Token token) {
    var address = peer.addresses().get(stream % peer.addresses().size());
    var source = meeting.options().source(stream);
    return new Dialer.Call(peer.rank(), address, source, Role.CALLER, stream, token);
  }

  /** The answerer's word makes sure that both keep the same connection. */
  private Event called(Dialer.Call call, Deadline deadline) {
    try {
      var wire =
          dialer.reach(
              call,
              (opened, time) -> {
                if (!(opened.read(time) instanceof Frame.Accepted)) {
                  throw new MalformedException("something else where a welcome is due");
                }
              },
              deadline);
      var with = new Conversation(wire, meeting.threads());
      return new Event.Paired(call.peer(), call.stream(), with);
    } catch (UnusableAddressException e) {
      return new Event.Unreachable(new RefusedException(e).refused());
    } catch (UnansweredException e) {
      var sentence =
          "rank %d at %s came to the rendezvous but did not answer rank %d: %s"
              .formatted(
                  call.peer(), Addresses.spoken(call.address()), meeting.rank(), Dialer.FROZEN);
      return new Event.Unreachable(new Frame.Refused(Reason.TIMEOUT, sentence));
    } catch (AuthenticationException e) {
      var sentence = "%s (at %s)".formatted(e.getMessage(), Addresses.spoken(call.address()));
      return new Event.Unreachable(new Frame.Refused(Reason.ADDRESS, sentence));
    } catch (InterruptedIOException e) {
      return new Event.Unreachable(meeting.interrupted().refused());
    }
  }

  /** On a thread of the doorkeeper. */
  private void enter(Wire wire, Hello hello, Deadline handshake) throws IOException {
    boolean higher = hello.rank() > meeting.rank() && hello.rank() < meeting.world();
    boolean expected = hello.stream() < meeting.options().streams();
    if (!higher || !expected || hello.world() != meeting.world()) {
      throw new MalformedException("rank %d has no business here".formatted(hello.rank()));
    }
    var caller = new Conversation(wire, meeting.threads());
    meeting.report(new Event.Paired(hello.rank(), hello.stream(), caller));
  }

  /** A rank that calls again has given up its earlier connection. */
  void keep(Event.Paired paired) {
    var with = paired.with();
    var earlier = pairs.put(new Place(paired.peer(), paired.stream()), with);
    if (earlier != null) {
      earlier.wire().drop();
    }
    if (paired.peer() > meeting.rank()) {
      with.post(new Frame.Accepted(0));
    }
  }

  boolean complete() {
    return pairs.size() == meeting.connections();
  }

  /** What to say of the first rank that has not called, if there is one. */
  Optional<Frame.Refused> complaint(List<Peer> peers) {
    return peers.stream()
        .skip(meeting.rank() + 1L)
        .filter(peer -> !isConnected(peer.rank()))
        .findFirst()
        .map(
            peer ->
                new Frame.Refused(
                    Reason.TIMEOUT,
                    "%s came to the rendezvous but did not call rank %d: %s"
                        .formatted(peer, meeting.rank(), Dialer.FROZEN)));
  }

  private boolean isConnected(int peer) {
    return IntStream.range(0, meeting.options().streams())
        .allMatch(stream -> pairs.containsKey(new Place(peer, stream)));
  }

  int strangers() {
    return door.strangers().total();
  }

  /** The end: the connections are the caller's from now on. */
  Map<Integer, List<Connection>> release() {
    var connections = new HashMap<Integer, List<Connection>>();
    for (int peer = 0; peer < meeting.world(); peer++) {
      if (peer != meeting.rank()) {
        connections.put(peer, release(peer));
      }
    }
    return connections;
  }

  private List<Connection> release(int peer) {
    var streams = new ArrayList<Connection>();
    for (int stream = 0; stream < meeting.options().streams(); stream++) {
      var pair = pairs.get(new Place(peer, stream));
      if (pair == null) {
        throw new AssertionError("stream %d with rank %d is missing".formatted(stream, peer));
      }
      streams.add(pair.wire().release());
    }
    return List.copyOf(streams);
  }
}
