package io.weft.network.socket;

import java.io.IOException;
import java.nio.ByteBuffer;

/** How to end a connection so that the last word arrives. */
final class Leave {
  /** More than anybody says before it has read an answer. */
  private static final int UNREAD_BYTES_MAX = 64 * 1024;

  private Leave() {}

  /**
   * Says that nothing follows, and takes in what is still on its way: a socket that is closed with
   * unread bytes takes back what it has sent. Within the deadline that the caller keeps.
   */
  static void politely(Connection connection) throws IOException {
    connection.shutdownOutput();
    var rest = ByteBuffer.allocate(UNREAD_BYTES_MAX / 8);
    for (int unread = 0, count = 0; count >= 0 && unread < UNREAD_BYTES_MAX; unread += count) {
      count = connection.read(rest.clear());
    }
  }
}
