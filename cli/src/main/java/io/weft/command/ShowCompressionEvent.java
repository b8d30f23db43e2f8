package io.weft.command;

import io.weft.cli.JsonEvent;

record ShowCompressionEvent(
    String compression,
    String model,
    long numbers,
    double denseBytes,
    double payloadBytes,
    String exchange,
    long measuredNumbers,
    double encodeBytesPerSecond,
    double decodeBytesPerSecond,
    int ranks,
    double breakEvenBitsPerSecond)
    implements JsonEvent {}
