package io.weft.network.identity;

import java.util.Arrays;
import java.util.List;

/** Who can tell a process which rank it is, in the order in which they are asked. */
public enum RankSource {
  FLAGS("the command line", "--rank", "--world"),
  TORCHRUN("torchrun", "RANK", "WORLD_SIZE"),
  /** Counts nodes; which rank of its node a process is, {@code LOCAL_RANK} says. */
  KUBEFLOW("Kubeflow", "PET_NODE_RANK", "PET_NNODES"),
  OPEN_MPI("Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
  PMI("PMI", "PMI_RANK", "PMI_SIZE"),
  SLURM("Slurm", "SLURM_PROCID", "SLURM_NTASKS"),
  /** Kubernetes says which pod of an indexed job this is, and leaves their number to the user. */
  INDEXED_JOB("indexed job", "JOB_COMPLETION_INDEX", "WORLD_SIZE");

  private final String label;
  private final String rankName;
  private final String worldName;

  RankSource(String label, String rankName, String worldName) {
    this.label = label;
    this.rankName = rankName;
    this.worldName = worldName;
  }

  /** As users know it: {@code Open MPI}. */
  public String label() {
    return label;
  }

  /** The flag or variable with the rank; a source speaks if and only if it is given. */
  String rankName() {
    return rankName;
  }

  /** The flag or variable with the number of ranks. */
  String worldName() {
    return worldName;
  }

  /** The variables that make a process a rank; a launcher takes away those it does not set. */
  public static List<String> rankVariables() {
    return Arrays.stream(values())
        .filter(source -> source != FLAGS)
        .map(RankSource::rankName)
        .toList();
  }
}
