package io.weft.job;

import java.util.HexFormat;
import java.util.SplittableRandom;

/** By what the processes of one job are known, on Linux even if their parents have gone. */
public final class JobMark {
  /** The variable that holds it; it is no secret. */
  public static final String VARIABLE = "WEFT_JOB";

  private JobMark() {}

  /** One that no other job has. */
  static String random() {
    return HexFormat.of().toHexDigits(new SplittableRandom().nextLong());
  }
}
