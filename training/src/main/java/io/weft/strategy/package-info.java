/**
 * What is kept in step with whom, and how tightly: a strategy is a point in a product space,
 * written in one line such as {@code dear + powersgd(rank=2)}.
 *
 * <p>Read in this order: {@link io.weft.strategy.Strategy} (the value: parse, print, look up),
 * {@link io.weft.strategy.Combination} (which terms go together, by what they declare), {@link
 * io.weft.strategy.Repair} (the nearest strategy that is valid), {@link
 * io.weft.strategy.Explanation} (a strategy in plain English). Below it stand {@code line} (the
 * grammar), {@code term} (what a name and a term are) and {@code catalogue} (all names).
 *
 * <p>Invariant: a {@link io.weft.strategy.Strategy} that exists is complete, in normal form and
 * valid; parsing what it prints gives it back.
 */
@NullMarked
package io.weft.strategy;

import org.jspecify.annotations.NullMarked;
