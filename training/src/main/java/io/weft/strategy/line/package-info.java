/**
 * The grammar of the strategy line, and nothing else: which characters form a line, not which names
 * exist.
 *
 * <pre>{@code
 * strategy = term { "+" term } ;
 * term     = name [ "(" [ arg { "," arg } ] ")" ] ;
 * arg      = [ name "=" ] value ;          positional first, in documented order
 * value    = number | size | term ;        a bare word is a term
 * name     = lower { lower | digit | "-" } ;
 * number   = digits [ "." digits ] [ "e" [ "-" ] digits ] ;
 * size     = number ( "B" | "KB" | "MB" | "GB" ) ;      1 KB = 1024 B
 * }</pre>
 *
 * Spaces and tabs may stand between tokens, never inside one: {@code 25MB}, not {@code 25 MB}.
 * There are no strings and no signs.
 *
 * <p>Read in this order: {@link io.weft.strategy.line.Parser} (the grammar, one method per rule),
 * {@link io.weft.strategy.line.Written} (what comes out of it), {@link
 * io.weft.strategy.line.Literal} (numbers and sizes as the grammar writes them), {@link
 * io.weft.strategy.line.Nearest} (the name that was probably meant).
 *
 * <p>Invariant: everything a caller can get wrong ends in a {@link
 * io.weft.strategy.line.StrategyException} whose message is ready to be shown.
 */
@NullMarked
package io.weft.strategy.line;

import org.jspecify.annotations.NullMarked;
