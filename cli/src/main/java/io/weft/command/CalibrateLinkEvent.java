package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.join.Link;
import io.weft.join.LinkClass;
import io.weft.measurement.LinkFit;

record CalibrateLinkEvent(LinkClass link, double latencyUs, double rateGBps, double residualPercent)
    implements JsonEvent {

  static CalibrateLinkEvent of(LinkClass place, Link link, LinkFit fit) {
    return new CalibrateLinkEvent(
        place, link.latencyMicros(), link.gigabytesPerSecond(), fit.residualPercent());
  }
}
