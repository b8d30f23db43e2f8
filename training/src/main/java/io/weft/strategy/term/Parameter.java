package io.weft.strategy.term;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a name.
 *
 * @param fallback the default; null where a value must be given
 * @param evidence where the default comes from
 * @param floor another parameter of the same kind that this one may not fall below, or null
 */
public record Parameter(
    String name, Kind kind, @Nullable Value fallback, Evidence evidence, @Nullable String floor) {
  /** Buckets and messages beyond this would not fit one transfer. */
  private static final long SIZE_MAX = 16L << 30;

  public Parameter {
    if (fallback != null && !kind.admits(fallback)) {
      throw new AssertionError(name + "=" + fallback.text() + " is not " + kind.allowed());
    }
  }

  public static Parameter whole(String name, long fallback, long low, long high) {
    return new Parameter(
        name, new Kind.Whole(low, high), new Value.Whole(fallback), Evidence.READ, null);
  }

  /** A part of a whole: above 0 and at most 1. */
  public static Parameter share(String name, double fallback) {
    return number(name, fallback, new Kind.Decimal(0, false, 1, true));
  }

  /** A weight of the past: at least 0 and below 1. */
  public static Parameter momentum(String name, double fallback) {
    return number(name, fallback, new Kind.Decimal(0, true, 1, false));
  }

  public static Parameter number(String name, double fallback, Kind.Decimal kind) {
    return new Parameter(name, kind, new Value.Decimal(fallback), Evidence.READ, null);
  }

  public static Parameter size(String name, long fallback, long low) {
    return new Parameter(
        name,
        new Kind.Size(low, SIZE_MAX, List.of()),
        new Value.Size(fallback),
        Evidence.READ,
        null);
  }

  /** A size, or a word for one that is yet to be found, which is the default. */
  public static Parameter size(String name, Entry fallback, long low) {
    return new Parameter(
        name,
        new Kind.Size(low, SIZE_MAX, List.of(fallback)),
        fallback.term(),
        Evidence.READ,
        null);
  }

  /** One of several words, the first by default. */
  public static Parameter word(String name, Entry... options) {
    return new Parameter(
        name, new Kind.Word(List.of(options)), options[0].term(), Evidence.READ, null);
  }

  /** The compression that a term takes in, called {@code c}; it must offer what is listed. */
  public static Parameter compression(Capability... needs) {
    return new Parameter("c", new Kind.Nested(List.of(needs)), null, Evidence.READ, null);
  }

  /** The same without a default. */
  public Parameter required() {
    return new Parameter(name, kind, null, evidence, floor);
  }

  /** The same with a default that somebody must still check. */
  public Parameter unverified() {
    return new Parameter(name, kind, fallback, Evidence.UNVERIFIED, floor);
  }

  /** The same, never below another parameter of its term. */
  public Parameter notBelow(String other) {
    return new Parameter(name, kind, fallback, evidence, other);
  }

  /** As a signature shows it: {@code staleness=3}, or the bare name where there is no default. */
  public String signature() {
    return fallback == null ? name : name + "=" + fallback.text();
  }
}
