/**
 * Which jobs run on this machine, whoever started them and wherever, so that they can be seen and
 * ended when their launcher cannot do it any more.
 *
 * <p>Read in this order: {@link io.weft.job.ProcessKey} (one process, not to be taken for another),
 * {@link io.weft.job.Job} (what is known of a job), {@link io.weft.job.JobRegistry} (all of them),
 * {@link io.weft.job.JobEntry} (how a launcher enters one).
 *
 * <p>Invariant: nobody acts on a process number alone. A number is used again once its process has
 * ended; with the time of its start it is not.
 */
@NullMarked
package io.weft.job;

import org.jspecify.annotations.NullMarked;
