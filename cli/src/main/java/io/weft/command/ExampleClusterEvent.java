package io.weft.command;

import io.weft.cli.JsonEvent;
import java.util.List;

/** A cluster file to edit. */
record ExampleClusterEvent(List<String> lines) implements JsonEvent {
  ExampleClusterEvent {
    lines = List.copyOf(lines);
  }
}
