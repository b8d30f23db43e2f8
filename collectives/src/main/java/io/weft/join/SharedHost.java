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
import io.weft.network.shared.Region;
import io.weft.network.shared.Segments;
import io.weft.network.shared.SharedMemoryException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How ranks find out that they share a host, and map what they share: each tells rank 0 where it
 * is; rank 0 makes a file with a secret number in it and says its name; each says whether it could
 * map it and found the number; rank 0 takes the name away and says whether all could.
 */
final class SharedHost {
  private static final Logger LOGGER = System.getLogger(SharedHost.class.getName());

  /** No communicator has this name; see {@link Agreement}. */
  private static final Key KEY = new Key(-1, 1);

  private static final int MESSAGE_BYTES = 1024;

  private static final String YES = "yes";
  private static final String PLACE = "at ";
  private static final String OFFER = "map ";

  private final FlowTransport transport;
  private final Sharing sharing;
  private final int ranks;
  private final boolean alone;
  private @Nullable Region region;
  private @Nullable Allowance allowance;
  private long nonce;

  private SharedHost(FlowTransport transport, JoinOptions options) {
    this.transport = transport;
    this.sharing = options.sharing();
    this.alone = options.identity().localWorldSize().orElse(0) == 1;
    this.ranks = transport.ranks();
  }

  /**
   * Makes ranks share memory, if they can and may.
   *
   * @return whether they do
   * @throws SharedMemoryException if they were told to and cannot
   */
  static boolean open(FlowTransport transport, Topology topology, JoinOptions options) {
    var sharing = options.sharing();
    if (sharing.medium() == Sharing.Medium.TCP || transport.ranks() == 1) {
      return false;
    }
    if (topology.hostCount() > 1) {
      return refused(sharing, "ranks are on %d hosts".formatted(topology.hostCount()), false);
    }
    var host = new SharedHost(transport, options);
    String answer = host.agree(options.timeouts().collective());
    return answer.equals(YES) || refused(sharing, answer, transport.rank() == 0);
  }

  private static boolean refused(Sharing sharing, String why, boolean warn) {
    if (sharing.medium() == Sharing.Medium.SHM) {
      throw new SharedMemoryException(
          "ranks cannot share memory: %s; mend that, or set %s=tcp"
              .formatted(why, Sharing.VARIABLE));
    }
    if (warn) {
      LOGGER.log(Level.WARNING, "ranks talk through sockets, not shared memory: " + why);
    }
    return false;
  }

  private String agree(Duration timeout) {
    var all = IntStream.range(0, ranks).boxed().toList();
    var ticket = new Ticket(KEY, ranks, all, 0, () -> "the search for shared memory");
    var deadline = Deadline.after(timeout, ticket.description(), System::nanoTime);
    try (var arena = Arena.ofShared();
        var channel = transport.open(ticket)) {
      var talk = new Talk(channel, arena, deadline);
      String answer = transport.rank() == 0 ? lead(talk) : follow(talk);
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
      return message.getString(0);
    }
  }

  private String lead(Talk talk) {
    var others = IntStream.range(1, ranks).boxed().toList();
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
    talk.tell(List.of(0), place());
    String offer = talk.hear(0);
    talk.tell(List.of(0), offer.startsWith(OFFER) ? mapped(offer) : offer);
    return talk.hear(0);
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
    for (int rank = 0; rank < ranks; rank++) {
      if (!places.get(rank).startsWith(PLACE)) {
        return places.get(rank);
      }
      if (!places.get(rank).equals(places.getFirst())) {
        return "ranks 0 and %d are on different hosts".formatted(rank);
      }
    }
    try {
      Leftovers.remove(sharing.folder().path());
      long free = sharing.folder().freeBytes() - Commons.byteCount(ranks);
      allowance = Allowance.of(free, ranks);
      nonce = new SecureRandom().nextLong();
      region = sharing.folder().create("%016x".formatted(nonce), Commons.byteCount(ranks), nonce);
      return OFFER + nonce + " " + region.name() + " " + allowance.portionBytes();
    } catch (IOException e) {
      return unusable(e);
    }
  }

  private String mapped(String offer) {
    var words = offer.split(" ", -1);
    nonce = Long.parseLong(words[1]);
    try {
      region = sharing.folder().open(words[2], nonce);
      allowance = new Allowance(Long.parseLong(words[3]));
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
    transport.share(
        new Commons(region.memory(), ranks),
        new Segments(sharing.folder(), transport.rank(), ranks - 1, allowance, nonce));
  }
}
