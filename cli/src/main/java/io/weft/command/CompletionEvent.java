package io.weft.command;

import io.weft.cli.JsonEvent;

record CompletionEvent(CompletionCommand.Shell shell, String script) implements JsonEvent {}
