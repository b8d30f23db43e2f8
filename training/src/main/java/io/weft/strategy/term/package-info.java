/**
 * What can be declared about a name of the strategy line, and what a term is: a name with values.
 *
 * <p>Read in this order: {@link io.weft.strategy.term.Axis}, {@link io.weft.strategy.term.Entry}
 * (all that is declared about a name), {@link io.weft.strategy.term.Parameter} and {@link
 * io.weft.strategy.term.Kind}, {@link io.weft.strategy.term.Term}, {@link
 * io.weft.strategy.term.Capability} (the vocabulary of offers and needs by which terms are checked
 * against one another).
 *
 * <p>Invariant: a {@link io.weft.strategy.term.Term} holds a value of the right kind and range for
 * every parameter. Whether terms go together is not decided here.
 */
@NullMarked
package io.weft.strategy.term;

import org.jspecify.annotations.NullMarked;
