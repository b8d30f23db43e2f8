package io.weft.measurement;

import com.sun.management.OperatingSystemMXBean;
import io.weft.join.Rank;
import io.weft.network.Purpose;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What a rank has spent so far.
 *
 * @param wireBytes given to the network
 * @param cpuNanos user and system time, counted on one rank only where ranks share a process
 * @param compilerNanos what the compilers of the JVM have spent
 */
public record Meter(LongSupplier wireBytes, LongSupplier cpuNanos, LongSupplier compilerNanos) {
  /** The part of the time from which on compilers count as busy. */
  private static final double BUSY = 0.05;

  /** Whether compilers that took so much of a time were busy. */
  static boolean isCompiling(double compilerNanos, double seconds) {
    return compilerNanos > BUSY * seconds * 1e9;
  }

  /** Of a rank that is a process. */
  public static Meter of(Rank rank) {
    return new Meter(rank::wireBytes, Meter::processCpuNanos, CompilerTime::ownNanos);
  }

  /** The same, but of what it sends only what steps of training exchange and agree on. */
  public static Meter ofSteps(Rank rank) {
    return new Meter(
        () -> rank.traffic().of(Purpose.STEP).sent(),
        Meter::processCpuNanos,
        CompilerTime::ownNanos);
  }

  /**
   * Of a rank that is a process, with all that its machine does: on an idle one also what it does
   * for packets when no process runs, which no process is charged for. Ranks of one machine share
   * it evenly. All ranks call it.
   */
  public static Meter ofMachine(Rank rank) {
    int sharing = Processors.onThisMachine(rank.communicator());
    return MachineTime.isKnown()
        ? new Meter(
            rank::wireBytes, () -> MachineTime.busyNanos() / sharing, CompilerTime::ownNanos)
        : of(rank);
  }

  /** Of a rank that is a thread: nothing leaves the process, whose time counts at rank 0. */
  public static Meter ofThread(int rank) {
    return new Meter(() -> 0, rank == 0 ? Meter::processCpuNanos : () -> 0, CompilerTime::ownNanos);
  }

  private static long processCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  /** What the processors have spent on this process, but for its compilers. */
  static double workingSeconds() {
    return (processCpuNanos() - CompilerTime.ownNanos()) * 1e-9;
  }
}
