/**
 * The models that have a name.
 *
 * <p>Read in this order: {@link io.weft.engine.zoo.Models} (from a name to a model), {@link
 * io.weft.engine.zoo.Perceptron}, {@link io.weft.engine.zoo.Gpt} (networks as values), {@link
 * io.weft.engine.zoo.SimulatedModel} (which waits in place of computing).
 *
 * <p>Invariant: a name and a seed say all of a model, on every machine.
 */
@NullMarked
package io.weft.engine.zoo;

import org.jspecify.annotations.NullMarked;
