package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonLinesTest {
  enum Kind {
    SOME_KIND
  }

  record Part(int rank, @Nullable String host) {}

  record LinkProbeEvent(
      String name,
      Kind kind,
      boolean sameHost,
      long sentBytes,
      double meanSeconds,
      List<Part> parts,
      List<Integer> sizes,
      Part slowest)
      implements JsonEvent {}

  record WrongEvent(Duration pause) implements JsonEvent {}

  @Test
  void components_become_fields_in_their_order() {
    var event =
        new LinkProbeEvent(
            "a \"quoted\"\nname — ü",
            Kind.SOME_KIND,
            true,
            1L << 40,
            0.25,
            List.of(new Part(0, "a"), new Part(1, null)),
            List.of(1, 2),
            new Part(1, null));
    assertThat(JsonLines.line(event))
        .isEqualTo(
            "{'event':'link_probe','name':'a \\'quoted\\'\\nname — ü','kind':'some_kind',"
                .concat("'same_host':true,'sent_bytes':1099511627776,'mean_seconds':0.25,")
                .concat("'parts':[{'rank':0,'host':'a'},{'rank':1}],'sizes':[1,2],")
                .concat("'slowest':{'rank':1}}")
                .replace('\'', '"'));
  }

  @Test
  void a_number_that_is_not_finite_is_a_string() {
    var event =
        new LinkProbeEvent(
            "", Kind.SOME_KIND, false, 0, Double.NaN, List.of(), List.of(), new Part(0, null));
    assertThat(JsonLines.line(event)).contains("\"mean_seconds\":\"NaN\"");
  }

  @Test
  void a_type_without_a_documented_form_is_a_bug() {
    assertThatThrownBy(() -> JsonLines.line(new WrongEvent(Duration.ZERO)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("java.time.Duration");
  }
}
