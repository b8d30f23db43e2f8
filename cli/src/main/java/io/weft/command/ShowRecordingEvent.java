package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.recording.Recording;

record ShowRecordingEvent(
    String file,
    int rank,
    int ranks,
    String host,
    String version,
    String started,
    int operations,
    String failure)
    implements JsonEvent {

  static ShowRecordingEvent of(Recording recording) {
    return new ShowRecordingEvent(
        recording.source(),
        recording.rank(),
        recording.ranks(),
        recording.host(),
        recording.version(),
        recording.started().toString(),
        recording.operations().size(),
        recording.failure());
  }
}
