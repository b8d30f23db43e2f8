package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Frame.Reason;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.MalformedException;
import io.weft.network.handshake.Role;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every rank but 0: registers, learns where the others are, and connects with each. */
final class Member {
  private final Meeting meeting;
  private final Dialer dialer;
  private final Map<Integer, Conversation> pairs = new HashMap<>();

  Member(Meeting meeting) {
    this.meeting = meeting;
    this.dialer = new Dialer(meeting);
  }

  Mesh meet() throws RefusedException {
    var options = meeting.options();
    var call = new Dialer.Call(0, options.master(), Role.MEMBER, options.token());
    var wire = dialer.reach(call, (_, _) -> {}, Meeting.within(options.timeout()));
    var listener = listen(wire);
    var master = new Conversation(wire, meeting.threads());
    var time = register(wire, listener);
    var verdict = Meeting.within(time.plus(Meeting.GRACE));
    meeting.threads().execute(() -> meeting.listen(master, verdict));
    if (!(said(master, verdict) instanceof Frame.Gathered(var id))) {
      throw outOfTurn();
    }
    var peers = table(master, verdict);
    var door = new Doorkeeper(meeting, listener, this::enter);
    door.open(options.token().forMeeting(id), Role.ANSWERER);
    callAll(peers, options.token().forMeeting(id), time.dividedBy(2));
    while (pairs.size() < meeting.world() - 2) {
      handle(next(verdict), master);
    }
    master.post(new Frame.Connected());
    if (!(said(master, verdict) instanceof Frame.Begin)) {
      throw outOfTurn();
    }
    pairs.put(0, master);
    return meeting.mesh(peers, pairs, door.strangers());
  }

  private ServerSocketChannel listen(Wire wire) throws RefusedException {
    var bind = meeting.options().bind().orElse(localAddress(wire));
    return Listeners.listen(meeting, new InetSocketAddress(bind, 0));
  }

  private static InetAddress localAddress(Wire wire) throws RefusedException {
    try {
      return wire.localAddress().getAddress();
    } catch (IOException e) {
      throw masterLost();
    }
  }

  /** How long the master will wait, but no longer than we would. */
  private Duration register(Wire wire, ServerSocketChannel listener) throws RefusedException {
    var bound = Listeners.addressOf(listener);
    var reachable =
        bound.getAddress().isAnyLocalAddress() ? localAddress(wire) : bound.getAddress();
    var timeout = meeting.options().timeout();
    try {
      wire.write(
          new Frame.Register(
              Addresses.hostName(), new InetSocketAddress(reachable, bound.getPort())));
      return switch (wire.read(Meeting.within(timeout.plus(Meeting.GRACE)))) {
        case Frame.Accepted(var millis) ->
            millis < timeout.toMillis() ? Duration.ofMillis(Math.max(0, millis)) : timeout;
        case Frame.Refused refused -> throw new RefusedException(refused);
        default -> throw outOfTurn();
      };
    } catch (IOException e) {
      throw masterLost();
    }
  }

  private List<Peer> table(Conversation master, Deadline verdict) throws RefusedException {
    var peers = new ArrayList<Peer>();
    while (peers.size() < meeting.world()) {
      if (!(said(master, verdict) instanceof Frame.Entry(var rank, var hostName, var address))
          || rank != peers.size()) {
        throw outOfTurn();
      }
      peers.add(new Peer(rank, hostName, address));
    }
    return peers;
  }

  private void callAll(List<Peer> peers, Token token, Duration time) {
    for (var peer : peers.subList(1, meeting.rank())) {
      var call = new Dialer.Call(peer.rank(), peer.address(), Role.CALLER, token);
      meeting.threads().execute(() -> call(call, Meeting.within(time)));
    }
  }

  /** On a thread of its own. The answerer's word makes sure that both keep the same connection. */
  private void call(Dialer.Call call, Deadline deadline) {
    try {
      meeting.report(pair(call, deadline));
    } catch (IOException e) {
      return; // Nobody can be told any more; the deadline reports it.
    }
  }

  private Event pair(Dialer.Call call, Deadline deadline) {
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
      return new Event.Paired(call.peer(), new Conversation(wire, meeting.threads()));
    } catch (RefusedException e) {
      return new Event.Unreachable(e.refused());
    } catch (AuthenticationException e) {
      var sentence = "%s (at %s)".formatted(e.getMessage(), Addresses.spoken(call.address()));
      return new Event.Unreachable(new Frame.Refused(Reason.ADDRESS, sentence));
    }
  }

  /** On a thread of the doorkeeper. */
  private void enter(Wire wire, Hello hello, Deadline handshake) throws IOException {
    boolean higher = hello.rank() > meeting.rank() && hello.rank() < meeting.world();
    if (!higher || hello.world() != meeting.world()) {
      throw new MalformedException("rank %d has no business here".formatted(hello.rank()));
    }
    var caller = new Conversation(wire, meeting.threads());
    meeting.report(new Event.Paired(hello.rank(), caller));
  }

  /** The next frame of the master, while everything else is taken care of. */
  private Frame said(Conversation master, Deadline verdict) throws RefusedException {
    while (true) {
      switch (next(verdict)) {
        case Event.Said(_, Frame.Refused refused) -> throw new RefusedException(refused);
        case Event.Said(_, var frame) -> {
          return frame;
        }
        case Event event -> handle(event, master);
      }
    }
  }

  private void handle(Event event, Conversation master) throws RefusedException {
    switch (event) {
      case Event.Paired(var peer, var with) -> keep(peer, with);
      case Event.Unreachable(var why) -> master.post(why); // Its verdict comes back to all.
      case Event.Said(_, Frame.Refused refused) -> throw new RefusedException(refused);
      case Event.Said _ -> throw outOfTurn();
      case Event.Left _ -> throw masterLost();
      case Event.Arrived _, Event.Differs _ -> throw new AssertionError("at the master only");
    }
  }

  /** A rank that calls again has given up its earlier connection. */
  private void keep(int peer, Conversation with) {
    var earlier = pairs.put(peer, with);
    if (earlier != null) {
      meeting.sockets().drop(earlier.wire().channel());
    }
    if (peer > meeting.rank()) {
      with.post(new Frame.Accepted(0));
    }
  }

  private Event next(Deadline verdict) throws RefusedException {
    return meeting
        .next(verdict)
        .orElseThrow(
            () ->
                new RefusedException(
                    Reason.TIMEOUT,
                    "rank %d waited in vain for the verdict of rank 0: look at rank 0"
                        .formatted(meeting.rank())));
  }

  private static RefusedException outOfTurn() {
    return new RefusedException(
        Reason.LOST, "rank 0 spoke out of turn: start the job again with one version of Weft");
  }

  private static RefusedException masterLost() {
    return new RefusedException(
        Reason.LOST, "rank 0 left before the rendezvous was complete: look at its log");
  }
}
