package io.weft.command;

import io.weft.cli.JsonEvent;
import java.util.List;

/** A job that goes on without its launcher. */
record DetachedEvent(String job, int world, List<Long> rankPids, String folder)
    implements JsonEvent {}
