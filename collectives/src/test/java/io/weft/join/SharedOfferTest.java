package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.shared.Allowance;
import io.weft.network.shared.SharedFolder;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedOfferTest {
  @Test
  void what_is_written_is_read() throws IOException {
    var offer = new SharedOffer(-7, "weft-1-2-3-a", new Allowance(4096));
    assertThat(SharedOffer.isOne(offer.toString())).isTrue();
    assertThat(SharedOffer.parse(offer.toString())).isEqualTo(offer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map ",
        "map 1 weft-1-2-3-a",
        "map 1 weft-1-2-3-a 4096 5",
        "map x weft-1-2-3-a 4096",
        "map 1 weft-1-2-3-a 0",
        "map 1 weft-1-2-3-a 99999999999999999999"
      })
  void other_words_are_refused(String words) {
    assertThatThrownBy(() -> SharedOffer.parse(words))
        .isInstanceOf(IOException.class)
        .hasMessage("'%s' is no offer of a number, a name and a size", words);
  }

  /** A rank that says which file to map could otherwise have any file written to. */
  @ParameterizedTest
  @ValueSource(strings = {"/etc/hosts", "../weft-1-2-3-a", "weft-1-2-3-a/../../x", "a", "."})
  void names_of_other_files_are_refused(String name) {
    var folder = new SharedFolder(Path.of("/dev/shm"));
    assertThatThrownBy(() -> folder.open(name, 1))
        .isInstanceOf(IOException.class)
        .hasMessage("'%s' is no name of shared memory", name);
  }
}
