package io.weft.collective;

import io.weft.collective.program.Layout;
import io.weft.collective.program.Operation;
import io.weft.tensor.ElementType;
import io.weft.tensor.Reduction;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a rank asks its group to do. All ranks must ask for the same.
 *
 * @param root the rank of the group with a part of its own, 0 where there is none
 * @param reduction what becomes of elements that meet, where they do
 * @param blocks the length of each rank's block, or one length where there are no blocks
 */
record Call(
    Operation operation, int root, Reduction reduction, ElementType type, List<Long> blocks) {

  long count() {
    return blocks.stream().mapToLong(Long::longValue).sum();
  }

  /** Adds all that makes this call differ from another. */
  void addTo(Fingerprint fingerprint) {
    fingerprint
        .add(operation.label())
        .add(root)
        .add(operation.reduces() ? reduction.label() : "")
        .add(type.label())
        .add(blocks);
  }

  /** As in {@code sum of 1024 fp32}; empty for an operation without data. */
  String words() {
    if (operation == Operation.BARRIER) {
      return "";
    }
    return (operation.reduces() ? reduction.label() + " of " : "")
        + lengths()
        + " "
        + type.label()
        + (operation.rooted() ? ", root " + root : "");
  }

  /** Nearly equal blocks are the rule, so only others are listed. */
  private String lengths() {
    long[] counts = blocks.stream().mapToLong(Long::longValue).toArray();
    if (Arrays.equals(counts, Layout.split(count(), counts.length))) {
      return String.valueOf(count());
    }
    return blocks.stream().map(String::valueOf).collect(Collectors.joining("+"));
  }
}
