package io.weft.training;

import io.weft.collective.Communicator;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import io.weft.trace.ClockSample;
import io.weft.trace.Span;
import io.weft.trace.SpanBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Brings the timelines of all ranks to rank 0, on its clock. All ranks do it together. */
final class JointTrace {
  /** How often each rank is asked for the time; the quickest answer counts. */
  private static final int QUESTIONS = 20;

  private final Communicator communicator;
  private final Timeline timeline;

  JointTrace(Communicator communicator, Timeline timeline) {
    this.communicator = communicator;
    this.timeline = timeline;
  }

  /** The spans of all ranks in the order of time, on rank 0; elsewhere nothing. */
  List<Span> gather() {
    long ahead = ahead();
    long[] zero = {timeline.earliest() == Long.MAX_VALUE ? 0 : timeline.earliest() - ahead};
    communicator.allReduce(Tensor.of(zero), Reduction.MIN);
    byte[] own = SpanBytes.of(timeline.spans(zero[0] + ahead));
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

  /** How far the clock of this rank is ahead of that of rank 0, in nanoseconds. */
  private long ahead() {
    if (communicator.rank() > 0) {
      return answer(communicator.group(0, communicator.rank()));
    }
    for (int other = 1; other < communicator.ranks(); other++) {
      ask(communicator.group(0, other));
    }
    return 0;
  }

  private static void ask(Communicator pair) {
    ClockSample best = null;
    for (int question = 0; question < QUESTIONS; question++) {
      long asked = System.nanoTime();
      pair.broadcast(Tensor.of(new long[1]), 0);
      long[] answer = new long[2];
      pair.broadcast(Tensor.of(answer), 1);
      var sample = new ClockSample(asked, answer[0], answer[1], System.nanoTime());
      if (best == null || sample.roundTripNanos() < best.roundTripNanos()) {
        best = sample;
      }
    }
    pair.broadcast(Tensor.of(new long[] {best == null ? 0 : best.offsetNanos()}), 0);
  }

  private static long answer(Communicator pair) {
    for (int question = 0; question < QUESTIONS; question++) {
      pair.broadcast(Tensor.of(new long[1]), 0);
      long heard = System.nanoTime();
      pair.broadcast(Tensor.of(new long[] {heard, System.nanoTime()}), 1);
    }
    long[] offset = new long[1];
    pair.broadcast(Tensor.of(offset), 0);
    return offset[0];
  }
}
