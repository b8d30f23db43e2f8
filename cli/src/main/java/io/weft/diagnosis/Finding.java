package io.weft.diagnosis;

import org.jspecify.annotations.Nullable;

/**
 * What one check says.
 *
 * @param check what was looked at: {@code shared memory}
 * @param host the other host that it is about, where it is about one
 * @param found what was found
 * @param repair what to do about it; there for all but {@link Verdict#OK}
 */
public record Finding(
    String check, @Nullable String host, Verdict verdict, String found, @Nullable String repair) {

  public Finding {
    if ((verdict == Verdict.OK) != (repair == null)) {
      throw new AssertionError("%s: %s with repair %s".formatted(check, verdict, repair));
    }
  }

  public static Finding ok(String check, String found) {
    return new Finding(check, null, Verdict.OK, found, null);
  }

  public static Finding warn(String check, String found, String repair) {
    return new Finding(check, null, Verdict.WARN, found, repair);
  }

  public static Finding fail(String check, String found, String repair) {
    return new Finding(check, null, Verdict.FAIL, found, repair);
  }

  /** What the system does not tell is no fault. */
  static Finding unknown(String check) {
    return ok(check, "this system does not tell");
  }

  /** The same, about another host. */
  public Finding about(String other) {
    return new Finding(check, other, verdict, found, repair);
  }
}
