package io.weft.network.socket;

import io.weft.join.TlsFile;
import io.weft.launch.JobKeys;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The way to TLS before anybody has proved anything. */
public final class TlsDoor {
  private static final Tls TLS = tls();

  private TlsDoor() {}

  private static Tls tls() {
    try (var keys = JobKeys.create()) {
      return TlsFile.from(keys.variables()).orElseThrow();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError("no key to fuzz with", e);
    }
  }

  /** What a client of ours says first. */
  public static byte[] greeting() throws IOException {
    var said = new ByteArrayOutputStream();
    var engine = TLS.forClient();
    var target = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.beginHandshake();
    engine.wrap(ByteBuffer.allocate(0), target);
    said.write(target.array(), 0, target.position());
    return said.toByteArray();
  }

  /** Answers a stranger, who says these bytes. */
  public static void answer(byte[] said) throws IOException {
    TlsConnection.over(new Played(said), TLS.forServer());
    throw new AssertionError("a stranger has shown a certificate that nobody has given");
  }
}
