package io.weft.simulation;

import io.weft.schedule.graph.Instance;
import io.weft.schedule.graph.Resource;
import io.weft.schedule.graph.Task;
import io.weft.trace.Argument;
import io.weft.trace.Lane;
import io.weft.trace.Overlap;
import io.weft.trace.Overlap.Stretch;
import io.weft.trace.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A timetable as the spans that a real run records. */
final class Spans {
  private Spans() {}

  /** The rounds from one to another, both included, from time 0 on. */
  static List<Span> of(Timetable table, int from, int to) {
    var shown =
        table.instances().stream()
            .filter(it -> from <= it.round() && it.round() <= to)
            .filter(it -> table.cost(it.index()).seconds() > 0)
            .sorted(Comparator.comparingDouble(it -> table.start(it.index())))
            .toList();
    double zero = shown.stream().mapToDouble(it -> table.start(it.index())).min().orElse(0);
    double end = table.end(table.lastBackward(to));
    return Stream.concat(
            shown.stream().map(it -> span(table, it, from, nanos(zero))),
            pauses(table, new Stretch(nanos(zero), nanos(end)), from))
        .sorted(Comparator.comparingLong(Span::startNanos))
        .toList();
  }

  /** What the times of exchanges are made up of, up to the last computation. */
  private static Stream<Span> pauses(Timetable table, Stretch window, int from) {
    var computing = table.computing(0, window);
    return Overlap.pauses(table.exchanges(0, window), computing, window).stream()
        .map(
            pause -> {
              long start = pause.time().startNanos();
              return new Span(
                  0,
                  Lane.PAUSE,
                  pause.label(),
                  start - window.startNanos(),
                  pause.time().endNanos() - window.startNanos(),
                  List.of(new Argument.Step(step(table, start, from))));
            });
  }

  /** The step whose computation a pause follows. */
  private static long step(Timetable table, long startNanos, int from) {
    return table.instances().stream()
        .filter(it -> it.node().resource() == Resource.COMPUTE)
        .filter(it -> nanos(table.start(it.index())) <= startNanos)
        .mapToLong(it -> Math.max(0, it.origin() - from))
        .max()
        .orElse(0);
  }

  private static Span span(Timetable table, Instance instance, int from, long zeroNanos) {
    int index = instance.index();
    var arguments = new ArrayList<Argument>();
    arguments.add(new Argument.Step(Math.max(0, instance.origin() - from)));
    var task = instance.task();
    var name =
        switch (task) {
          case Task.Forward(var stage, _) -> stage(arguments, stage);
          case Task.Backward(var stage, _) -> stage(arguments, stage);
          case Task.Transfer(var bucket, var phase, _) -> {
            arguments.add(new Argument.Bucket(bucket));
            arguments.add(new Argument.Phase(phase.label()));
            arguments.add(new Argument.Bytes(Math.round(table.cost(index).wireBytes())));
            yield "bucket " + bucket;
          }
          case Task.Update(var bucket, _, _) -> "bucket " + bucket;
          case Task.Local local -> local.name();
          case Task.Agree agree -> agree.name();
          case Task.Release(var bucket, _) -> "bucket " + bucket;
        };
    return new Span(
        0,
        lane(task),
        name,
        nanos(table.start(index)) - zeroNanos,
        nanos(table.end(index)) - zeroNanos,
        arguments);
  }

  private static String stage(List<Argument> arguments, int stage) {
    arguments.add(new Argument.Stage(stage));
    return "stage " + stage;
  }

  private static Lane lane(Task task) {
    return switch (task) {
      case Task.Forward _ -> Lane.FORWARD;
      case Task.Backward _ -> Lane.BACKWARD;
      case Task.Transfer _, Task.Agree _ -> Lane.EXCHANGE;
      case Task.Update _, Task.Local _, Task.Release _ -> Lane.UPDATE;
    };
  }

  private static long nanos(double seconds) {
    return Timetable.nanos(seconds);
  }
}
