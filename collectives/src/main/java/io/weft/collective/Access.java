package io.weft.collective;

import io.weft.collective.program.Place;
import io.weft.collective.program.Step;
import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.List;
import java.util.stream.Stream;

/** The places of its own rank's memory that a step reads and writes. */
record Access(List<Place> reads, List<Place> writes) {
  static Access of(Step step) {
    return switch (step) {
      case Send(_, var from) -> new Access(List.of(from), List.of());
      case Receive(_, var to) -> new Access(List.of(), List.of(to));
      case Put(_, var from, _) -> new Access(List.of(from), List.of());
      case Get(_, _, var to) -> new Access(List.of(), List.of(to));
      case Copy(var from, var to) -> new Access(List.of(from), List.of(to));
      case Combine(_, var sources, var to) -> new Access(sources, List.of(to));
      case Signal _, Wait _ -> new Access(List.of(), List.of());
    };
  }

  /** Reads first. */
  List<Place> all() {
    return Stream.concat(reads.stream(), writes.stream()).toList();
  }
}
