package io.weft.schedule.graph;

import java.util.Locale;

/** What an exchange does to one bucket. */
public enum Phase {
  /** Every rank ends with the gradients summed over all. */
  ALL_REDUCE_GRADIENTS,
  /** Every rank ends with its shard of the sum; the rest of its gradients is lost. */
  REDUCE_SCATTER_GRADIENTS,
  /** Every rank gives its shard of the sum and ends with all of it. */
  ALL_GATHER_GRADIENTS,
  /** Every rank gives its shard of the parameters and ends with all of them. */
  ALL_GATHER_PARAMETERS,
  /** Every rank ends with the mean of the parameters of all. */
  AVERAGE_PARAMETERS;

  /** The name used in traces and sentences: {@code all-reduce of gradients}. */
  public String label() {
    var words = name().toLowerCase(Locale.ROOT).replace('_', '-');
    int last = words.lastIndexOf('-');
    return words.substring(0, last) + " of " + words.substring(last + 1);
  }
}
