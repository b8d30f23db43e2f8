package io.weft.diagnosis;

import io.weft.report.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Room on disks and in shared memory. */
final class SpaceChecks {
  private static final long LEAST = 1L << 30;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private SpaceChecks() {}

  /** Ranks of one host exchange their data there. */
  static Finding sharedMemory() {
    return Files.isDirectory(SHARED_MEMORY)
        ? finding(
            "shared memory",
            SHARED_MEMORY,
            "mount -o remount,size=8g /dev/shm as root, or start the container with --shm-size=8g")
        : Finding.unknown("shared memory");
  }

  static Finding workingFolder() {
    return finding("disk, working folder", Path.of("").toAbsolutePath(), "make room there");
  }

  static Finding temporaryFolder() {
    return finding(
        "disk, temporary files",
        Path.of(System.getProperty("java.io.tmpdir")),
        "make room there, or set WEFT_JAVA_OPTS=-Djava.io.tmpdir=FOLDER");
  }

  private static Finding finding(String check, Path folder, String repair) {
    try {
      var store = Files.getFileStore(folder);
      return judge(check, folder, store.getTotalSpace(), store.getUsableSpace(), repair);
    } catch (IOException e) {
      return Finding.fail(check, folder + " cannot be used", "make the folder, or take another");
    }
  }

  static Finding judge(String check, Path folder, long total, long free, String repair) {
    String found =
        "%s of %s are free in %s"
            .formatted(Quantity.bytes((double) free), Quantity.bytes((double) total), folder);
    return free >= LEAST ? Finding.ok(check, found) : Finding.warn(check, found, repair);
  }
}
