package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.schedule.graph.StepGraph;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trace.Span;
import io.weft.trace.SpanBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Brings the timelines of all ranks to rank 0, on its clock. All ranks do it together. */
final class JointTrace {
  private final Communicator communicator;
  private final Timeline timeline;
  private final Clocks clocks;

  JointTrace(Communicator communicator, Timeline timeline, Clocks clocks) {
    this.communicator = communicator;
    this.timeline = timeline;
    this.clocks = clocks;
  }

  /**
   * The spans of all ranks in the order of time, on rank 0; elsewhere nothing.
   *
   * @param rounds how many there have been
   */
  List<Span> gather(StepGraph graph, long rounds) {
    long ahead = clocks.ahead();
    var begun =
        new Beginnings(communicator)
            .byAll(graph, timeline.firstKept(), rounds - 1, timeline::begunKept, ahead);
    long[] zero = {timeline.earliest() == Long.MAX_VALUE ? 0 : timeline.earliest() - ahead};
    communicator.allReduce(Tensor.of(zero), Reduction.MIN);
    byte[] own = SpanBytes.of(timeline.spans(zero[0] + ahead, begun));
    long[] counts = new long[communicator.ranks()];
    communicator.allGather(Tensor.of(new long[] {own.length}), Tensor.of(counts));
    byte[] all = new byte[communicator.rank() == 0 ? (int) Arrays.stream(counts).sum() : 0];
    communicator.gather(Tensor.of(own), counts, Tensor.of(all), 0);
    return communicator.rank() == 0 ? merged(all, counts) : List.of();
  }

  private static List<Span> merged(byte[] all, long[] counts) {
    var spans = new ArrayList<Span>();
    int from = 0;
    for (long count : counts) {
      spans.addAll(SpanBytes.read(Arrays.copyOfRange(all, from, from + (int) count)));
      from += (int) count;
    }
    spans.sort(Comparator.comparingLong(Span::startNanos));
    return List.copyOf(spans);
  }
}
