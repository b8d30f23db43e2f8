package io.weft.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cluster.Link;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ReportTest {
  @Test
  void the_page_in_the_documents_has_the_rows_that_need_no_fit() throws Exception {
    var page = Files.readString(Path.of("..", "docs", "validation.md"));
    var quick = Report.markdown(List.of(DearGains.check(), GlobalTopK.check()));
    var rows = quick.substring(quick.indexOf("## DeAR")).lines().filter(it -> it.startsWith("|"));
    assertThat(page.lines())
        .as("write it anew by weft validate --report docs/validation.md")
        .containsAll(rows.toList());
  }

  @Test
  @Tag("thorough")
  void the_closed_form_is_within_its_limit_on_its_domain() {
    assertThat(ClosedFormCheck.check().pass()).isTrue();
  }

  @Test
  void global_top_k_gains_in_the_published_order() {
    var rows = GlobalTopK.check().forecasts();
    assertThat(rows)
        .isSortedAccordingTo(Comparator.comparingDouble(Forecast::predicted).reversed())
        .isSortedAccordingTo(
            Comparator.comparingDouble((Forecast it) -> it.measured().samplesPerSecond())
                .reversed());
    assertThat(GlobalTopK.check().pass()).isTrue();
  }

  @Test
  void global_top_k_fails_on_a_network_of_another_speed() {
    assertThat(GlobalTopK.check(new Link(1 / 4.5e-9, 0.436e-3)).pass()).isFalse();
    assertThat(GlobalTopK.check(new Link(1 / 12e-9, 0.436e-3)).pass()).isFalse();
  }

  @Test
  @Tag("thorough")
  void dear_never_loses_to_its_peers_where_overlap_is_all_that_tells_them_apart() {
    assertThat(DearGains.check().forecasts()).hasSize(10);
    assertThat(DearGains.check().forecasts()).allMatch(it -> it.predicted() > 0.95);
  }

  @Test
  void compression_pays_on_slow_networks_and_not_on_fast_ones() {
    var settings = CompressionMap.settings(10e9);
    assertThat(settings).anyMatch(it -> it.gigabitsPerSecond() == 1 && it.pays());
    assertThat(settings).noneMatch(it -> it.gigabitsPerSecond() == 200 && it.pays());
  }
}
