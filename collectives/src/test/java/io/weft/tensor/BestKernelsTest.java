package io.weft.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Real processes, as the choice depends on how a JVM was started. */
class BestKernelsTest {
  /** What the child runs: the sum of 1000 ones and twos, and who computed it. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      try (var arena = Arena.ofConfined()) {
        var ones = arena.allocate(ValueLayout.JAVA_INT, 1000);
        var twos = arena.allocate(ValueLayout.JAVA_INT, 1000);
        for (int i = 0; i < 1000; i++) {
          ones.setAtIndex(ValueLayout.JAVA_INT, i, 1);
          twos.setAtIndex(ValueLayout.JAVA_INT, i, 2);
        }
        Kernels.best().reduce(ElementType.INT32, Reduction.SUM, ones, ones, twos);
        int found = ones.getAtIndex(ValueLayout.JAVA_INT, 999);
        IO.println(found + " by " + Kernels.best().getClass().getSimpleName());
      }
    }
  }

  @Test
  void without_the_module_plain_kernels_work_and_no_vector_class_is_loaded() throws Exception {
    assertThat(run("-Xlog:class+load"))
        .contains("3 by PlainKernels")
        .contains("io.weft.tensor.PlainKernels source:")
        .doesNotContain("io.weft.tensor.Vector")
        .doesNotContain("jdk.incubator.vector");
  }

  @Test
  void with_the_module_vector_kernels_are_chosen() throws Exception {
    assertThat(run("--add-modules=jdk.incubator.vector")).contains("3 by VectorKernels");
  }

  private static String run(String option) throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command = new ArrayList<>(List.of(java, option, "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(Child.class.getName());
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
