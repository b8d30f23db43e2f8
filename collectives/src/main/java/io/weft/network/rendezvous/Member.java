package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Frame.Reason;
import io.weft.network.handshake.Role;
import io.weft.network.socket.Addresses;
import io.weft.network.socket.Dialer;
import io.weft.network.socket.UnansweredException;
import io.weft.network.socket.UnusableAddressException;
import io.weft.network.socket.Wire;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Every rank but 0: registers, learns where the others are, and connects with each. */
final class Member {
  private final Meeting meeting;
  private final Conversation master;
  private final Pairing pairing;

  /** When the master's word must have come. */
  private final Deadline verdict;

  /** Registers. */
  Member(Meeting meeting) throws RefusedException {
    this.meeting = meeting;
    var wire = reachMaster();
    var here = localAddress(wire);
    Duration time;
    try {
      var listeners = meeting.listenForStreams(here);
      time = register(wire, Meeting.reachable(listeners, here));
      this.pairing = new Pairing(meeting, listeners);
    } catch (UnusableAddressException e) {
      throw new RefusedException(e);
    }
    this.master = new Conversation(wire, meeting.threads());
    this.verdict = Meeting.within(time.plus(Meeting.GRACE));
    pairing.registered(0, master);
  }

  private Wire reachMaster() throws RefusedException {
    var options = meeting.options();
    var call =
        new Dialer.Call(0, options.master(), options.source(0), Role.MEMBER, 0, options.token());
    try {
      var dialer = new Dialer(meeting.endpoint());
      return dialer.reach(call, (_, _) -> {}, Meeting.within(options.timeout()));
    } catch (UnusableAddressException e) {
      throw new RefusedException(e);
    } catch (UnansweredException e) {
      throw new RefusedException(e);
    } catch (InterruptedIOException e) {
      throw meeting.interrupted();
    }
  }

  private static InetAddress localAddress(Wire wire) throws RefusedException {
    try {
      return wire.localAddress();
    } catch (IOException e) {
      throw masterLost();
    }
  }

  /** What is left of the master's time, but no longer than we would wait. */
  private Duration register(Wire wire, List<InetSocketAddress> addresses) throws RefusedException {
    var timeout = meeting.options().timeout();
    try {
      wire.write(new Frame.Register(Addresses.hostName(), addresses, meeting.options().streams()));
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

  Mesh meet() throws RefusedException {
    meeting.threads().execute(() -> meeting.listen(master, verdict));
    if (!(said() instanceof Frame.Gathered(var id))) {
      throw outOfTurn();
    }
    var peers = table();
    connect(id, peers);
    master.post(new Frame.Connected());
    if (!(said() instanceof Frame.Begin)) {
      throw outOfTurn();
    }
    return new Mesh(meeting.rank(), id, peers, pairing.release(), pairing.strangers());
  }

  /** Those who do not answer are reported first, then those who do not call. */
  private void connect(UUID id, List<Peer> peers) throws RefusedException {
    var left = Duration.ofNanos(verdict.remainingNanos()).minus(Meeting.GRACE);
    var time = left.isNegative() ? Duration.ZERO : left;
    pairing.begin(id, peers, time.dividedBy(2));
    var calls = Meeting.within(time.multipliedBy(3).dividedBy(4));
    while (!pairing.complete() && !calls.passed()) {
      var event = meeting.next(calls);
      if (event.isPresent()) {
        handle(event.get());
      }
    }
    pairing.complaint(peers).ifPresent(master::post);
    while (!pairing.complete()) {
      handle(next());
    }
  }

  private List<Peer> table() throws RefusedException {
    var peers = new ArrayList<Peer>();
    while (peers.size() < meeting.world()) {
      if (!(said() instanceof Frame.Entry(var rank, var hostName, var addresses))
          || rank != peers.size()) {
        throw outOfTurn();
      }
      peers.add(new Peer(rank, hostName, addresses));
    }
    return peers;
  }

  /** The next frame of the master, while everything else is taken care of. */
  private Frame said() throws RefusedException {
    while (true) {
      switch (next()) {
        case Event.Said(_, Frame.Refused refused) -> throw new RefusedException(refused);
        case Event.Said(_, var frame) -> {
          return frame;
        }
        case Event event -> handle(event);
      }
    }
  }

  private void handle(Event event) throws RefusedException {
    switch (event) {
      case Event.Paired paired -> pairing.keep(paired);
      case Event.Unreachable(var why) -> master.post(why); // Its verdict comes back to all.
      case Event.Said(_, Frame.Refused refused) -> throw new RefusedException(refused);
      case Event.Said _ -> throw outOfTurn();
      case Event.Left _ -> throw masterLost();
      case Event.Came _, Event.Withdrew _, Event.Arrived _, Event.Differs _ ->
          throw new AssertionError("at the master only");
    }
  }

  private Event next() throws RefusedException {
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
