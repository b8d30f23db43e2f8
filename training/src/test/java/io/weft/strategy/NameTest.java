package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Entry;
import io.weft.strategy.term.Use;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NameTest {
  @Test
  void a_name_is_listed_with_all_there_is_to_know() {
    assertThat(named("ssp"))
        .isEqualTo(
            new Name(
                "synchronisation",
                "ssp",
                "ssp(staleness=3)",
                List.of(
                    new Name.Setting(
                        "staleness", "whole number", "a whole number from 0 to 1000", "3", false)),
                "Workers need not keep step, but none runs more than <staleness> steps ahead of the"
                    + " slowest.",
                "Ho et al., More Effective Distributed ML via a Stale Synchronous Parallel"
                    + " Parameter Server, 2013",
                Set.of()));
    assertThat(named("dear").uses()).containsExactlyInAnyOrder(Use.values());
  }

  @Test
  void wrappers_are_listed_apart_and_their_compression_has_no_default() {
    var wrapper = named("dense-below");
    assertThat(wrapper.axis()).isEqualTo("compression wrapper");
    assertThat(wrapper.paper()).isNull();
    assertThat(wrapper.parameters()).extracting(Name.Setting::kind).containsExactly("size", "term");
    assertThat(wrapper.parameters()).extracting(Name.Setting::fallback).containsOnlyNulls();
  }

  @Test
  void the_listing_is_the_catalogue() {
    assertThat(Name.all())
        .extracting(Name::name)
        .isEqualTo(Catalogue.entries().stream().map(Entry::name).toList());
  }

  @Test
  void feedback_is_part_of_what_a_compression_means() {
    assertThat(named("top-k").meaning())
        .isEqualTo(
            "The largest <density> of the numbers travel with their positions; what is lost is"
                + " added to the next gradient.");
  }

  private static Name named(String name) {
    return Name.all().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }
}
