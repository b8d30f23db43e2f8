package io.weft.collective.program;

import java.util.List;

/** What the verifier found. */
public sealed interface Verdict {
  /**
   * The programs keep the law of their operation.
   *
   * @param outcome what each promised chunk ends with, symbolically, rank by rank; two runs of the
   *     same verifier with equal outcomes compute the same bits
   */
  record Proved(List<Object> outcome) implements Verdict {
    public Proved {
      outcome = List.copyOf(outcome);
    }
  }

  /**
   * The programs break it.
   *
   * @param why a sentence that names ranks, chunks and steps
   */
  record Refuted(String why) implements Verdict {}
}
