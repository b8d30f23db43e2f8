package io.weft.network.identity;

/**
 * A host and a port, written {@code host:29500} or, as IPv6, {@code [::1]:29500}.
 *
 * @param host a name or an address, without brackets
 */
public record HostPort(String host, int port) {
  private static final int PORT_MOST = 65_535;

  public HostPort {
    if (host.isBlank() || !host.equals(host.strip())) {
      throw new IllegalArgumentException(
          "host '%s': give a host name or an address".formatted(host));
    }
    if (port < 1 || port > PORT_MOST) {
      throw new IllegalArgumentException(
          "port %d of host %s: give a port from 1 to %d".formatted(port, host, PORT_MOST));
    }
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @param name of the flag or variable the text comes from, for the error
   */
  public static HostPort parse(String name, String text) {
    int colon = text.lastIndexOf(':');
    if (colon < 0) {
      throw malformed(name, text, "it has no port");
    }
    String port = text.substring(colon + 1);
    return new HostPort(host(name, text, text.substring(0, colon)), port(name, port));
  }

  /** Reads a port on its own. */
  static int port(String name, String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 1 && port <= PORT_MOST) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Falls through to the sentence that a port out of range gets too.
    }
    throw new IllegalArgumentException(
        "%s: '%s' is not a port: give a whole number from 1 to %d"
            .formatted(name, text, PORT_MOST));
  }

  private static String host(String name, String text, String host) {
    boolean opened = host.startsWith("[");
    if (opened != host.endsWith("]") || (opened && !host.contains(":"))) {
      throw malformed(name, text, "brackets are for an IPv6 address");
    }
    if (!opened && host.contains(":")) {
      throw malformed(name, text, "an IPv6 address needs brackets");
    }
    String bare = opened ? host.substring(1, host.length() - 1) : host;
    if (bare.isBlank() || !bare.equals(bare.strip())) {
      throw malformed(name, text, "it has no host");
    }
    return bare;
  }

  private static IllegalArgumentException malformed(String name, String text, String reason) {
    return new IllegalArgumentException(
        "%s: '%s' is not HOST:PORT, %s: give for instance node1:29500 or [fe80::1]:29500"
            .formatted(name, text, reason));
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
