package io.weft.network.rendezvous;

import io.weft.network.Deadline;
import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Frame.Reason;
import io.weft.network.handshake.Hello;
import io.weft.network.handshake.MalformedException;
import io.weft.network.handshake.Role;
import io.weft.network.socket.Addresses;
import io.weft.network.socket.Doorkeeper;
import io.weft.network.socket.UnusableAddressException;
import io.weft.network.socket.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Rank 0: waits for all, compares, hands out the table, and lets all begin or fails them all. */
final class Master {
  private final Meeting meeting;
  private final Deadline deadline;
  private final Roster roster;
  private final ServerSocketChannel listener;
  private final Doorkeeper door;
  private final Pairing pairing;
  private final UUID id = UUID.randomUUID();
  private final Map<Integer, Conversation> members = new TreeMap<>();

  /** Everyone who has proved itself, even if it cannot be a member: all hear of a failure. */
  private final Map<Conversation, Integer> audience = new HashMap<>();

  Master(Meeting meeting) throws RefusedException {
    this.meeting = meeting;
    this.deadline = Meeting.within(meeting.options().timeout());
    try {
      this.listener = listener(meeting);
      var here = Addresses.of(listener).getAddress();
      var master = Addresses.resolve(meeting.options().master());
      var seen = master.isUnresolved() ? here : master.getAddress();
      // One stream needs no other address than that of the registration.
      var listeners =
          meeting.options().streams() == 1
              ? List.<ServerSocketChannel>of()
              : meeting.listenForStreams(here);
      var addresses = Meeting.reachable(listeners.isEmpty() ? List.of(listener) : listeners, seen);
      this.roster = new Roster(meeting.world(), new Peer(0, Addresses.hostName(), addresses));
      this.pairing = new Pairing(meeting, listeners);
    } catch (UnusableAddressException e) {
      throw new RefusedException(e);
    }
    this.door = new Doorkeeper(meeting.endpoint(), meeting.world(), this::enter);
  }

  private static ServerSocketChannel listener(Meeting meeting) throws UnusableAddressException {
    var options = meeting.options();
    if (options.listener().isPresent()) {
      return options.listener().get();
    }
    var master = Addresses.resolve(options.master());
    var bind = options.source(0).map(address -> new InetSocketAddress(address, master.getPort()));
    return meeting.listen(bind.orElse(master));
  }

  Mesh meet() throws RefusedException {
    door.open(listener, meeting.options().token(), Role.MASTER);
    try {
      gather();
      connect();
    } catch (RefusedException e) {
      new Farewell(meeting, e.refused(), roster.ranks()).tell(audience);
      throw e;
    }
    return begin();
  }

  /** On a thread of the doorkeeper. */
  private void enter(Wire wire, Hello hello, Deadline handshake) throws IOException {
    var from = new Conversation(wire, meeting.threads());
    var difference = meeting.endpoint().identity().hello(Role.MASTER).differenceFrom(hello);
    if (difference.isPresent()) {
      meeting.report(new Event.Differs(hello, difference.get(), from));
    } else {
      meeting.report(new Event.Arrived(hello, registration(wire, hello, handshake), from));
    }
    meeting.listen(from, Meeting.within(meeting.options().timeout().plus(Meeting.GRACE)));
  }

  private Frame.Register registration(Wire wire, Hello hello, Deadline handshake)
      throws IOException {
    var address = wire.remoteAddress();
    meeting.report(new Event.Came(hello, address));
    try {
      if (wire.read(handshake) instanceof Frame.Register register) {
        return register;
      }
      throw new MalformedException("something else where a registration is due");
    } catch (SocketTimeoutException e) {
      throw e; // It has not gone, as far as we know.
    } catch (IOException e) {
      meeting.report(new Event.Withdrew(hello, address));
      throw e;
    }
  }

  private void gather() throws RefusedException {
    while (!roster.complete()) {
      var event =
          meeting
              .next(deadline)
              .orElseThrow(
                  () -> new RefusedException(roster.late(timeout(), door.strangers().hint())));
      switch (event) {
        case Event.Came(var hello, var address) -> roster.expect(hello.rank(), address);
        case Event.Withdrew(var hello, var address) -> roster.withdraw(hello.rank(), address);
        case Event.Arrived arrived -> arrive(arrived);
        case Event.Differs differs -> differ(differs);
        case Event.Left(var from) -> forget(from);
        case Event.Said(var from, var frame) -> throw unexpected(from, frame);
        case Event.Paired _, Event.Unreachable _ -> throw new AssertionError("not begun");
      }
    }
  }

  private void arrive(Event.Arrived arrived) throws RefusedException {
    var hello = arrived.hello();
    var register = arrived.register();
    var peer = new Peer(hello.rank(), register.hostName(), register.addresses());
    audience.put(arrived.from(), peer.rank());
    var refusal = roster.admit(peer, hello.world());
    if (refusal.isPresent()) {
      throw new RefusedException(refusal.get());
    }
    var difference = difference(peer, register.streams());
    if (difference.isPresent()) {
      throw new RefusedException(Reason.CONFIGURATION, difference.get());
    }
    members.put(peer.rank(), arrived.from());
    arrived.from().post(new Frame.Accepted(remainingMillis()));
  }

  private Optional<String> difference(Peer peer, int itsStreams) {
    int addresses = Math.max(1, meeting.options().bind().size());
    int streams = meeting.options().streams();
    if (peer.addresses().size() != addresses) {
      return Optional.of(
          "%s has %d bind addresses, rank 0 has %d: give every rank as many"
              .formatted(peer, peer.addresses().size(), addresses));
    }
    return itsStreams == streams
        ? Optional.empty()
        : Optional.of(
            "%s wants %d streams for each pair, rank 0 wants %d: start all ranks with the same"
                .formatted(peer, itsStreams, streams));
  }

  private void differ(Event.Differs differs) throws RefusedException {
    audience.put(differs.from(), differs.hello().rank());
    throw new RefusedException(Reason.CONFIGURATION, differs.sentence());
  }

  /** Whoever leaves before the table is out may come again. */
  private void forget(Conversation from) {
    audience.remove(from);
    int rank = rankOf(from);
    if (members.remove(rank, from)) {
      roster.remove(rank);
    }
  }

  private void connect() throws RefusedException {
    members.forEach(pairing::registered);
    pairing.begin(id, roster.peers(), timeout());
    members.values().forEach(member -> member.post(table()));
    var connected = new TreeSet<Integer>();
    while (connected.size() < members.size()) {
      var event =
          meeting
              .next(deadline)
              .orElseThrow(() -> new RefusedException(roster.unconnected(timeout(), connected)));
      switch (event) {
        case Event.Said(var from, Frame.Connected()) -> connected.add(rankOf(from));
        case Event.Said(var from, var frame) -> throw unexpected(from, frame);
        case Event.Came _, Event.Withdrew _ -> {} // It cannot be one of those that are here.
        case Event.Arrived arrived -> arrive(arrived);
        case Event.Differs differs -> differ(differs);
        case Event.Left(var from) -> lose(from);
        case Event.Paired paired -> pairing.keep(paired);
        case Event.Unreachable _ -> throw new AssertionError("rank 0 calls nobody");
      }
    }
  }

  private Frame[] table() {
    var frames = new ArrayList<Frame>();
    frames.add(new Frame.Gathered(id));
    for (var peer : roster.peers()) {
      frames.add(new Frame.Entry(peer.rank(), peer.hostName(), peer.addresses()));
    }
    return frames.toArray(Frame[]::new);
  }

  private void lose(Conversation from) throws RefusedException {
    if (members.containsValue(from)) {
      throw new RefusedException(
          Reason.LOST,
          "%s left before the rendezvous was complete: look at its log"
              .formatted(roster.peer(rankOf(from))));
    }
  }

  private RefusedException unexpected(Conversation from, Frame frame) {
    return frame instanceof Frame.Refused refused
        ? new RefusedException(refused)
        : new RefusedException(
            Reason.LOST,
            "rank %d said %s out of turn: start the job again"
                .formatted(rankOf(from), frame.getClass().getSimpleName()));
  }

  /** Once a rank has begun, all that follows on its socket is data: a failure just closes it. */
  private Mesh begin() throws RefusedException {
    for (var member : members.values()) {
      member.post(new Frame.Begin());
    }
    for (var member : members.values()) {
      member.flush(Meeting.within(Meeting.GRACE));
    }
    int strangers = door.strangers().total() + pairing.strangers();
    return new Mesh(0, id, roster.peers(), pairing.release(), strangers);
  }

  private int rankOf(Conversation from) {
    for (var member : members.entrySet()) {
      if (member.getValue() == from) {
        return member.getKey();
      }
    }
    return -1;
  }

  private Duration timeout() {
    return meeting.options().timeout();
  }

  private long remainingMillis() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos()));
  }
}
