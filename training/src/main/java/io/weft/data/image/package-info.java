/**
 * Images in folders that are named after their classes, read from the disk one by one.
 *
 * <p>Read in this order: {@link io.weft.data.image.ImageFolder}, {@link
 * io.weft.data.image.ImageFile}, {@link io.weft.data.image.Pixels}.
 *
 * <p>Invariant: a sample is a pure function of its file and the {@link
 * io.weft.data.form.ImageForm}.
 */
@NullMarked
package io.weft.data.image;

import org.jspecify.annotations.NullMarked;
