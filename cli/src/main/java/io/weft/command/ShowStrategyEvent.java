package io.weft.command;

import io.weft.cli.JsonEvent;

record ShowStrategyEvent(String line, String canonical, String brief, String explanation)
    implements JsonEvent {}
