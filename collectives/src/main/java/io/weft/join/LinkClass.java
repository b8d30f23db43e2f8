package io.weft.join;

/** Where the two ends of a link are, as far as its costs are concerned. */
public enum LinkClass {
  /** Two threads of one process. */
  PROCESS(5, 10),
  /** Two processes of one host, over sockets. */
  HOST(20, 2.5),
  /** Two hosts. */
  NETWORK(30, 1.2);

  private final double latencyMicros;
  private final double gigabytesPerSecond;

  LinkClass(double latencyMicros, double gigabytesPerSecond) {
    this.latencyMicros = latencyMicros;
    this.gigabytesPerSecond = gigabytesPerSecond;
  }

  /** Round figures, used until it has been measured; between hosts 10 Gbit/s Ethernet. */
  public Link typical() {
    return new Link(latencyMicros, gigabytesPerSecond);
  }
}
