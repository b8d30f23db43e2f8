package io.weft.collective.program;

import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.List;

/**
 * When each rank does what on a modelled cluster, and which messages fly meanwhile: what a drawing
 * of a collective shows.
 *
 * @param spans what ranks do, in the order of the walk
 * @param flights messages and signals, in the order of their arrival
 */
public record Timeline(List<Span> spans, List<Flight> flights, Price price) {
  /** One step of one rank; seconds from the start of the collective. */
  public record Span(int rank, Step step, double start, double end) {}

  /**
   * A message or signal.
   *
   * @param step the step that takes it: a receive or a wait
   */
  public record Flight(int from, int to, Step step, double sent, double arrived) {}

  public Timeline {
    spans = List.copyOf(spans);
    flights = List.copyOf(flights);
  }

  /**
   * Walks the programs in virtual time.
   *
   * @param programs one per rank, in rank order
   * @param byteWidth bytes per element
   */
  public static Timeline of(
      List<Program> programs, Layout layout, int byteWidth, ClusterCosts costs) {
    var recorder = new Recorder(new VirtualTime(programs, layout, byteWidth, costs));
    VirtualTime.walk(programs, recorder);
    return new Timeline(recorder.spans, recorder.flights, recorder.time.price());
  }

  /** Writes down what virtual time does. */
  private static final class Recorder implements Walk.Reader {
    private final VirtualTime time;
    private final List<Span> spans = new ArrayList<>();
    private final List<Flight> flights = new ArrayList<>();

    Recorder(VirtualTime time) {
      this.time = time;
    }

    @Override
    public double now(int rank) {
      return time.now(rank);
    }

    @Override
    public void sent(int rank, Send step, int message) {
      time.sent(rank, step, message);
    }

    @Override
    public void received(int rank, Receive step, int message) {
      double start = now(rank);
      time.received(rank, step, message);
      arrived(rank, step.peer(), step, start, message);
    }

    @Override
    public void drained(int rank, int message) {
      time.drained(rank, message);
    }

    @Override
    public void signalled(int rank, Signal step, int signal) {
      time.signalled(rank, step, signal);
    }

    @Override
    public void awaited(int rank, Wait step, int signal) {
      double start = now(rank);
      time.awaited(rank, step, signal);
      arrived(rank, step.peer(), step, start, signal);
    }

    private void arrived(int rank, int peer, Step step, double start, int number) {
      spans.add(new Span(rank, step, start, now(rank)));
      flights.add(new Flight(peer, rank, step, time.sent(number), time.arrival(number)));
    }

    @Override
    public void performed(int rank, Step step) {
      double start = now(rank);
      time.performed(rank, step);
      spans.add(new Span(rank, step, start, now(rank)));
    }
  }
}
