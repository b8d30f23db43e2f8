package io.weft.measurement;

import com.sun.management.OperatingSystemMXBean;
import io.weft.join.Rank;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What a rank has spent so far.
 *
 * @param wireBytes given to the network
 * @param cpuNanos user and system time, counted on one rank only where ranks share a process
 * @param compilerMillis what the compiler of the JVM took
 */
public record Meter(LongSupplier wireBytes, LongSupplier cpuNanos, LongSupplier compilerMillis) {
  /** The part of the time from which on a compiler counts as busy. */
  private static final double BUSY = 0.05;

  /** Whether a compiler that took so much of a time was busy. */
  static boolean isCompiling(double compilerMillis, double seconds) {
    return compilerMillis > BUSY * seconds * 1e3;
  }

  /** Of a rank that is a process. */
  public static Meter of(Rank rank) {
    return new Meter(rank::wireBytes, Meter::processCpuNanos, Meter::processCompilerMillis);
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
            rank::wireBytes, () -> MachineTime.busyNanos() / sharing, Meter::processCompilerMillis)
        : of(rank);
  }

  /** Of a rank that is a thread: nothing leaves the process, whose time counts at rank 0. */
  public static Meter ofThread(int rank) {
    return new Meter(
        () -> 0, rank == 0 ? Meter::processCpuNanos : () -> 0, Meter::processCompilerMillis);
  }

  private static long processCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  /** What the processors have spent on this process, but for its compilers. */
  static double workingSeconds() {
    return processCpuNanos() * 1e-9 - processCompilerMillis() * 1e-3;
  }

  private static long processCompilerMillis() {
    var compiler = ManagementFactory.getCompilationMXBean();
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? compiler.getTotalCompilationTime()
        : 0;
  }
}
