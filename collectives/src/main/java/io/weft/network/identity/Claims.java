package io.weft.network.identity;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reads what each source says. */
final class Claims {
  private final Variables variables;
  private final RankFlags flags;

  Claims(Variables variables, RankFlags flags) {
    this.variables = variables;
    this.flags = flags;
  }

  /** The claims of all sources that speak, the one that counts first. */
  List<Claim> all() {
    var claims = new ArrayList<Claim>();
    for (RankSource source : RankSource.values()) {
      var claim = of(source);
      if (claim != null) {
        claims.add(claim);
      }
    }
    if (claims.isEmpty() && variables.has(RankSource.KUBEFLOW.rankName())) {
      throw wholeNode();
    }
    return claims;
  }

  private @Nullable Claim of(RankSource source) {
    return switch (source) {
      case FLAGS -> flags();
      case TORCHRUN -> variables(source, "LOCAL_RANK", "LOCAL_WORLD_SIZE");
      case KUBEFLOW -> kubeflow();
      case OPEN_MPI ->
          variables(source, "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE");
      case PMI -> variables(source, "MPI_LOCALRANKID", "MPI_LOCALNRANKS");
      case SLURM -> slurm();
      case INDEXED_JOB -> indexedJob();
    };
  }

  private @Nullable Claim flags() {
    Integer rank = flags.rank();
    Integer world = flags.world();
    if (rank == null) {
      return null;
    }
    if (world == null) {
      throw new IllegalArgumentException(
          "--rank %d without --world: give the number of ranks too".formatted(rank));
    }
    var none = OptionalInt.empty();
    var evidence = "--rank %d --world %d".formatted(rank, world);
    return new Claim(RankSource.FLAGS, rank, world, none, none, evidence);
  }

  private @Nullable Claim variables(RankSource source, String localRank, String localWorld) {
    var local = variables.number(localRank);
    var localSize = variables.number(localWorld);
    return claim(source, source.worldName(), local, localSize);
  }

  private @Nullable Claim claim(
      RankSource source, String worldName, OptionalInt local, OptionalInt localSize) {
    var rank = variables.number(source.rankName());
    if (rank.isEmpty()) {
      return null;
    }
    int world = required(source, worldName, "the number of ranks");
    var evidence = "%s=%d, %s=%d".formatted(source.rankName(), rank.getAsInt(), worldName, world);
    return new Claim(source, rank.getAsInt(), world, local, localSize, evidence);
  }

  private int required(RankSource source, String name, String meaning) {
    return variables
        .number(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s=%s is set but %s is not: set it to %s"
                        .formatted(
                            source.rankName(), variables.text(source.rankName()), name, meaning)));
  }

  /**
   * Kubeflow numbers nodes. Its claim is about this process if a node has one rank, or if torchrun,
   * which it starts, has added the local rank; otherwise it says nothing that could be compared.
   */
  private @Nullable Claim kubeflow() {
    var source = RankSource.KUBEFLOW;
    var node = variables.number(source.rankName());
    if (node.isEmpty()
        || isLeftToTorchrun("PET_NNODES")
        || isLeftToTorchrun("PET_NPROC_PER_NODE")) {
      return null;
    }
    int perNode = variables.number("PET_NPROC_PER_NODE").orElse(1);
    int nodes = required(source, source.worldName(), "the number of nodes");
    var local = variables.number("LOCAL_RANK");
    if (perNode > 1 && local.isEmpty()) {
      if (flags.rank() != null) {
        return null;
      }
      throw wholeNode();
    }
    int rank = saturated((long) node.getAsInt() * perNode + local.orElse(0));
    var evidence =
        "PET_NODE_RANK=%d, PET_NNODES=%d, PET_NPROC_PER_NODE=%d"
            .formatted(node.getAsInt(), nodes, perNode);
    return new Claim(
        source,
        rank,
        saturated((long) nodes * perNode),
        OptionalInt.of(local.orElse(0)),
        OptionalInt.of(perNode),
        evidence);
  }

  /** Too large for a rank stays too large, and is refused as such. */
  private static int saturated(long value) {
    return (int) Math.min(value, Integer.MAX_VALUE);
  }

  private IllegalArgumentException wholeNode() {
    return new IllegalArgumentException(
        ("PET_NODE_RANK=%s with %s and %s leaves open which of how many ranks this process is:"
                + " start it with torchrun, or give --rank and --world")
            .formatted(
                variables.text("PET_NODE_RANK"),
                stated("PET_NNODES"),
                stated("PET_NPROC_PER_NODE")));
  }

  private String stated(String name) {
    String value = variables.text(name);
    return value == null ? "no " + name : name + "=" + value;
  }

  /** Torchrun also takes {@code auto} processes and {@code 1:3} nodes, and counts for itself. */
  private boolean isLeftToTorchrun(String name) {
    String value = variables.text(name);
    return value != null && !value.matches("\\d+");
  }

  private @Nullable Claim slurm() {
    var local = variables.number("SLURM_LOCALID");
    var node = variables.number("SLURM_NODEID");
    String tasks = variables.text("SLURM_STEP_TASKS_PER_NODE");
    var localSize =
        tasks == null || node.isEmpty()
            ? OptionalInt.empty()
            : SlurmList.tasksOf(node.getAsInt(), tasks);
    return claim(RankSource.SLURM, RankSource.SLURM.worldName(), local, localSize);
  }

  /** Where torchrun starts several ranks in a pod, the index is that of the pod, not of a rank. */
  private @Nullable Claim indexedJob() {
    if (variables.has(RankSource.KUBEFLOW.rankName())
        || variables.number("LOCAL_WORLD_SIZE").orElse(1) > 1) {
      return null;
    }
    boolean counted = !variables.has("WORLD_SIZE") && variables.has("JOB_COMPLETIONS");
    var none = OptionalInt.empty();
    String worldName = counted ? "JOB_COMPLETIONS" : RankSource.INDEXED_JOB.worldName();
    return claim(RankSource.INDEXED_JOB, worldName, none, none);
  }
}
