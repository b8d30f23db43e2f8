package io.weft.diagnosis;

import io.weft.tensor.ElementType;
import io.weft.tensor.Kernels;
import io.weft.tensor.Reduction;
import java.lang.foreign.MemorySegment;
import java.lang.module.ModuleFinder;
import java.util.Arrays;

/** The JVM that runs us, and the flags it was started with. */
final class JavaChecks {
  private static final int FEATURE = 25;
  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  private JavaChecks() {}

  static Finding version() {
    return version(
        Runtime.version(), System.getProperty("java.vendor"), System.getProperty("java.home"));
  }

  static Finding version(Runtime.Version version, String vendor, String home) {
    String found = "%s, %s, %s".formatted(version, vendor, home);
    return version.feature() == FEATURE
        ? Finding.ok("JDK", found)
        : Finding.fail(
            "JDK", found, "install a JDK %d and set JAVA_HOME to its folder".formatted(FEATURE));
  }

  static Finding vectorModule() {
    if (ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()) {
      return vectorKernels();
    }
    return ModuleFinder.ofSystem().find(VECTOR_MODULE).isPresent()
        ? Finding.warn(
            "vector module",
            VECTOR_MODULE + " is not loaded, so additions run on plain loops",
            "start through ./weft, or add --add-modules=" + VECTOR_MODULE)
        : Finding.warn(
            "vector module",
            "this Java runtime has no " + VECTOR_MODULE + ", so additions run on plain loops",
            "install a whole JDK %d".formatted(FEATURE));
  }

  private static Finding vectorKernels() {
    float[] plain = sums(Kernels.plain());
    return Arrays.equals(sums(Kernels.best()), plain)
        ? Finding.ok("vector module", VECTOR_MODULE + " is loaded and adds what plain loops add")
        : Finding.fail(
            "vector module",
            VECTOR_MODULE + " adds otherwise than plain loops",
            "report it with the processor and the JDK, and start java without the module");
  }

  private static float[] sums(Kernels kernels) {
    var terms = new float[1023];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = 1 / (i + 1f);
    }
    var sums = new float[terms.length];
    var source = MemorySegment.ofArray(terms);
    kernels.reduce(
        ElementType.FP32, Reduction.SUM, MemorySegment.ofArray(sums), source, source, source);
    return sums;
  }

  static Finding nativeAccess() {
    return JavaChecks.class.getModule().isNativeAccessEnabled()
        ? Finding.ok("native access", "allowed")
        : Finding.warn(
            "native access",
            "not allowed, so the JVM warns and a later one will refuse",
            "start through ./weft, or add --enable-native-access=ALL-UNNAMED");
  }
}
