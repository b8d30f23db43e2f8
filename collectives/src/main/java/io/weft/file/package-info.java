/**
 * Files that somebody else wrote: read within limits, so that none can take more memory than its
 * reader allows for, or make it wait for ever.
 *
 * <p>Read in this order: {@link io.weft.file.BoundedFile} (small files, whole), {@link
 * io.weft.file.HeapRoom} (how much a large one may take), {@link io.weft.file.FileTrouble} (why one
 * could not be used, in words).
 *
 * <p>Invariant: nothing is read before it is known to be a regular file, and no memory is taken for
 * a size that a file only claims.
 */
@NullMarked
package io.weft.file;

import org.jspecify.annotations.NullMarked;
