/**
 * The ground under the commands: how a command line is run, what is printed where, and what the
 * process returns.
 *
 * <p>Read in this order: {@link io.weft.cli.Cli} (runs one command line and never throws), {@link
 * io.weft.cli.Output} (all that a command prints), {@link io.weft.cli.JsonEvent} (one line of
 * {@code --json}), {@link io.weft.cli.Failure} (what becomes of an exception), {@link
 * io.weft.cli.ExitCode}.
 *
 * <p>Options that take a size are of type {@link io.weft.cli.ByteSize}, those that take a time of
 * type {@link java.time.Duration}; a list of either is {@code List<…>} with {@code split = ","}.
 *
 * <p>Invariant: with {@code --json} standard output carries JSON Lines and nothing else, whatever
 * happens. The commands themselves live one package further, in {@code io.weft.command}, which this
 * package never names.
 */
@NullMarked
package io.weft.cli;

import org.jspecify.annotations.NullMarked;
