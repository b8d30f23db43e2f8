package io.weft.fuzz;

/** What Jazzer calls: the target that a property names. */
public final class FuzzedTarget {
  static final String PROPERTY = "fuzz.target";

  private static final Guard GUARD = new Guard(Targets.named(System.getProperty(PROPERTY, "")));

  private FuzzedTarget() {}

  /** Found by its name. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    GUARD.read(input);
  }
}
