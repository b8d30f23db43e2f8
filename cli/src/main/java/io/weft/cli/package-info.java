/** The command line program. */
@NullMarked
package io.weft.cli;

import org.jspecify.annotations.NullMarked;
