package io.weft.network;

/**
 * What a message belongs to, so that operations of different groups, or several at once, never take
 * each other's bytes. Within a channel, the messages of a pair of ranks keep their order.
 *
 * @param group the group of ranks that does the operation
 * @param sequence the number of the operation within the group
 * @param signals whether it carries the signals of the operation, which have an order of their own
 */
public record Channel(long group, long sequence, boolean signals) {
  public static Channel of(long group, long sequence) {
    return new Channel(group, sequence, false);
  }

  public Channel forSignals() {
    return new Channel(group, sequence, true);
  }
}
