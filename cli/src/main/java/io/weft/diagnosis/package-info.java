/**
 * Is this machine fit for training with others?
 *
 * <p>Read in this order: {@link io.weft.diagnosis.Finding} (what one check says), {@link
 * io.weft.diagnosis.MachineCheckup} (all checks of this machine), then any check, {@code CoreCheck}
 * being the smallest. What several machines can only find out together is one package further, in
 * {@code peer}.
 *
 * <p>Invariant: a check never throws and never waits without a deadline; what a system does not
 * tell is said to be unknown and is no fault. Whatever is a warning or a failure comes with its
 * repair. Judging is kept apart from looking, so that every verdict can be tested on any machine.
 */
@NullMarked
package io.weft.diagnosis;

import org.jspecify.annotations.NullMarked;
