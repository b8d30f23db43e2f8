package io.weft.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes as a source of choices; beyond their end all are 0. */
public final class Input {
  private final byte[] bytes;
  private int at;

  public Input(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean hasMore() {
    return at < bytes.length;
  }

  public int oneByte() {
    return at < bytes.length ? Byte.toUnsignedInt(bytes[at++]) : 0;
  }

  /** From 0 to below a bound of at most 256. */
  public int below(int bound) {
    return oneByte() % bound;
  }

  public boolean choice() {
    return (oneByte() & 1) == 1;
  }

  /** Any number, often a small one: how many bytes it has comes first. */
  public long number() {
    int length = oneByte() % (Long.BYTES + 1);
    long number = 0;
    for (int i = 0; i < length; i++) {
      number = number << Byte.SIZE | oneByte();
    }
    return number;
  }

  /** Up to so many bytes. */
  public byte[] take(int most) {
    int end = (int) Math.min(bytes.length, (long) at + most);
    var taken = Arrays.copyOfRange(bytes, at, end);
    at = end;
    return taken;
  }

  /** All that is left. */
  public byte[] rest() {
    return take(Integer.MAX_VALUE);
  }

  /** All that is left, as text. */
  public String text() {
    return new String(rest(), StandardCharsets.UTF_8);
  }

  /** An input that begins with a choice. */
  public static byte[] of(int choice, byte[] rest) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(choice);
    bytes.writeBytes(rest);
    return bytes.toByteArray();
  }

  public static byte[] of(int choice, String rest) {
    return of(choice, rest.getBytes(StandardCharsets.UTF_8));
  }
}
