/**
 * What the program can do: one command per file.
 *
 * <p>Read {@link io.weft.command.Weft} first, the root that lists the others and holds {@code
 * main}; then any command, {@link io.weft.command.CompletionCommand} being the smallest. What
 * training does beyond its options is in {@code io.weft.run}.
 *
 * <p>Invariant: a command prints through {@link io.weft.cli.Output} only, says every result both as
 * text and as a {@link io.weft.cli.JsonEvent}, and fails by throwing; {@link io.weft.cli.Cli} knows
 * what to make of it. To add one, write its file, list it in {@code Weft}, give it examples in its
 * footer and its events a table in {@code docs/json.md}.
 */
@NullMarked
package io.weft.command;

import org.jspecify.annotations.NullMarked;
