package io.weft.strategy.catalogue;

import static io.weft.strategy.term.Axis.ARCHITECTURE;
import static io.weft.strategy.term.Axis.COLLECTIVE;
import static io.weft.strategy.term.Axis.COMPRESSION;
import static io.weft.strategy.term.Axis.GOSSIP_METHOD;
import static io.weft.strategy.term.Axis.SCHEDULE;
import static io.weft.strategy.term.Axis.SYNCHRONISATION;
import static org.assertj.core.api.Assertions.assertThat;

import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Evidence;
import io.weft.strategy.term.Kind;
import io.weft.strategy.term.Paper;
import io.weft.strategy.term.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
  static List<Entry> entries() {
    return Catalogue.entries();
  }

  @Test
  void every_axis_has_its_names() {
    assertThat(signatures(SYNCHRONISATION))
        .containsExactly(
            "local",
            "bsp",
            "ssp(staleness=3)",
            "asp(correction=none)",
            "backup(workers=1)",
            "dynamic-backup",
            "local-sgd(period=8)",
            "post-local-sgd(period=8)",
            "hierarchical-local-sgd(inner=4, outer=16)",
            "adacomm(period=10)",
            "growing-local-sgd",
            "easgd(period=1, beta=0.9)",
            "slowmo(period=8, momentum=0.5)",
            "diloco(period=500, outer-lr=0.7, outer-momentum=0.9)",
            "async-local-sgd(period=500)",
            "overlap-local-sgd(period=8)",
            "lag(window=10)",
            "sasg(window=10, density=0.01)",
            "delayed");
    assertThat(signatures(ARCHITECTURE))
        .containsExactly(
            "all-reduce",
            "parameter-server(servers=1, placement=colocated)",
            "gossip(topology=ring)");
    assertThat(signatures(GOSSIP_METHOD))
        .containsExactly(
            "d-psgd",
            "ad-psgd",
            "sgp",
            "gradient-tracking",
            "choco(c)",
            "deepsqueeze(c)",
            "matcha(budget=0.5)",
            "saps(density=0.01)");
    assertThat(signatures(SCHEDULE))
        .containsExactly(
            "sequential",
            "wfbp(bucket=0B)",
            "mg-wfbp",
            "priority(partition=4MB, credit=16MB)",
            "dear(bucket=auto)",
            "sharded(stage=1)");
    assertThat(signatures(COLLECTIVE))
        .containsExactly(
            "auto",
            "ring",
            "ordered",
            "recursive-doubling",
            "halving-doubling",
            "binomial-tree",
            "double-tree",
            "hierarchical",
            "torus",
            "blueconnect",
            "direct",
            "flat",
            "star",
            "pairwise",
            "bruck");
  }

  @Test
  void compressions_and_their_wrappers_share_an_axis() {
    assertThat(Catalogue.entries(COMPRESSION).stream().filter(entry -> !entry.wraps()))
        .extracting(Entry::name)
        .containsExactlyInAnyOrder(
            ("fp16 bf16 int8 int4 onebit sign signum ef-sign qsgd terngrad natural fastsgd top-k"
                    + " top-k-sampled gaussian-k random-k random-block threshold dgc g-top-k"
                    + " ok-top-k sketch powersgd acp-sgd atomo dad onebit-adam distributed-lion"
                    + " lion-cub")
                .split(" "));
    assertThat(Catalogue.entries(COMPRESSION).stream().filter(Entry::wraps))
        .extracting(Entry::signature)
        .containsExactly(
            "error-feedback(c)",
            "plain(c)",
            "momentum-correction(c)",
            "per-tensor(c)",
            "per-bucket(c)",
            "dense-below(size, c)",
            "dense-first(steps, c)",
            "lossless(c)");
  }

  @Test
  void these_compressions_feed_back_unless_told_otherwise() {
    assertThat(entries().stream().filter(Entry::feedsBack))
        .extracting(Entry::name)
        .containsExactlyInAnyOrder(
            "onebit",
            "ef-sign",
            "top-k",
            "top-k-sampled",
            "gaussian-k",
            "threshold",
            "g-top-k",
            "ok-top-k",
            "sketch",
            "powersgd",
            "acp-sgd",
            "onebit-adam");
  }

  @Test
  void the_words_of_a_parameter_are_a_closed_set() {
    assertThat(words("gossip"))
        .containsExactly(
            "ring", "torus", "hypercube", "exponential", "complete", "star", "matching", "file");
    assertThat(words("asp")).containsExactly("none", "staleness", "dc");
    assertThat(words("parameter-server")).containsExactly("colocated", "dedicated");
  }

  @ParameterizedTest
  @MethodSource("entries")
  void every_name_is_described(Entry entry) {
    assertThat(entry.name()).matches("[a-z][a-z0-9-]*");
    assertThat(entry.summary()).matches("[A-Z].*[^. ]\\.").doesNotContain("{", "}", "  ");
    assertThat(entry.parameters()).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("entries")
  void every_place_in_a_meaning_is_filled_by_a_value(Entry entry) {
    if (entry.stands()) {
      assertThat(entry.term().meaning()).doesNotContain("{", "}", "<", ">", "#", "  ");
    }
  }

  @ParameterizedTest
  @MethodSource("entries")
  void needs_are_addressed_to_other_axes(Entry entry) {
    assertThat(entry.needs()).extracting(Capability::axis).doesNotContain(entry.axis());
  }

  @ParameterizedTest
  @MethodSource("entries")
  void values_that_must_be_given_come_first(Entry entry) {
    var given = entry.parameters().stream().map(parameter -> parameter.fallback() == null).toList();
    assertThat(given.lastIndexOf(true))
        .isLessThan(given.contains(false) ? given.indexOf(false) : 9);
  }

  @ParameterizedTest
  @CsvSource({
    "ssp,staleness",
    "backup,workers",
    "post-local-sgd,period",
    "adacomm,period",
    "easgd,period",
    "easgd,beta",
    "async-local-sgd,period",
    "lag,window",
    "sasg,density",
    "dgc,density",
    "dgc,warmup"
  })
  void defaults_that_nobody_has_checked_say_so(String name, String parameter) {
    assertThat(Catalogue.find(name).orElseThrow().parameters())
        .filteredOn(it -> it.name().equals(parameter))
        .extracting(Parameter::evidence)
        .containsExactly(Evidence.UNVERIFIED);
  }

  @Test
  void techniques_are_listed_with_their_paper() {
    assertThat(Catalogue.find("dear").orElseThrow().paper())
        .isEqualTo(
            new Paper(
                "Zhang et al.",
                "DeAR: Accelerating Distributed Deep Learning with Fine-Grained All-Reduce"
                    + " Pipelining",
                2023));
    assertThat(entries().stream().filter(entry -> entry.paper() == null))
        .extracting(Entry::name)
        .containsExactly(
            "local",
            "all-reduce",
            "sequential",
            "bf16",
            "plain",
            "dense-below",
            "dense-first",
            "lossless",
            "auto",
            "ordered",
            "hierarchical",
            "direct",
            "flat",
            "star");
  }

  @Test
  void a_family_is_a_table() {
    assertThat(Catalogue.family(Catalogue.find("powersgd").orElseThrow()))
        .extracting(Entry::name)
        .containsExactly("powersgd", "acp-sgd", "atomo", "dad");
  }

  private static List<String> signatures(Axis axis) {
    return Catalogue.entries(axis).stream().map(Entry::signature).toList();
  }

  private static List<String> words(String name) {
    return Catalogue.find(name).orElseThrow().parameters().stream()
        .filter(parameter -> parameter.kind() instanceof Kind.Word)
        .flatMap(parameter -> ((Kind.Word) parameter.kind()).options().stream())
        .map(Entry::name)
        .toList();
  }
}
