/**
 * The names of the strategy line, as tables.
 *
 * <p>Read {@link io.weft.strategy.catalogue.Catalogue}, then the table of one family, such as
 * {@link io.weft.strategy.catalogue.ScheduleNames}; {@link io.weft.strategy.catalogue.WrapperNames}
 * shows what wrappers add and remove.
 *
 * <p>To add a technique, add one entry to the table of its family: parser, printer, checks,
 * suggestions, explanation and listing follow from it.
 *
 * <p>Invariant: a particular name is known here only, save the choice of what an axis holds when a
 * line leaves it out.
 *
 * <p>Where the literature gives a range for a default, its lower end is taken; a default that
 * nobody has checked against its paper says so ({@link io.weft.strategy.term.Evidence#UNVERIFIED}).
 */
@NullMarked
package io.weft.strategy.catalogue;

import org.jspecify.annotations.NullMarked;
