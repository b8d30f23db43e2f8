package io.weft.compression;

import io.weft.compression.codec.Codec;
import io.weft.compression.codec.JointCodec;

/** What turns a run of numbers into what travels. */
public sealed interface Coding {
  /** Each rank encodes by itself. */
  record Single(Codec codec) implements Coding {}

  /** Ranks encode together, in phases. */
  record Joint(JointCodec codec) implements Coding {}
}
