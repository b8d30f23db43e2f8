package io.weft.diagnosis;

import java.util.Locale;
import java.util.Set;

/** Whether native libraries for training exist for this system and processor. */
final class PlatformCheck {
  private static final Set<String> SUPPORTED =
      Set.of("linux x86_64", "linux aarch64", "macos aarch64", "windows x86_64");

  private PlatformCheck() {}

  static Finding finding() {
    return judge(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static Finding judge(String system, String processor) {
    String platform = system(system) + " " + (processor.equals("amd64") ? "x86_64" : processor);
    return SUPPORTED.contains(platform)
        ? Finding.ok("platform", platform)
        : Finding.warn(
            "platform",
            platform + ", for which the training engine has no native library",
            "train on one of " + String.join(", ", SUPPORTED.stream().sorted().toList()));
  }

  private static String system(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.startsWith("mac")) {
      return "macos";
    }
    return lower.startsWith("windows") ? "windows" : lower;
  }
}
