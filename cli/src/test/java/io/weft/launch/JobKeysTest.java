package io.weft.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.join.TlsFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;

class JobKeysTest {
  @Test
  void ranks_can_use_the_key_and_nobody_else_can_see_it() throws Exception {
    Path file;
    try (var keys = JobKeys.create()) {
      file = Path.of(keys.variables().get(TlsFile.VARIABLE));
      assertThat(TlsFile.from(keys.variables())).isPresent();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
          .isEqualTo("rwx------");
    }
    assertThat(file.getParent()).doesNotExist();
  }

  @Test
  void a_job_without_keys_has_no_variables_for_them() throws Exception {
    try (var keys = JobKeys.none()) {
      assertThat(keys.variables()).isEmpty();
    }
  }
}
