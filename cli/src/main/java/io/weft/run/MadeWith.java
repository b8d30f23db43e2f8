package io.weft.run;

import io.weft.cli.Output;
import io.weft.cli.VersionEvent;
import io.weft.collective.program.Topology;
import io.weft.data.Dataset;
import io.weft.data.SameData;
import io.weft.engine.DjlModel;
import io.weft.file.FileTrouble;
import io.weft.join.Rank;
import io.weft.model.Model;
import io.weft.trainer.Listener;
import io.weft.trainer.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Adds to the settings of a run, when it begins, with which programs and data it was made. */
record MadeWith(Output output, RunFolder folder, Rank rank, Dataset data) implements Listener {
  @Override
  public void began(Run run) {
    try {
      if (Files.exists(folder.config())) {
        ConfigFile.describe(facts(run.model()), folder.config());
      }
    } catch (IOException e) {
      output.note(
          "warning: %s does not say what the run was made with: %s; training goes on"
              .formatted(folder.config(), FileTrouble.reason(e)));
    }
  }

  private Map<String, String> facts(Model model) {
    var version = VersionEvent.current();
    var facts = new LinkedHashMap<String, String>();
    facts.put("weft", version.version());
    facts.put("commit", version.commit() == null ? "unknown" : version.commit());
    facts.put("jdk", version.jdkVersion() + ", " + version.jdkVendor());
    facts.put("engine", model instanceof DjlModel ? DjlModel.engine() : "none");
    facts.put("hosts", hosts(rank.topology()));
    facts.put(
        "data", "%d samples, CRC-32C %s".formatted(data.samples(), SameData.fingerprint(data)));
    return facts;
  }

  /** By their ranks: who they are is in the logs of their ranks. */
  private static String hosts(Topology topology) {
    return IntStream.range(0, topology.hostCount())
        .mapToObj(host -> "ranks " + topology.ranksOf(host))
        .collect(Collectors.joining("; ", topology.hostCount() + ": ", ""));
  }
}
