/**
 * How data was understood that a network has learnt from, as a value that is kept beside weights.
 *
 * <p>Read in this order: {@link io.weft.data.form.Form}, {@link io.weft.data.form.TableForm}, then
 * {@link io.weft.data.form.FormText}, which checkpoints hold.
 *
 * <p>Invariant: whoever has a form and weights needs nothing else to predict.
 */
@NullMarked
package io.weft.data.form;

import org.jspecify.annotations.NullMarked;
