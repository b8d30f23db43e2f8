package io.weft.tidy;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.weft.training.Training;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * The map of STYLE.md section 1 as a test: arrows point down, every room has a name, and the world
 * comes in through few doors. A rule that finds nothing to check fails.
 */
class LayersTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.weft");

  @Test
  void the_importer_sees_the_code() {
    assertThat(CODE.that(resideInAPackage("io.weft.tensor.."))).isNotEmpty();
  }

  @Test
  void layers_use_only_what_is_below_them() {
    // Layer "flow" stands between collective and network; it is listed once it has code.
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("strategy")
        .definedBy("io.weft.strategy..")
        .layer("schedule")
        .definedBy("io.weft.schedule..")
        .layer("compression")
        .definedBy("io.weft.compression..")
        .layer("collective")
        .definedBy("io.weft.collective..")
        .layer("network")
        .definedBy("io.weft.network..")
        .whereLayer("strategy")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("schedule")
        .mayOnlyBeAccessedByLayers("strategy")
        .whereLayer("compression")
        .mayOnlyBeAccessedByLayers("strategy", "schedule")
        .whereLayer("compression")
        .mayOnlyAccessLayers("collective")
        .whereLayer("collective")
        .mayOnlyBeAccessedByLayers("strategy", "schedule", "compression")
        .whereLayer("network")
        .mayOnlyBeAccessedByLayers("collective")
        .check(CODE);
  }

  @Test
  void tensors_may_be_used_by_all_and_use_nothing_of_ours() {
    noClasses()
        .that()
        .resideInAPackage("io.weft.tensor..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("io.weft..").and(resideOutsideOfPackage("io.weft.tensor..")))
        .check(CODE);
  }

  @Test
  void collectives_need_the_jdk_alone() {
    String[] collectives = {
      "io.weft.join..",
      "io.weft.collective..",
      "io.weft.file..",
      "io.weft.flow..",
      "io.weft.network..",
      "io.weft.recorder..",
      "io.weft.tensor.."
    };
    classes()
        .that()
        .resideInAnyPackage(collectives)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(collectives)
                .or(
                    resideInAnyPackage(
                        "java..",
                        "javax.crypto..",
                        "javax.net.ssl..",
                        "jdk.incubator.vector..",
                        "org.jspecify..")))
        .check(CODE);
  }

  @Test
  void the_incubating_api_is_named_by_the_vector_kernels_only() {
    noClasses()
        .that()
        .haveNameNotMatching("io\\.weft\\.tensor\\.Vector.*")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator..")
        .check(CODE);
  }

  @Test
  void djl_is_named_by_the_engine_only() {
    // These show what a user who has blocks, data and programs of DJL does with them.
    noClasses()
        .that()
        .resideOutsideOfPackage("io.weft.engine..")
        .and()
        .haveNameNotMatching("io\\.weft\\.examples\\.(OwnBlocks|Digits|Djl(Alone|Together))")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ai.djl..")
        .check(CODE);
  }

  @Test
  void the_command_line_has_no_training_loop_of_its_own() {
    // Measurements of bench train and profile go round by round, and learn nothing.
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.weft.cli..",
            "io.weft.command..",
            "io.weft.diagnosis..",
            "io.weft.job..",
            "io.weft.launch..",
            "io.weft.measurement..",
            "io.weft.progress..",
            "io.weft.recording..",
            "io.weft.report..",
            "io.weft.run..")
        .and()
        .doNotHaveFullyQualifiedName("io.weft.measurement.TrainingBenchmark")
        .should()
        .dependOnClassesThat(
            belongToAnyOf(Training.class)
                .or(resideInAPackage("io.weft.training.round.."))
                .or(
                    resideInAPackage("io.weft.checkpoint..")
                        .and(not(assignableTo(RuntimeException.class)))))
        .check(CODE);
  }

  @Test
  void only_the_command_line_and_tests_print() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.weft.cli..", "io.weft.examples..", "io.weft.tidy..", "io.weft.trials..")
        .should(ACCESS_STANDARD_STREAMS)
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(IO.class)
        .check(CODE);
  }

  @Test
  void nothing_is_read_or_written_by_java_serialisation() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(ObjectInputStream.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(ObjectOutputStream.class)
        .check(CODE);
  }

  @Test
  void packages_are_free_of_cycles() {
    slices().matching("io.weft.(**)").should().beFreeOfCycles().check(CODE);
  }

  @Test
  void no_package_is_a_drawer_for_odds_and_ends() {
    noClasses()
        .should()
        .resideInAnyPackage(
            "..util..", "..common..", "..helper..", "..misc..", "..core..", "..impl..")
        .check(CODE);
  }

  @Test
  void every_package_is_null_marked() {
    assertThat(CODE.stream().map(type -> type.getPackage()).distinct().toList())
        .isNotEmpty()
        .allSatisfy(LayersTest::assertNullMarked);
  }

  private static void assertNullMarked(JavaPackage found) {
    assertThat(found.isAnnotatedWith(NullMarked.class)).as(found.getName()).isTrue();
  }
}
