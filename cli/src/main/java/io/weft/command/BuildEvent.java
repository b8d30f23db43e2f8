package io.weft.command;

import io.weft.cli.JsonEvent;
import org.jspecify.annotations.Nullable;

/**
 * @param seconds null if nothing was to be done
 */
record BuildEvent(boolean upToDate, @Nullable Integer seconds, String folder)
    implements JsonEvent {}
