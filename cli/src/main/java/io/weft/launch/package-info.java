/**
 * Starts the ranks of a job as processes of this machine, and sees to it that none survives.
 *
 * <p>Read in this order: {@link io.weft.launch.Launch} (what to start), {@link
 * io.weft.launch.Launcher} (starts it, waits, stops the rest after a failure), {@link
 * io.weft.launch.StopSequence} (how long a process is asked before it is forced), {@link
 * io.weft.launch.JobProcesses} (who belongs to the job), {@link io.weft.launch.LaunchReport} (how
 * it ended, the culprit first).
 *
 * <p>Invariant: every wait has a deadline and one owner, the thread in {@code Launcher.run}; only
 * the wait for a rank to end by itself has none, because a training may take weeks. The job token
 * goes to the ranks through their environment and nowhere else.
 */
@NullMarked
package io.weft.launch;

import org.jspecify.annotations.NullMarked;
