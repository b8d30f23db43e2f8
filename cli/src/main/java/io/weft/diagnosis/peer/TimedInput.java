package io.weft.diagnosis.peer;

import io.weft.network.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/** The bytes of a socket until a deadline, however slowly they drip. */
final class TimedInput extends InputStream {
  private final Socket socket;
  private final InputStream in;
  private final Deadline deadline;

  TimedInput(Socket socket, Deadline deadline) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
    this.deadline = deadline;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    long millis = TimeUnit.NANOSECONDS.toMillis(deadline.remainingNanos());
    if (millis <= 0) {
      throw new SocketTimeoutException("no answer in time");
    }
    socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
    return in.read(target, offset, count);
  }
}
