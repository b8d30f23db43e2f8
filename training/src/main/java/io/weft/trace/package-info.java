/**
 * What ranks did and when, as a file that a browser can show.
 *
 * <p>Read in this order: {@link io.weft.trace.Span} (one thing that took time), {@link
 * io.weft.trace.Lane} (where it is shown), {@link io.weft.trace.Overlap} (where the time of
 * exchanges goes), {@link io.weft.trace.TraceWriter} (the file), {@link io.weft.trace.TraceReader}
 * (and back), {@link io.weft.trace.Excerpt} (some steps of one rank). The format is described in
 * {@code docs/trace.md}.
 *
 * <p>Invariant: a file that was closed is valid JSON, however the run ended, and no two spans on
 * one row of it overlap. Viewers leave out spans that do.
 */
@NullMarked
package io.weft.trace;

import org.jspecify.annotations.NullMarked;
