/** How far a run is, as a person sees it while it lasts: what is awaited, a bar, the time left. */
@NullMarked
package io.weft.progress;

import org.jspecify.annotations.NullMarked;
