package io.weft.command;

import io.weft.cli.JsonEvent;
import java.util.List;

record ShowProgramEvent(
    String algorithm,
    String operation,
    int ranks,
    int hosts,
    int pieces,
    long bytes,
    int chunkCount,
    String proof,
    double predictedSeconds,
    long messages,
    double busiestRankBytes,
    int rank,
    List<String> steps)
    implements JsonEvent {}
