package io.weft.run;

import io.weft.cli.Output;
import io.weft.cli.VersionEvent;
import io.weft.data.Dataset;
import io.weft.data.Fingerprint;
import io.weft.engine.DjlModel;
import io.weft.file.FileTrouble;
import io.weft.join.Rank;
import io.weft.launch.HostName;
import io.weft.model.Model;
import io.weft.network.Purpose;
import io.weft.tensor.Tensor;
import io.weft.trainer.Listener;
import io.weft.trainer.Run;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Adds to the settings of a run, when it begins, with which programs and data it was made. All
 * ranks have one, and say the names of their hosts.
 *
 * @param folder of rank 0
 */
record MadeWith(Output output, Optional<RunFolder> folder, Rank rank, Material material)
    implements Listener {
  /** The longest name that a host may have on Linux. */
  private static final int NAME_BYTES = 64;

  @Override
  public void began(Run run) {
    var names = gatherHostNames();
    folder.ifPresent(here -> describe(here, run.model(), names));
  }

  private void describe(RunFolder here, Model model, List<String> names) {
    try {
      if (Files.exists(here.config())) {
        ConfigFile.describe(facts(model, names), here.config());
      }
    } catch (IOException e) {
      output.note(
          "warning: %s does not say what the run was made with: %s; training goes on"
              .formatted(here.config(), FileTrouble.reason(e)));
    }
  }

  /** Of all ranks. */
  private List<String> gatherHostNames() {
    var own = Arrays.copyOf(HostName.current().getBytes(StandardCharsets.UTF_8), NAME_BYTES);
    var all = new byte[NAME_BYTES * rank.ranks()];
    rank.communicator().counting(Purpose.REPORT).allGather(Tensor.of(own), Tensor.of(all));
    return IntStream.range(0, rank.ranks())
        .mapToObj(each -> new String(all, each * NAME_BYTES, NAME_BYTES, StandardCharsets.UTF_8))
        .map(name -> name.replace("\0", ""))
        .toList();
  }

  private Map<String, String> facts(Model model, List<String> names) {
    var version = VersionEvent.current();
    var facts = new LinkedHashMap<String, String>();
    facts.put("weft", version.version());
    facts.put("commit", version.commit() == null ? "unknown" : version.commit());
    facts.put("jdk", version.jdkVersion() + ", " + version.jdkVendor());
    facts.put("engine", model instanceof DjlModel ? DjlModel.engine() : "none");
    facts.put("hosts", hosts(names));
    put(facts, "data", material.found().data());
    material.given().ifPresent(them -> put(facts, "validation", them));
    return facts;
  }

  private String hosts(List<String> names) {
    var topology = rank.topology();
    return IntStream.range(0, topology.hostCount())
        .mapToObj(topology::ranksOf)
        .map(ranks -> "%s: ranks %s".formatted(names.get(ranks.getFirst()), ranks))
        .collect(Collectors.joining("; "));
  }

  /** The key says of how many samples the checksum is. */
  private static void put(Map<String, String> facts, String what, Dataset data) {
    var found = Fingerprint.of(data);
    boolean all = found.lookedAt() == found.samples();
    facts.put(what + "-samples", Long.toString(found.samples()));
    facts.put("%s-crc32c-of-%s".formatted(what, all ? "all" : found.lookedAt()), found.digits());
  }
}
