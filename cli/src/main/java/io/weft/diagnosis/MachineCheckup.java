package io.weft.diagnosis;

import java.util.List;

/** All checks of this machine. */
public final class MachineCheckup {
  private MachineCheckup() {}

  /** The findings, in the order in which they are read: what runs, what it has, where it is. */
  public static List<Finding> findings(String version) {
    var files = SystemFiles.OF_THIS_MACHINE;
    var group = new ControlGroup(files);
    return List.of(
        Finding.ok("weft", version),
        JavaChecks.version(),
        JavaChecks.vectorModule(),
        JavaChecks.nativeAccess(),
        PlatformCheck.finding(),
        CoreCheck.finding(group),
        MemoryCheck.finding(files, group),
        SpaceChecks.sharedMemory(),
        ProcessLimits.openFiles(files),
        ProcessLimits.threads(files, group),
        SpaceChecks.workingFolder(),
        SpaceChecks.temporaryFolder(),
        NameCheck.finding(files),
        InterfaceCheck.finding(),
        ClockCheck.finding());
  }
}
