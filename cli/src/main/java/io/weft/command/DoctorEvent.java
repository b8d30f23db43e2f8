package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.diagnosis.Finding;
import io.weft.diagnosis.Verdict;
import org.jspecify.annotations.Nullable;

record DoctorEvent(
    String check, @Nullable String host, Verdict verdict, String found, @Nullable String repair)
    implements JsonEvent {

  static DoctorEvent of(Finding finding) {
    return new DoctorEvent(
        finding.check(), finding.host(), finding.verdict(), finding.found(), finding.repair());
  }
}
