package io.weft.diagnosis;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ways out of this machine. */
final class InterfaceCheck {
  /** Container hosts have a hundred; the first ones tell enough. */
  private static final int SHOWN_MOST = 8;

  private InterfaceCheck() {}

  static Finding finding() {
    try (var interfaces = NetworkInterface.networkInterfaces()) {
      return judge(interfaces.flatMap(InterfaceCheck::spoken).toList());
    } catch (SocketException e) {
      return judge(List.of());
    }
  }

  static Finding judge(List<String> interfaces) {
    if (interfaces.isEmpty()) {
      return Finding.warn(
          "interfaces",
          "there is none but loopback, so ranks on this machine find only each other",
          "connect it to a network if others are to take part");
    }
    String found = interfaces.stream().limit(SHOWN_MOST).collect(Collectors.joining("; "));
    int more = interfaces.size() - SHOWN_MOST;
    return Finding.ok("interfaces", more > 0 ? "%s; %d more".formatted(found, more) : found);
  }

  /** Name and addresses; nothing of one that leads nowhere. */
  private static Stream<String> spoken(NetworkInterface found) {
    String addresses =
        found
            .inetAddresses()
            .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
            .map(InetAddress::getHostAddress)
            .map(address -> address.replaceFirst("%.*", ""))
            .collect(Collectors.joining(", "));
    return addresses.isEmpty() ? Stream.of() : Stream.of(found.getName() + " " + addresses);
  }
}
