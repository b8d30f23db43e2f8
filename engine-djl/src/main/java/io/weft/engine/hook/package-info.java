/**
 * Hooks of PyTorch's: what tells us, in the middle of a backward, that the gradient of one
 * parameter is final.
 *
 * <p>Read in this order: {@link io.weft.engine.hook.GradientHooks} (whether this machine has them,
 * and how they are set), {@link io.weft.engine.hook.HookGroup} (those of one model).
 *
 * <p>Invariant: nothing is thrown out of a hook. Whoever runs a backward asks afterwards.
 */
@NullMarked
package io.weft.engine.hook;

import org.jspecify.annotations.NullMarked;
