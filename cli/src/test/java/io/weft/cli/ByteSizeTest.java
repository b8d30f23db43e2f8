package io.weft.cli;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("sampled")
class ByteSizeTest {
  @ParameterizedTest
  @CsvSource({
    "0B, 0",
    "1024, 1024",
    "512B, 512",
    "16KB, 16384",
    "1.5KB, 1536",
    "4MB, 4194304",
    "3GB, 3221225472"
  })
  void a_number_and_a_unit_are_so_many_bytes(String written, long bytes) {
    assertThat(ByteSize.parse(written).bytes()).isEqualTo(bytes);
  }

  @Test
  void what_is_printed_reads_back_as_the_same_size() {
    forAll(
        draw -> {
          var size = new ByteSize((long) draw.between(0, 5_000) << draw.between(0, 45));
          assertThat(ByteSize.parse(size.toString())).isEqualTo(size);
        });
  }

  @Test
  void the_largest_unit_that_fits_is_printed() {
    assertThat(new ByteSize(0)).hasToString("0B");
    assertThat(new ByteSize(1536)).hasToString("1536B");
    assertThat(new ByteSize(1536 << 10)).hasToString("1536KB");
    assertThat(new ByteSize(4 << 20)).hasToString("4MB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "4M", "4mb", "4 MB", "MB", "-1KB", "4TB", "4MB,"})
  void anything_else_is_answered_with_the_way_to_write_it(String written) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSize.parse(written))
        .withMessage(
            "'%s' is not a size: write a number of bytes, or one and KB, MB or GB, as in 4MB"
                + " (1 KB = 1024 B)",
            written);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.3B", "1.0001KB", "9999999999GB"})
  void a_fraction_of_a_byte_and_a_size_beyond_measure_are_refused(String written) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ByteSize.parse(written))
        .withMessageContaining("whole number of bytes below 2^63");
  }

  @Test
  void a_negative_size_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteSize(-1))
        .withMessageContaining("-1 bytes");
  }
}
