/**
 * Which strategy is fastest for a model on a cluster.
 *
 * <p>Read in this order: {@link io.weft.plan.Job} (the question), {@link io.weft.plan.Outlook}
 * (what one strategy gives), {@link io.weft.plan.Planner} (all candidates, ranked), {@link
 * io.weft.plan.Regions} (who wins where).
 *
 * <p>Invariant: a candidate that cannot be predicted is listed with its reason and never left out.
 */
@NullMarked
package io.weft.plan;

import org.jspecify.annotations.NullMarked;
