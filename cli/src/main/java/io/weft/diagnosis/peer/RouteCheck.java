package io.weft.diagnosis.peer;

import io.weft.diagnosis.Finding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.DatagramChannel;

/** Which of our interfaces would be taken to a host. */
final class RouteCheck {
  private RouteCheck() {}

  /** Asks the routing table: a datagram channel that is connected sends nothing. */
  static Finding finding(InetSocketAddress target) {
    String address = target.getAddress().getHostAddress();
    try (var channel = DatagramChannel.open()) {
      channel.connect(target);
      var local = ((InetSocketAddress) channel.getLocalAddress()).getAddress();
      return Finding.ok(
          "route", "to %s from %s, %s".formatted(address, local.getHostAddress(), device(local)));
    } catch (IOException e) {
      return Finding.fail(
          "route",
          "no way to %s (%s)".formatted(address, e.getMessage()),
          "look at the routes of this machine (ip route), or give another address of that host");
    }
  }

  private static String device(InetAddress local) throws IOException {
    var device = NetworkInterface.getByInetAddress(local);
    return device == null ? "unknown interface" : device.getName();
  }
}
