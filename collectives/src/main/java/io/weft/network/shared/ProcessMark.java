package io.weft.network.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which process a file belongs to, as its name says: a number alone may have passed to another
 * process, and means something else in another namespace.
 *
 * @param namespace the one in which the number counts
 * @param start when the process began, in ticks of the system
 */
record ProcessMark(long namespace, long pid, long start) {
  private static final Path PROC = Path.of("/proc");
  private static final Pattern NAME = Pattern.compile("weft-(\\d+)-(\\d+)-(\\d+)-.+");
  private static final int START_FIELD = 22;

  static ProcessMark ofThis() throws IOException {
    long pid = ProcessHandle.current().pid();
    return new ProcessMark(
        namespace("pid"),
        pid,
        start(pid).orElseThrow(() -> new IOException("/proc does not say when this began")));
  }

  /** A namespace of this process, the same for all that are in it. */
  static long namespace(String kind) throws IOException {
    var link = Files.readSymbolicLink(PROC.resolve("self/ns").resolve(kind)).toString();
    return Long.parseLong(link.replaceAll("[^0-9]", ""));
  }

  /** The mark in the name of a file, if it has one. */
  static Optional<ProcessMark> in(String fileName) {
    var matcher = NAME.matcher(fileName);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessMark(
              Long.parseLong(matcher.group(1)),
              Long.parseLong(matcher.group(2)),
              Long.parseLong(matcher.group(3))));
    } catch (NumberFormatException e) {
      return Optional.empty(); // too long to be one of ours
    }
  }

  /** A name with this mark. */
  String name(String rest) {
    return "weft-" + namespace + "-" + pid + "-" + start + "-" + rest;
  }

  /** Whether the process has ended, as far as this one can tell. */
  boolean isDead(ProcessMark observer) {
    if (namespace != observer.namespace) {
      return false;
    }
    try {
      return start(pid).map(found -> found != start).orElse(true);
    } catch (IOException e) {
      return false;
    }
  }

  /** Since when a process runs; empty if there is none of that number. */
  private static Optional<Long> start(long pid) throws IOException {
    var file = PROC.resolve(Long.toString(pid)).resolve("stat");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    var text = Files.readString(file);
    // The name of the program comes second and may hold anything, so count from its end.
    var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    return Optional.of(Long.parseLong(fields[START_FIELD - 3]));
  }
}
