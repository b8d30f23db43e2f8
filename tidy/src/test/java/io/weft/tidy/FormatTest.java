package io.weft.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FormatTest {
  @Test
  void every_source_is_formatted() throws Exception {
    var root = Path.of(System.getProperty("repository.root"));
    assertThat(Format.unformatted(root)).as("repair with: mvn -Pformat process-classes").isEmpty();
  }
}
