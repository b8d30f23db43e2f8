package io.weft.compression;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.JointCodec;
import io.weft.compression.codec.LevelCodec;
import io.weft.compression.sparsification.Density;
import io.weft.compression.sparsification.TopK;
import java.util.Optional;

/** What turns a run of numbers into what travels. */
public sealed interface Coding {
  /**
   * Each rank encodes by itself.
   *
   * @param again for sums, where they are encoded too: without what only gradients of one rank have
   */
  record Single(Codec codec, Codec again) implements Coding {
    /** Sums are encoded as gradients are. */
    public Single(Codec codec) {
      this(codec, codec);
    }
  }

  /** Ranks encode together, in phases. */
  record Joint(JointCodec codec) implements Coding {}

  /**
   * Numbers become small whole ones, which are added up exactly.
   *
   * @param alone for what is not added up, if it can be encoded without the other ranks
   */
  record Counted(LevelCodec codec, Optional<Codec> alone) implements Coding {}

  /** Gradients that are products travel as their factors, as layers give them. */
  record Factored() implements Coding {}

  /** Ranks select by themselves and merge what they have selected on the way. */
  record Merged(Merging merging, Density density, Feedback feedback) implements Coding {
    /** What a rank selects before anything is merged. */
    public Codec local() {
      return new TopK(density);
    }
  }
}
