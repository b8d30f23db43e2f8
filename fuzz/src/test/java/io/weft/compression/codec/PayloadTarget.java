package io.weft.compression.codec;

import io.weft.compression.exchange.Compressions;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Target;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Payloads of every codec that decodes by itself. */
public final class PayloadTarget implements Target {
  private static final List<Codec> CODECS = Compressions.codecs();
  private static final Moment MOMENT = new Moment(1, 0, 2, 0);
  private static final int COUNT_MOST = 200;

  @Override
  public List<byte[]> seeds() throws IOException {
    var seeds = new ArrayList<byte[]>();
    for (int codec = 0; codec < CODECS.size(); codec++) {
      for (int count : List.of(0, 7, 130)) {
        seeds.add(Input.of(codec, Input.of(count, encoded(CODECS.get(codec), count))));
      }
    }
    return seeds;
  }

  private static byte[] encoded(Codec codec, int count) {
    try (var arena = Arena.ofConfined()) {
      var input = arena.allocate(ValueLayout.JAVA_FLOAT, count);
      for (int i = 0; i < count; i++) {
        input.setAtIndex(ValueLayout.JAVA_FLOAT, i, (float) Math.sin(i * i) * i);
      }
      var payload = arena.allocate(codec.payloadBytes(count) + 1);
      long length = codec.open(count, arena).encode(MOMENT, input, payload);
      return payload.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    var codec = CODECS.get(input.below(CODECS.size()));
    int count = input.below(COUNT_MOST);
    try (var arena = Arena.ofConfined()) {
      var coder = codec.open(count, arena);
      var numbers = arena.allocate(ValueLayout.JAVA_FLOAT, count);
      var payload = MemorySegment.ofArray(input.rest());
      Refusal.only(
          () -> {
            coder.decode(MOMENT, payload, numbers);
            coder.accumulate(MOMENT, payload, 0.5f, numbers);
          },
          MalformedPayloadException.class);
    }
  }
}
