/**
 * What the recordings of several ranks, laid side by side, say about where the ranks parted.
 *
 * <p>Read in this order: {@link io.weft.recording.Recording} (the last operations of one rank),
 * {@link io.weft.recording.Recordings} (those of several, matched by key), {@link
 * io.weft.recording.Difference} (where they part).
 *
 * <p>Invariant: a rank is said never to have begun an operation only if its recording reaches back
 * far enough to know.
 */
@NullMarked
package io.weft.recording;

import org.jspecify.annotations.NullMarked;
