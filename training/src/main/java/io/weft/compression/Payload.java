package io.weft.compression;

import io.weft.collective.program.Collective;
import io.weft.collective.program.Layout;
import io.weft.tensor.ElementType;

/** What ranks send together: elements of a type. */
public record Payload(ElementType type, Size size) {
  /**
   * Where the chunks of a program lie. The data is cut into nearly equal blocks, one per rank,
   * where the collective has blocks, and these into nearly equal chunks; so a reduce-scatter and an
   * all-gather of the same payload agree about shards, whatever programs do them.
   */
  public Layout layout(Collective collective, int chunkCount) {
    int blocks = collective.operation().blocked() ? collective.ranks() : 1;
    var whole = Layout.blocks(Layout.split(size.most(), blocks), chunkCount);
    double share = size.most() == 0 ? 0 : size.expected() / size.most();
    var bounds = new long[chunkCount];
    var expected = new double[chunkCount];
    for (int chunk = 0; chunk < chunkCount; chunk++) {
      bounds[chunk] = whole.length(chunk);
      expected[chunk] = whole.length(chunk) * share;
    }
    return Layout.bounded(bounds, expected);
  }
}
