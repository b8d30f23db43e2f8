/**
 * What people look at rather than read: drawings as files that need no network.
 *
 * <p>Read in this order: {@link io.weft.report.ProgramDrawing} (who talks to whom in a collective),
 * {@link io.weft.report.TimelinePage} (what a rank does when), {@link io.weft.report.RegionsPage}
 * (which strategy wins where).
 *
 * <p>Invariant: a drawing is a pure function of a value that was computed elsewhere; nothing is
 * measured or decided here.
 */
@NullMarked
package io.weft.report;

import org.jspecify.annotations.NullMarked;
