package io.weft.diagnosis;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A name and the addresses behind it, none if it is not known.
 *
 * @param name of a host, or an address
 */
public record Lookup(String name, List<InetAddress> addresses) {
  /** What a resolver needs that tries two servers twice. */
  private static final Duration LIMIT = Duration.ofSeconds(20);

  public Lookup {
    addresses = List.copyOf(addresses);
  }

  /** Asks the system, which may ask the network. */
  public static Lookup of(String name) {
    var addresses = new CompletableFuture<List<InetAddress>>();
    Thread.ofPlatform()
        .daemon()
        .name("lookup/" + name)
        .start(() -> addresses.complete(resolve(name)));
    return new Lookup(
        name,
        addresses.completeOnTimeout(List.of(), LIMIT.toMillis(), TimeUnit.MILLISECONDS).join());
  }

  private static List<InetAddress> resolve(String name) {
    try {
      return List.of(InetAddress.getAllByName(name));
    } catch (UnknownHostException e) {
      return List.of();
    }
  }

  /** Whether it is known, and leads to nobody but whoever asks. */
  public boolean loopbackOnly() {
    return !addresses.isEmpty() && addresses.stream().allMatch(InetAddress::isLoopbackAddress);
  }

  /** Whether the name is an address itself, so that nobody had to be asked. */
  public boolean isLiteral() {
    return name.contains(":") || name.matches("[0-9.]+");
  }

  /** The addresses as people write them. */
  public String spoken() {
    return addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "));
  }
}
