/** What is kept in step with whom, and how tightly: a strategy is a point in a product space. */
@NullMarked
package io.weft.strategy;

import org.jspecify.annotations.NullMarked;
