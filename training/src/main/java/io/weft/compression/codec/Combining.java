package io.weft.compression.codec;

/** How the payloads of several ranks become one result. */
public enum Combining {
  /** Payloads are fp16 and can be added as such: all-reduce. */
  SUM_FP16,
  /** Payloads are bf16 and can be added as such: all-reduce. */
  SUM_BF16,
  /** Payloads are fp32 and can be added as such: all-reduce. */
  SUM_FP32,
  /** Each payload is decoded by itself, and the numbers are added. */
  GATHER,
  /** Payloads are bits, of which the majority counts. */
  VOTE
}
