package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.compression.Coding;
import io.weft.compression.Compression;
import io.weft.compression.Compression.Grain;
import io.weft.compression.Feedback;
import io.weft.compression.Merging;
import io.weft.compression.codec.Codec;
import io.weft.compression.lowrank.AlternatingPower;
import io.weft.compression.lowrank.Atomo;
import io.weft.compression.lowrank.PowerSgd;
import io.weft.compression.quantisation.ByteBlocks;
import io.weft.compression.quantisation.FastSgd;
import io.weft.compression.quantisation.LionLevels;
import io.weft.compression.quantisation.OneBit;
import io.weft.compression.quantisation.Qsgd;
import io.weft.compression.quantisation.Rounding;
import io.weft.compression.quantisation.SharedTernary;
import io.weft.compression.quantisation.TernGrad;
import io.weft.compression.sparsification.DeepGradient;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.RandomK;
import io.weft.compression.sparsification.Scaling;
import io.weft.compression.sparsification.TopK;
import io.weft.compression.sparsification.Warmup;
import io.weft.compression.wrapper.ErrorFeedback;
import io.weft.compression.wrapper.JointErrorFeedback;
import io.weft.compression.wrapper.Lossless;
import io.weft.compression.wrapper.MomentumCorrection;
import io.weft.strategy.Strategy;
import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.line.StrategyException;
import io.weft.strategy.term.Axis;
import io.weft.training.CompressionSettings.Circumstances;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CompressionSettingsTest {
  private static final Circumstances RUN = new Circumstances(7, 100, 0.9f);

  private static Compression of(String line) {
    var term = Strategy.parse(line).term(Axis.COMPRESSION).orElseThrow();
    return CompressionSettings.of(term, RUN);
  }

  private static void assertSingle(String line, Codec codec) {
    assertThat(of(line).coding()).as(line).isEqualTo(new Coding.Single(codec));
  }

  @Test
  void names_and_parameters_become_codecs() {
    assertSingle("int8", new ByteBlocks(Rounding.NEAREST));
    assertSingle("int8(stochastic)", new ByteBlocks(Rounding.STOCHASTIC));
    assertSingle("qsgd(levels=16, bucket=64)", new Qsgd(16, 64));
    assertSingle("fastsgd", new FastSgd());
    assertSingle("atomo(budget=5)", new Atomo(5));
    assertThat(of("acp-sgd").coding())
        .isEqualTo(new Coding.Joint(new JointErrorFeedback(new AlternatingPower(4))));
  }

  @Test
  void feedback_is_what_the_paper_has_unless_told_otherwise() {
    var top = new TopK(new Density(0.01));
    assertSingle("top-k", new ErrorFeedback(top));
    assertSingle("plain(top-k)", top);
    assertSingle("plain(onebit)", new OneBit());
    assertSingle("error-feedback(qsgd)", new ErrorFeedback(new Qsgd(4, 128)));
    assertThat(of("plain(powersgd)").coding()).isEqualTo(new Coding.Joint(new PowerSgd(2, 2)));
  }

  @Test
  void random_choices_are_scaled_only_without_feedback() {
    var density = new Density(0.01);
    assertSingle("random-k", new RandomK(density, Scaling.UNBIASED));
    assertSingle("error-feedback(random-k)", new ErrorFeedback(new RandomK(density, Scaling.NONE)));
  }

  @Test
  void wrappers_are_honoured() {
    var top = new TopK(new Density(0.01));
    assertSingle("lossless(top-k)", new ErrorFeedback(new Lossless(top)));
    assertThat(of("momentum-correction(top-k)").coding())
        .isEqualTo(new Coding.Single(new MomentumCorrection(top, 0.9f), new ErrorFeedback(top)));
    var warmup = new Warmup(4, 100);
    var density = new Density(0.001);
    assertThat(of("dgc").coding())
        .isEqualTo(
            new Coding.Single(
                new DeepGradient(density, 0.01, 0.9f, warmup),
                new DeepGradient(density, 0.01, 0, warmup)));
    assertThat(of("per-tensor(top-k)").grain()).isEqualTo(Grain.TENSOR);
    assertThat(of("top-k").grain()).isEqualTo(Grain.BUCKET);
  }

  @Test
  void lists_of_the_largest_are_merged_with_the_feedback_asked_for() {
    var percent = new Density(0.01);
    assertThat(of("g-top-k").coding())
        .isEqualTo(new Coding.Merged(Merging.PAIRS, percent, new Feedback.Residual()));
    assertThat(of("plain(ok-top-k)").coding())
        .isEqualTo(new Coding.Merged(Merging.REGIONS, percent, new Feedback.None()));
    assertThat(of("momentum-correction(ok-top-k)").coding())
        .isEqualTo(new Coding.Merged(Merging.REGIONS, percent, new Feedback.Momentum(0.9f)));
  }

  @Test
  void terngrad_has_one_scale_for_all_ranks_unless_something_stands_around_it() {
    var codec = new TernGrad(2.5f);
    assertThat(of("terngrad").coding())
        .isEqualTo(new Coding.Counted(new SharedTernary(codec), Optional.of(codec)));
    assertSingle("error-feedback(terngrad)", new ErrorFeedback(codec));
    assertSingle("lossless(terngrad)", new Lossless(codec));
  }

  @Test
  void directions_of_lion_are_counted() {
    assertThat(of("distributed-lion(combine=mean)").coding())
        .isEqualTo(
            new Coding.Counted(
                new LionLevels("distributed-lion", 0, 0, 1, LionLevels.Verdict.MEAN),
                Optional.empty()));
    assertThat(of("lion-cub(bits=4)").coding())
        .isEqualTo(
            new Coding.Counted(
                new LionLevels("lion-cub", 0, 0, 4, LionLevels.Verdict.SIGN), Optional.empty()));
  }

  @Test
  void small_things_and_early_steps_can_be_dense() {
    assertThat(of("dense-below(4KB, top-k)").denseBelowBytes()).isEqualTo(4096);
    assertThat(of("dense-first(10, top-k)").denseFirstSteps()).isEqualTo(10);
    assertThat(of("top-k").seed()).isEqualTo(7);
  }

  @Test
  void every_name_has_a_codec() {
    for (var entry : Catalogue.entries(Axis.COMPRESSION)) {
      if (!entry.wraps()) {
        assertThat(of(entry.name()).coding()).as(entry.name()).isNotNull();
      }
    }
  }

  @Test
  void what_has_no_codec_is_no_strategy() {
    for (var around : List.of("lossless(dad)", "error-feedback(dad)", "dense-first(5, dad)")) {
      assertThatThrownBy(() -> of(around))
          .isInstanceOf(StrategyException.class)
          .hasMessageEndingWith(
              "needs a compression that encodes gradients, not what layers have seen, and \"dad\""
                  + " is not one; the nearest strategy that can be trained with is \"dad\"");
    }
    assertThatThrownBy(() -> of("lossless(sign)"))
        .isInstanceOf(StrategyException.class)
        .hasMessage(
            "\"lossless\" needs a compression whose codes need not be added on the way, and"
                + " \"sign\" is not one; the nearest strategy that can be trained with is"
                + " \"sign\"");
  }
}
