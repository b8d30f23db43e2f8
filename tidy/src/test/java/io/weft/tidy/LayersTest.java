package io.weft.tidy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The map of STYLE.md section 1 as a test: arrows point down, and every room has a name. */
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
