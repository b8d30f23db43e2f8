package io.weft.fuzz;

/** What Jazzer calls: the target that a property names. */
public final class FuzzedTarget {
  static final String PROPERTY = "fuzz.target";

  private static final Target TARGET = Targets.named(System.getProperty(PROPERTY, ""));
  private static final Guard GUARD = new Guard(TARGET);

  private FuzzedTarget() {}

  /** Loads classes, which are changed meanwhile: on a busy machine that is no time of a reader. */
  public static void fuzzerInitialize() throws Exception {
    for (var seed : TARGET.seeds()) {
      GUARD.read(seed);
    }
  }

  /** Found by its name. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    GUARD.read(input);
  }
}
