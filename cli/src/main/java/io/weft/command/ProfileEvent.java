package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.zoo.Profile;
import io.weft.zoo.StepTimes;
import java.nio.file.Path;

/** A measured model. */
record ProfileEvent(
    String model,
    int batch,
    double stepS,
    double processorsS,
    double updateS,
    long parameters,
    String file)
    implements JsonEvent {
  static ProfileEvent of(Profile profile, StepTimes step, Path file) {
    return new ProfileEvent(
        profile.name(),
        profile.batch(),
        step.seconds(),
        step.coreSeconds(),
        step.updateSeconds(),
        profile.count(),
        file.toString());
  }
}
