package io.weft.command;

import io.weft.cli.JsonEvent;
import java.util.List;

/** Whether predictions order our own runs as measurements do. */
record ValidateOrderEvent(int pairs, List<String> inverted, boolean pass) implements JsonEvent {}
