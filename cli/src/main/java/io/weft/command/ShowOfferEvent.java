package io.weft.command;

import io.weft.cli.JsonEvent;

record ShowOfferEvent(
    int place,
    String algorithm,
    int pieces,
    double predictedSeconds,
    long messages,
    double busiestRankBytes)
    implements JsonEvent {}
