package io.weft.recording;

import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import java.nio.file.Path;
import java.util.List;

/** What ranks wrote of their last operations, and what is made of it. */
public final class RecordingTarget implements Target {
  private static final String OTHER =
      header(1)
          + operation(1, "0a", "done", "")
          + operation(2, "0c", "failed", "")
          + operation(3, "0a", "running", "");

  private static String header(int rank) {
    return """
        {"recording":"weft-operations-1","rank":%d,"ranks":2,"host":"node","pid":7,\
        "version":"0.1","started":"2026-01-02T03:04:05Z","failure":"PeerLostException: gone"}
        """
        .formatted(rank);
  }

  private static String operation(int number, String fingerprint, String state, String end) {
    return """
        {"group":"0000000000000000","number":"%016x","operation":"all-reduce #%d",\
        "fingerprint":"%s","members":[0,1],"priority":0,"state":"%s","begin_ns":%d000%s}
        """
        .formatted(number, number, fingerprint, state, number, end);
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        Input.of(
            0,
            header(0)
                + operation(1, "0a", "done", ",\"end_ns\":1500")
                + operation(2, "0b", "failed", ",\"end_ns\":2500")),
        Input.of(0, header(0) + operation(1, "0a", "done", ",\"end_ns\":1500")),
        Input.of(0, header(1) + operation(1, "0a", "running", "")));
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    input.oneByte();
    var file = Scratch.file("0.jsonl", input.rest());
    var other = Scratch.file("1.jsonl", OTHER.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Refusal.only(() -> compare(List.of(file)), IllegalArgumentException.class);
    Refusal.only(() -> compare(List.of(file, other)), IllegalArgumentException.class);
  }

  private static void compare(List<Path> files) {
    var recordings = new Recordings(files.stream().map(RecordingReader::read).toList());
    var difference = recordings.difference();
    difference.sentence();
    recordings.around(difference, 5, 3);
    var absent = recordings.absentRanks();
    if (!absent.isEmpty()) {
      Difference.spoken(absent);
    }
  }
}
