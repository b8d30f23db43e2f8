package io.weft.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TCP ports at which a process listens, as Linux tells it. */
final class OpenPorts {
  private static final Pattern LISTENING =
      Pattern.compile("\\s*\\d+: [0-9A-F]+:([0-9A-F]{4}) \\S+ 0A (?:\\S+ +){5}(\\d+) .*");

  private OpenPorts() {}

  static Set<Integer> of(long pid) throws IOException {
    var sockets = sockets(pid);
    var ports = new HashSet<Integer>();
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc", "" + pid, "net", table))) {
        var socket = LISTENING.matcher(line);
        if (socket.matches() && sockets.contains("socket:[%s]".formatted(socket.group(2)))) {
          ports.add(Integer.parseInt(socket.group(1), 16));
        }
      }
    }
    return ports;
  }

  private static Set<String> sockets(long pid) throws IOException {
    var sockets = new HashSet<String>();
    try (Stream<Path> files = Files.list(Path.of("/proc", "" + pid, "fd"))) {
      for (var file : files.toList()) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException e) {
          // Closed since it was listed.
        }
      }
    }
    return sockets;
  }

  /** The ports of a process that will listen soon. */
  static Set<Integer> awaitListener(long pid) throws IOException {
    long end = System.nanoTime() + RankProcess.HANG_GUARD.toNanos();
    Set<Integer> ports;
    do {
      ports = of(pid);
    } while (ports.isEmpty() && System.nanoTime() < end);
    assertThat(ports).as("ports of process %d", pid).isNotEmpty();
    return ports;
  }
}
