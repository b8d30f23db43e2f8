package io.weft.job;

import io.weft.recording.JsonFields;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A job as lines of JSON: one about the job, then one for each rank that was started. */
final class JobLines {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JobLines() {}

  /** Without the ranks. */
  static String head(Job job, String machine, String host) {
    return line(
        Map.of(
            "name", job.name(),
            "command", job.command(),
            "ranks", Integer.toString(job.ranks()),
            "folder", job.folder().toString(),
            "detached", Boolean.toString(job.detached()),
            "mark", job.mark(),
            "started", job.started().toString(),
            "launcher", job.launcher().toString(),
            "machine", machine,
            "host", host));
  }

  static String rank(ProcessKey process) {
    return line(Map.of("process", process.toString()));
  }

  private static String line(Map<String, String> fields) {
    var line = new StringWriter();
    try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      fields.forEach(json::writeStringProperty);
      json.writeEndObject();
    }
    return line + "\n";
  }

  static String machine(List<String> lines) {
    return JsonFields.of(lines.isEmpty() ? "" : lines.getFirst()).text("machine");
  }

  /** The host by a name that it keeps; nothing where none was known. */
  static String host(List<String> lines) {
    var head = JsonFields.of(lines.isEmpty() ? "" : lines.getFirst());
    return head.has("host") ? head.text("host") : "";
  }

  /**
   * Reads what was written; its writer may have been killed in the middle of the last line.
   *
   * @throws IllegalArgumentException with a short reason
   */
  static Job job(List<String> lines) {
    var head = JsonFields.of(lines.isEmpty() ? "" : lines.getFirst());
    var processes = new ArrayList<ProcessKey>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.endsWith("}")) {
        processes.add(key(JsonFields.of(line).text("process")));
      }
    }
    return new Job(
        head.text("name"),
        head.text("command"),
        Integer.parseInt(head.text("ranks")),
        Path.of(head.text("folder")),
        Boolean.parseBoolean(head.text("detached")),
        head.text("mark"),
        Instant.parse(head.text("started")),
        key(head.text("launcher")),
        processes);
  }

  private static ProcessKey key(String text) {
    return ProcessKey.parse(text)
        .orElseThrow(() -> new IllegalArgumentException("no process: " + text));
  }
}
