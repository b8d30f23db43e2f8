package io.weft.trace;

import io.weft.trace.Argument.Bucket;
import io.weft.trace.Argument.Bytes;
import io.weft.trace.Argument.Cause;
import io.weft.trace.Argument.MicroStep;
import io.weft.trace.Argument.Phase;
import io.weft.trace.Argument.Stage;
import io.weft.trace.Argument.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Spans as bytes, in which they travel from rank to rank. */
public final class SpanBytes {
  private SpanBytes() {}

  public static byte[] of(List<Span> spans) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeInt(spans.size());
      for (var span : spans) {
        out.writeInt(span.rank());
        out.writeUTF(span.lane().name());
        out.writeUTF(span.name());
        out.writeLong(span.startNanos());
        out.writeLong(span.endNanos());
        out.writeByte(span.arguments().size());
        for (var argument : span.arguments()) {
          write(out, argument);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be written", e);
    }
    return bytes.toByteArray();
  }

  private static void write(DataOutputStream out, Argument argument) throws IOException {
    switch (argument) {
      case Step(var step) -> number(out, 0, step);
      case MicroStep(var microStep) -> number(out, 1, microStep);
      case Stage(var stage) -> number(out, 2, stage);
      case Bucket(var bucket) -> number(out, 3, bucket);
      case Bytes(var bytes) -> number(out, 4, bytes);
      case Phase(var phase) -> text(out, 5, phase);
      case Cause(var cause) -> text(out, 6, cause);
    }
  }

  private static void number(DataOutputStream out, int kind, long value) throws IOException {
    out.writeByte(kind);
    out.writeLong(value);
  }

  private static void text(DataOutputStream out, int kind, String value) throws IOException {
    out.writeByte(kind);
    out.writeUTF(value);
  }

  /**
   * What {@link #of} was given.
   *
   * @throws IllegalArgumentException if these are not such bytes
   */
  public static List<Span> read(byte[] bytes) {
    var spans = new ArrayList<Span>();
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int count = in.readInt();
      for (int at = 0; at < count; at++) {
        int rank = in.readInt();
        var lane = Lane.valueOf(in.readUTF());
        spans.add(
            new Span(rank, lane, in.readUTF(), in.readLong(), in.readLong(), readArguments(in)));
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%d bytes are not those of spans: do all ranks run the same version of Weft?"
              .formatted(bytes.length),
          e);
    }
    return List.copyOf(spans);
  }

  private static List<Argument> readArguments(DataInputStream in) throws IOException {
    var arguments = new ArrayList<Argument>();
    for (int left = in.readByte(); left > 0; left--) {
      arguments.add(readArgument(in, in.readByte()));
    }
    return arguments;
  }

  private static Argument readArgument(DataInputStream in, int kind) throws IOException {
    return switch (kind) {
      case 0 -> new Step(in.readLong());
      case 1 -> new MicroStep((int) in.readLong());
      case 2 -> new Stage((int) in.readLong());
      case 3 -> new Bucket((int) in.readLong());
      case 4 -> new Bytes(in.readLong());
      case 5 -> new Phase(in.readUTF());
      case 6 -> new Cause(in.readUTF());
      default -> throw new IOException("no kind of argument has the number " + kind);
    };
  }
}
