package io.weft.diagnosis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** What the container or service around this process grants it, in either version of cgroups. */
record ControlGroup(SystemFiles files) {
  private static final String MOUNT = "sys/fs/cgroup";

  /** What version 1 writes for no limit is a page short of 2^63. */
  private static final long UNLIMITED = 1L << 60;

  OptionalLong memoryBytes() {
    return least("memory", "memory.max", "memory.limit_in_bytes");
  }

  /** Processes and threads together. */
  OptionalLong tasks() {
    return least("pids", "pids.max", "pids.max");
  }

  /** How many cores' time it may use. */
  OptionalDouble cores() {
    var shares = new ArrayList<Double>();
    for (String folder : folders("cpu")) {
      var unified = files.text(folder + "/cpu.max").orElse("max");
      var quota = files.text(folder + "/cpu.cfs_quota_us").orElse("max");
      var period = files.text(folder + "/cpu.cfs_period_us").orElse("max");
      addShare(shares, unified, unified.replaceFirst("\\S+\\s*", ""));
      addShare(shares, quota, period);
    }
    return shares.stream().mapToDouble(share -> share).min();
  }

  private static void addShare(List<Double> shares, String quota, String period) {
    var used = SystemFiles.number(quota);
    var whole = SystemFiles.number(period);
    if (used.isPresent() && whole.isPresent() && whole.getAsLong() > 0) {
      shares.add((double) used.getAsLong() / whole.getAsLong());
    }
  }

  private OptionalLong least(String controller, String unified, String legacy) {
    return folders(controller).stream()
        .flatMap(folder -> List.of(folder + "/" + unified, folder + "/" + legacy).stream())
        .flatMap(file -> files.text(file).stream())
        .map(SystemFiles::number)
        .flatMapToLong(OptionalLong::stream)
        .filter(limit -> limit < UNLIMITED)
        .min();
  }

  /** The group of this process and all around it: the tightest limit holds. */
  private Set<String> folders(String controller) {
    var folders = new LinkedHashSet<String>();
    for (String line : files.lines("proc/self/cgroup")) {
      var parts = line.split(":", 3);
      if (parts.length == 3 && parts[1].isEmpty()) {
        addUpwards(folders, MOUNT, parts[2]);
        addUpwards(folders, MOUNT + "/unified", parts[2]);
      } else if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
        addUpwards(folders, MOUNT + "/" + parts[1], parts[2]);
        addUpwards(folders, MOUNT + "/" + controller, parts[2]);
      }
    }
    return folders;
  }

  private static void addUpwards(Set<String> folders, String mount, String group) {
    String path = group;
    while (path.length() > 1) {
      folders.add(mount + path);
      path = path.substring(0, path.lastIndexOf('/'));
    }
    folders.add(mount);
  }
}
