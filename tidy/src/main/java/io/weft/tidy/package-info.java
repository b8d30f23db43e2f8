/** Our conventions as code: what can be checked by a machine is checked here, in tests. */
@NullMarked
package io.weft.tidy;

import org.jspecify.annotations.NullMarked;
