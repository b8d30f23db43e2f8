package io.weft.diagnosis.peer;

import io.weft.diagnosis.Lookup;
import io.weft.network.identity.HostPort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a cluster, in an order that all of them were told, and which of them we are.
 *
 * @param self the place of this machine in the list, from 0
 */
public record HostList(List<Host> hosts, int self) {
  /** Each doctor keeps two connections to every other one. */
  public static final int HOSTS_MOST = 256;

  private static final int PORT_MOST = 65_535;

  public HostList {
    hosts = List.copyOf(hosts);
  }

  /** A host as it was written, and where that leads. */
  public record Host(HostPort place, Lookup lookup) {}

  /**
   * Reads {@code a}, {@code a:29601}, {@code fd77::1}, {@code [fd77::1]} and {@code
   * [fd77::1]:29601}.
   *
   * @param port for those that name none
   */
  public static List<HostPort> parse(List<String> texts, int port) {
    if (texts.size() < 2 || texts.size() > HOSTS_MOST) {
      throw new IllegalArgumentException(
          "--hosts names %d host%s: give 2 to %d, this machine among them"
              .formatted(texts.size(), texts.size() == 1 ? "" : "s", HOSTS_MOST));
    }
    if (port < 1 || port > PORT_MOST) {
      throw new IllegalArgumentException(
          "--port %d: give a port from 1 to %d".formatted(port, PORT_MOST));
    }
    var places = texts.stream().map(text -> parse(text, port)).toList();
    if (places.stream().distinct().count() < places.size()) {
      throw new IllegalArgumentException(
          "--hosts names a host twice: leave one out, or give them different ports");
    }
    return places;
  }

  private static HostPort parse(String text, int port) {
    boolean bareAddress = !text.startsWith("[") && text.indexOf(':') != text.lastIndexOf(':');
    if (bareAddress) {
      return new HostPort(text, port);
    }
    boolean bracketed = text.startsWith("[") && text.endsWith("]");
    return HostPort.parse("--hosts", bracketed || !text.contains(":") ? text + ":" + port : text);
  }

  /** Resolves all names and finds this machine among them, unless the user says which it is. */
  public static HostList locate(List<HostPort> places, @Nullable Integer self) {
    var hosts =
        places.parallelStream().map(place -> new Host(place, Lookup.of(place.host()))).toList();
    return locate(hosts, self, HostList::isOurs);
  }

  static HostList locate(List<Host> hosts, @Nullable Integer self, Predicate<InetAddress> ours) {
    if (self != null) {
      if (self < 0 || self >= hosts.size()) {
        throw new IllegalArgumentException(
            "--self %d: the entries of --hosts count from 0 to %d"
                .formatted(self, hosts.size() - 1));
      }
      return new HostList(hosts, self);
    }
    var candidates =
        IntStream.range(0, hosts.size())
            .filter(i -> hosts.get(i).lookup().addresses().stream().anyMatch(ours))
            .boxed()
            .toList();
    if (candidates.size() == 1) {
      return new HostList(hosts, candidates.getFirst());
    }
    throw new IllegalArgumentException(
        candidates.isEmpty()
            ? "none of --hosts %s is an address of this machine: add it, or say which it is with"
                    .formatted(spoken(hosts))
                + " --self N, counting from 0"
            : "entries %s of --hosts are all this machine: say which one with --self N"
                .formatted(candidates.stream().map(i -> "" + i).collect(Collectors.joining(", "))));
  }

  private static boolean isOurs(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }

  private static String spoken(List<Host> hosts) {
    return hosts.stream().map(host -> host.place().host()).collect(Collectors.joining(","));
  }

  int size() {
    return hosts.size();
  }

  /** All but this one. */
  List<Integer> others() {
    return IntStream.range(0, size()).filter(i -> i != self).boxed().toList();
  }

  Host host(int index) {
    return hosts.get(index);
  }

  /** Its name; with the port where several have the same. */
  String label(int index) {
    var place = hosts.get(index).place();
    long alike = hosts.stream().filter(host -> host.place().host().equals(place.host())).count();
    return alike == 1 ? place.host() : place.toString();
  }

  /** How many characters the longest label has. */
  public int labelLengthMost() {
    return IntStream.range(0, size()).map(i -> label(i).length()).max().orElseThrow();
  }

  /** Whether no other machine is meant, so that no stranger on the network can take part. */
  boolean withinThisMachine() {
    return hosts.stream().allMatch(host -> host.lookup().loopbackOnly());
  }

  /**
   * Where to listen: everywhere, since the name of a machine often leads to loopback on itself, but
   * never further than all are.
   */
  InetSocketAddress listeningAddress() {
    var own = hosts.get(self);
    return withinThisMachine()
        ? new InetSocketAddress(own.lookup().addresses().getFirst(), own.place().port())
        : new InetSocketAddress(own.place().port());
  }
}
