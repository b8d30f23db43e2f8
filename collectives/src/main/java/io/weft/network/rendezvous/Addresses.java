package io.weft.network.rendezvous;

import io.weft.network.handshake.Limits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Names and addresses of hosts. */
final class Addresses {
  private Addresses() {}

  /** The address behind a name, as it is known now; unresolved if it is not. */
  static InetSocketAddress resolve(InetSocketAddress address) {
    return address.isUnresolved()
        ? new InetSocketAddress(address.getHostString(), address.getPort())
        : address;
  }

  /** As the user wrote it, without a lookup. */
  static String spoken(InetSocketAddress address) {
    var host = address.getHostString();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  static String hostName() {
    try {
      var name = InetAddress.getLocalHost().getHostName();
      return name.length() <= Limits.HOST_NAME_BYTES_MAX ? name : "unknown";
    } catch (UnknownHostException e) {
      return "unknown"; // A host without a name can still train: the address says where it is.
    }
  }
}
