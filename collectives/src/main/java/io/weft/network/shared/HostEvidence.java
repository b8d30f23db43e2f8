package io.weft.network.shared;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * What a process can tell about the host it is on. Ranks share memory only if their evidence is
 * equal, and if one can read what another has written: processes in different network namespaces
 * stand for different hosts, though they could.
 *
 * @param boot the system's name for the time since it was started
 * @param network the network namespace
 */
public record HostEvidence(UUID boot, long network) {
  /**
   * That of this process.
   *
   * @throws IOException on systems other than Linux
   */
  public static HostEvidence ofThis() throws IOException {
    var boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    return new HostEvidence(UUID.fromString(boot), ProcessMark.namespace("net"));
  }
}
