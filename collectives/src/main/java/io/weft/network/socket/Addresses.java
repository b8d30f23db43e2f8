package io.weft.network.socket;

import io.weft.network.handshake.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;

/** Names and addresses of hosts. */
public final class Addresses {
  private Addresses() {}

  /** The address behind a name, as it is known now; unresolved if it is not. */
  public static InetSocketAddress resolve(InetSocketAddress address) {
    return address.isUnresolved()
        ? new InetSocketAddress(address.getHostString(), address.getPort())
        : address;
  }

  /** Whether a name or address is known to mean this machine alone. */
  public static boolean isLoopback(InetSocketAddress address) {
    var resolved = resolve(address);
    return !resolved.isUnresolved() && resolved.getAddress().isLoopbackAddress();
  }

  /** Whether a connection with these ends never leaves its host, as far as addresses tell. */
  static boolean areOfOneHost(InetAddress here, InetAddress there) {
    return there.isLoopbackAddress() || there.equals(here);
  }

  /** Where a socket listens. */
  public static InetSocketAddress of(ServerSocketChannel listener) throws UnusableAddressException {
    try {
      if (listener.getLocalAddress() instanceof InetSocketAddress address) {
        return address;
      }
    } catch (IOException e) {
      throw new UnusableAddressException("the given listener is closed: give an open, bound one");
    }
    throw new UnusableAddressException("the given listener is not bound: give an open, bound one");
  }

  /** As the user wrote it, without a lookup. */
  public static String spoken(InetSocketAddress address) {
    var host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** What this host calls itself. */
  public static String hostName() {
    try {
      var name = InetAddress.getLocalHost().getHostName();
      return name.length() <= Limits.HOST_NAME_BYTES_MAX ? name : "unknown";
    } catch (UnknownHostException e) {
      return "unknown"; // A host without a name can still train: the address says where it is.
    }
  }
}
