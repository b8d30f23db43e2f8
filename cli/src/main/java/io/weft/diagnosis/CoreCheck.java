package io.weft.diagnosis;

import java.util.Locale;
import java.util.OptionalDouble;

/** How much computing this process is granted. */
final class CoreCheck {
  private CoreCheck() {}

  static Finding finding(ControlGroup group) {
    return judge(Runtime.getRuntime().availableProcessors(), group.cores());
  }

  static Finding judge(int cores, OptionalDouble granted) {
    String found = cores == 1 ? "1 core" : cores + " cores";
    if (granted.isPresent()) {
      found += String.format(Locale.ROOT, ", the control group grants %.1f", granted.getAsDouble());
    }
    return Math.min(cores, granted.orElse(cores)) >= 2
        ? Finding.ok("cores", found)
        : Finding.warn("cores", found, "give it 2 or more, or computing and sending take turns");
  }
}
