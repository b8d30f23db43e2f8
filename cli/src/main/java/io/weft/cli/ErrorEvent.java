package io.weft.cli;

/** The last line of a run that failed; the same sentence is on standard error. */
public record ErrorEvent(String message, int exitCode) implements JsonEvent {}
