package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.join.LinkClass;
import io.weft.measurement.LinkFit;

record CalibrateLinkEvent(LinkClass link, double latencyUs, double rateGBps, double residualPercent)
    implements JsonEvent {

  static CalibrateLinkEvent of(LinkClass place, LinkFit fit) {
    var link = fit.link();
    return new CalibrateLinkEvent(
        place, link.latencyMicros(), link.gigabytesPerSecond(), fit.residualPercent());
  }
}
