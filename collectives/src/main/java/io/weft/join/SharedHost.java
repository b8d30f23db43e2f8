package io.weft.join;

import io.weft.collective.program.Topology;
import io.weft.flow.FlowTransport;
import io.weft.network.Channel;
import io.weft.network.Deadline;
import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.shared.Allowance;
import io.weft.network.shared.Commons;
import io.weft.network.shared.HostEvidence;
import io.weft.network.shared.Leftovers;
import io.weft.network.shared.Neighbours;
import io.weft.network.shared.Region;
import io.weft.network.shared.Segments;
import io.weft.network.shared.SharedMemoryException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How ranks find out that they share a host, and map what they share: each tells the first rank of
 * its host where it is; that one makes a file with a secret number in it and says its name; each
 * says whether it could map it and found the number; the first takes the name away and says whether
 * all could. Each host does so by itself.
 */
final class SharedHost {
  private static final Logger LOGGER = System.getLogger(SharedHost.class.getName());

  /** No communicator has this name; see {@link Agreement}. */
  private static final Key KEY = new Key(-1, 1);

  private static final int MESSAGE_BYTES = 1024;

  private static final String YES = "yes";
  private static final String PLACE = "at ";

  private final FlowTransport transport;
  private final Sharing sharing;

  /** The ranks of this host, of which the first leads. */
  private final List<Integer> host;

  private final boolean alone;
  private @Nullable Region region;
  private @Nullable Allowance allowance;
  private long nonce;

  private SharedHost(FlowTransport transport, Topology topology, JoinOptions options) {
    this.transport = transport;
    this.sharing = options.sharing();
    this.alone = options.identity().localWorldSize().orElse(0) == 1;
    this.host = topology.ranksOf(topology.hostOf(transport.rank()));
  }

  /**
   * Makes ranks of one host share memory, if they can and may.
   *
   * @return the ranks that this one now shares memory with, itself included
   * @throws SharedMemoryException if they were told to and cannot
   */
  static List<Integer> open(FlowTransport transport, Topology topology, JoinOptions options) {
    var alone = List.of(transport.rank());
    var sharing = options.sharing();
    if (sharing.medium() == Sharing.Medium.TCP || transport.ranks() == 1) {
      return alone;
    }
    if (topology.hostCount() == topology.ranks()) {
      refused(sharing, "ranks are on %d hosts".formatted(topology.hostCount()), false);
      return alone;
    }
    var shared = new SharedHost(transport, topology, options);
    if (shared.host.size() == 1) {
      return alone;
    }
    String answer = shared.agree(options.timeouts().collective());
    if (answer.equals(YES)) {
      return shared.host;
    }
    refused(sharing, answer, shared.leads());
    return alone;
  }

  private boolean leads() {
    return transport.rank() == host.getFirst();
  }

  private static void refused(Sharing sharing, String why, boolean warn) {
    if (sharing.medium() == Sharing.Medium.SHM) {
      throw new SharedMemoryException(
          "ranks cannot share memory: %s; mend that, or set %s=tcp"
              .formatted(why, Sharing.VARIABLE));
    }
    if (warn) {
      LOGGER.log(Level.WARNING, "ranks talk through sockets, not shared memory: " + why);
    }
  }

  private String agree(Duration timeout) {
    var ticket = new Ticket(KEY, host.hashCode(), host, 0, () -> "the search for shared memory");
    var deadline = Deadline.after(timeout, ticket.description(), System::nanoTime);
    try (var arena = Arena.ofShared();
        var channel = transport.open(ticket)) {
      var talk = new Talk(channel, arena, deadline);
      String answer = leads() ? lead(talk) : follow(talk);
      if (answer.equals(YES)) {
        share();
      }
      return answer;
    }
  }

  private record Talk(Channel channel, Arena arena, Deadline deadline) {
    void tell(List<Integer> peers, String text) {
      var message = arena.allocate(MESSAGE_BYTES);
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      MemorySegment.copy(
          MemorySegment.ofArray(bytes), 0, message, 0, Math.min(bytes.length, MESSAGE_BYTES - 1));
      var sent = peers.stream().map(peer -> channel.send(peer, message)).toList();
      sent.forEach(sending -> sending.await(deadline));
    }

    String hear(int peer) {
      var message = arena.allocate(MESSAGE_BYTES);
      channel.receive(peer, message).await(deadline);
      message.set(ValueLayout.JAVA_BYTE, MESSAGE_BYTES - 1, (byte) 0); // as whoever tells it does
      return message.getString(0);
    }
  }

  private String lead(Talk talk) {
    var others = host.subList(1, host.size());
    var places = new ArrayList<>(List.of(place()));
    others.forEach(peer -> places.add(talk.hear(peer)));
    String offer = offer(places);
    talk.tell(others, offer);
    var answers = new ArrayList<String>();
    others.forEach(peer -> answers.add(talk.hear(peer)));
    unlink();
    String answer =
        region == null
            ? offer
            : answers.stream().filter(it -> !it.equals(YES)).findFirst().orElse(YES);
    talk.tell(others, answer);
    return answer;
  }

  private String follow(Talk talk) {
    int first = host.getFirst();
    talk.tell(List.of(first), place());
    String offer = talk.hear(first);
    talk.tell(List.of(first), SharedOffer.isOne(offer) ? mapped(offer) : offer);
    return talk.hear(first);
  }

  /** Where this rank is, or why it can share nothing. */
  private String place() {
    if (alone) {
      return "rank %d is alone on its node, as LOCAL_WORLD_SIZE says".formatted(transport.rank());
    }
    try {
      return PLACE + HostEvidence.ofThis();
    } catch (IOException e) {
      return "this system has no /proc to tell hosts apart";
    }
  }

  private String offer(List<String> places) {
    for (int i = 0; i < places.size(); i++) {
      if (!places.get(i).startsWith(PLACE)) {
        return places.get(i);
      }
      if (!places.get(i).equals(places.getFirst())) {
        return "ranks %d and %d are on different hosts".formatted(host.getFirst(), host.get(i));
      }
    }
    try {
      Leftovers.remove(sharing.folder().path());
      long bytes = Commons.byteCount(host.size());
      allowance = Allowance.of(sharing.folder().freeBytes() - bytes, host.size());
      nonce = new SecureRandom().nextLong();
      region = sharing.folder().create("%016x".formatted(nonce), bytes, nonce);
      return new SharedOffer(nonce, region.name(), allowance).toString();
    } catch (IOException e) {
      return unusable(e);
    }
  }

  private String mapped(String offer) {
    try {
      var offered = SharedOffer.parse(offer);
      nonce = offered.nonce();
      allowance = offered.allowance();
      region = sharing.folder().open(offered.name(), nonce);
      if (region.memory().byteSize() < Commons.byteCount(host.size())) {
        throw new IOException("%s is too short for %d ranks".formatted(offer, host.size()));
      }
      return YES;
    } catch (IOException e) {
      return unusable(e);
    }
  }

  private String unusable(IOException e) {
    String why = e instanceof NoSuchFileException ? "no " + e.getMessage() : e.getMessage();
    return "rank %d cannot use %s: %s".formatted(transport.rank(), sharing.folder().path(), why);
  }

  private void unlink() {
    try {
      if (region != null) {
        region.unlink();
      }
    } catch (IOException e) {
      LOGGER.log(Level.WARNING, "a file of shared memory stays behind: " + e.getMessage());
    }
  }

  private void share() {
    if (region == null || allowance == null) {
      throw new AssertionError("all ranks have mapped what this one has not");
    }
    int ranks = host.size();
    transport.share(
        new Neighbours(host),
        new Commons(region.memory(), ranks),
        new Segments(sharing.folder(), transport.rank(), ranks - 1, allowance, nonce));
  }
}
