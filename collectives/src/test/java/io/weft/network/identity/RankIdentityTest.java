package io.weft.network.identity;

import static io.weft.trials.Trials.forAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("sampled")
class RankIdentityTest {
  private static final String MASTER = " MASTER_ADDR=node1 MASTER_PORT=29500";
  private static final String TORCHRUN =
      "RANK=5 WORLD_SIZE=8 LOCAL_RANK=1 LOCAL_WORLD_SIZE=4" + MASTER;

  private static final List<Boolean> YES_NO = List.of(true, false);

  @Test
  void without_any_source_a_process_is_no_rank() {
    assertThat(RankIdentity.of(Map.of(), RankFlags.NONE)).isEmpty();
    assertThat(RankIdentity.of(variables("RANK= WORLD_SIZE=4" + MASTER), RankFlags.NONE)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TORCHRUN, RANK=5 WORLD_SIZE=8 LOCAL_RANK=1 LOCAL_WORLD_SIZE=4, 1, 4",
    "TORCHRUN, RANK=5 WORLD_SIZE=8, -1, -1",
    "KUBEFLOW, PET_NODE_RANK=5 PET_NNODES=8 PET_NPROC_PER_NODE=1, 0, 1",
    "KUBEFLOW, PET_NODE_RANK=5 PET_NNODES=8, 0, 1",
    "KUBEFLOW, PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=4 LOCAL_RANK=1, 1, 4",
    "OPEN_MPI, OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8"
        + " OMPI_COMM_WORLD_LOCAL_RANK=1 OMPI_COMM_WORLD_LOCAL_SIZE=4, 1, 4",
    "PMI, PMI_RANK=5 PMI_SIZE=8, -1, -1",
    "PMI, PMI_RANK=5 PMI_SIZE=8 MPI_LOCALRANKID=1 MPI_LOCALNRANKS=4, 1, 4",
    "SLURM, SLURM_PROCID=5 SLURM_NTASKS=8 SLURM_LOCALID=1, 1, -1",
    "SLURM, SLURM_PROCID=5 SLURM_NTASKS=8 SLURM_LOCALID=1 SLURM_NODEID=1"
        + " SLURM_STEP_TASKS_PER_NODE=4(x2), 1, 4",
    "INDEXED_JOB, JOB_COMPLETION_INDEX=5 WORLD_SIZE=8, -1, -1",
    "INDEXED_JOB, JOB_COMPLETION_INDEX=5 JOB_COMPLETIONS=8, -1, -1"
  })
  void every_source_is_understood(RankSource source, String stated, int local, int localSize) {
    var identity = identity(stated + MASTER);
    assertThat(identity.source()).isEqualTo(source);
    assertThat(identity.rank()).isEqualTo(5);
    assertThat(identity.worldSize()).isEqualTo(8);
    assertThat(identity.localRank().orElse(-1)).isEqualTo(local);
    assertThat(identity.localWorldSize().orElse(-1)).isEqualTo(localSize);
    assertThat(identity.masterHost()).isEqualTo("node1");
    assertThat(identity.masterPort()).isEqualTo(29500);
  }

  @Test
  void flags_are_a_source_of_their_own() {
    var flags = new RankFlags(5, 8, "[::1]:29500", "10.0.0.7");
    var identity = RankIdentity.of(Map.of(), flags).orElseThrow();
    assertThat(identity.source()).isEqualTo(RankSource.FLAGS);
    assertThat(identity.masterHost()).isEqualTo("::1");
    assertThat(identity.bindAddress()).contains("10.0.0.7");
    assertThat(identity.localRank()).isEmpty();
  }

  @Test
  void whatever_source_states_it_the_same_identity_comes_out() {
    forAll(
        draw -> {
          int world = draw.between(1, 2000);
          int rank = Math.min(draw.between(0, world - 1), world - 1);
          var source = draw.oneOf(List.of(RankSource.values()));
          var variables = new HashMap<>(variables(MASTER));
          var flags = RankFlags.NONE;
          if (source == RankSource.FLAGS) {
            flags = new RankFlags(rank, world, null, null);
          } else {
            variables.put(source.rankName(), Integer.toString(rank));
            variables.put(source.worldName(), Integer.toString(world));
          }
          var none = OptionalInt.empty();
          var identity = RankIdentity.of(variables, flags).orElseThrow();
          boolean perNode = source == RankSource.KUBEFLOW;
          assertThat(identity)
              .isEqualTo(
                  new RankIdentity(
                      rank,
                      world,
                      perNode ? OptionalInt.of(0) : none,
                      perNode ? OptionalInt.of(1) : none,
                      "node1",
                      29500,
                      Optional.empty(),
                      source));
        });
  }

  @Test
  void of_sources_that_agree_the_first_counts() {
    forAll(
        draw -> {
          var spoken = Arrays.stream(RankSource.values()).filter(_ -> draw.oneOf(YES_NO)).toList();
          var variables = new HashMap<>(variables(MASTER));
          for (RankSource source : spoken) {
            variables.put(source.rankName(), "3");
            variables.put(source.worldName(), "4");
          }
          var flags =
              spoken.contains(RankSource.FLAGS) ? new RankFlags(3, 4, null, null) : RankFlags.NONE;
          assertThat(RankIdentity.of(variables, flags).map(RankIdentity::source))
              .isEqualTo(spoken.stream().findFirst());
        });
  }

  @ParameterizedTest
  @CsvSource({
    "SLURM_PROCID=4 SLURM_NTASKS=8, 'Slurm says rank 4 of 8 (SLURM_PROCID=4, SLURM_NTASKS=8)'",
    "PMI_RANK=5 PMI_SIZE=9, 'PMI says rank 5 of 9 (PMI_RANK=5, PMI_SIZE=9)'",
    "PET_NODE_RANK=0 PET_NNODES=2 PET_NPROC_PER_NODE=4, Kubeflow says rank 1 of 8",
    "OMPI_COMM_WORLD_RANK=0 OMPI_COMM_WORLD_SIZE=1, Open MPI says rank 0 of 1"
  })
  void sources_that_disagree_are_both_named(String other, String said) {
    assertRefused(TORCHRUN + " " + other, "torchrun says rank 5 of 8 (RANK=5, WORLD_SIZE=8) but ");
    assertRefused(TORCHRUN + " " + other, said);
  }

  @Test
  void flags_that_disagree_with_the_launcher_are_refused_too() {
    assertRefused(
        variables(TORCHRUN),
        new RankFlags(4, 8, null, null),
        "the command line says rank 4 of 8 (--rank 4 --world 8) but torchrun says rank 5 of 8");
  }

  @ParameterizedTest
  @CsvSource({
    "SLURM_PROCID=1 SLURM_NTASKS=2 GROUP_RANK=1 GROUP_WORLD_SIZE=2",
    "JOB_COMPLETION_INDEX=1",
    "JOB_COMPLETION_INDEX=1 PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=4",
    "PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=auto",
    "PET_NODE_RANK=1 PET_NNODES=1:3 PET_NPROC_PER_NODE=4"
  })
  void a_launcher_of_launchers_does_not_disagree_with_the_inner_one(String outer) {
    assertThat(identity(TORCHRUN + " " + outer).rank()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "RANK=5 WORLD_SIZE=8, 'set MASTER_ADDR to the host of rank 0 and MASTER_PORT to a free port'",
    "RANK=5 WORLD_SIZE=8 MASTER_ADDR=node1, 'waits: set MASTER_PORT to a free port of that host'",
    "RANK=5 WORLD_SIZE=8 MASTER_PORT=29500, 'waits: set MASTER_ADDR to the host of rank 0'",
    "PET_NODE_RANK=0 PET_NNODES=1 PET_MASTER_ADDR=node1, 'waits: set PET_MASTER_PORT to'",
    "SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_JOB_NODELIST=a[1-2], 'waits: set MASTER_PORT to'",
    "PMI_RANK=0 PMI_SIZE=1, 'set MASTER_ADDR to the host of rank 0 and MASTER_PORT'"
  })
  void a_missing_master_is_never_guessed(String stated, String sentence) {
    assertRefused(stated, sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "RANK=five WORLD_SIZE=8, 'RANK=five: give a whole number that is not negative'",
    "RANK=-1 WORLD_SIZE=8, 'RANK=-1: give a whole number that is not negative'",
    "RANK=99999999999 WORLD_SIZE=8, 'RANK=99999999999: give a whole number'",
    "RANK=8 WORLD_SIZE=8, 'rank 8 of 8 (RANK=8, WORLD_SIZE=8): ranks of this world are 0 to 7'",
    "RANK=0 WORLD_SIZE=0, 'a world of 0 ranks (RANK=0, WORLD_SIZE=0): give at least 1 rank'",
    "RANK=0, 'RANK=0 is set but WORLD_SIZE is not: set it to the number of ranks'",
    "SLURM_PROCID=0, 'SLURM_PROCID=0 is set but SLURM_NTASKS is not'",
    "JOB_COMPLETION_INDEX=0, 'JOB_COMPLETION_INDEX=0 is set but WORLD_SIZE is not'",
    "RANK=0 WORLD_SIZE=8 LOCAL_RANK=4 LOCAL_WORLD_SIZE=4, 'local rank 4 of 4'",
    "RANK=0 WORLD_SIZE=2 LOCAL_RANK=0 LOCAL_WORLD_SIZE=4, '4 of 2 ranks on this node'",
    "PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=4, 'leaves open which of how many ranks'",
    "RANK=1 WORLD_SIZE=8 PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=4, 'with torchrun'",
    "PET_NODE_RANK=1 PET_NNODES=2 PET_NPROC_PER_NODE=auto, 'PET_NPROC_PER_NODE=auto leaves open'",
    "PET_NODE_RANK=1 PET_NNODES=1:3, 'PET_NNODES=1:3 and no PET_NPROC_PER_NODE leaves open'",
    "PET_NODE_RANK=99999 PET_NNODES=99999 PET_NPROC_PER_NODE=99999 LOCAL_RANK=0, 'rank 21474'",
    "PET_NODE_RANK=1, 'PET_NODE_RANK=1 is set but PET_NNODES is not'"
  })
  void impossible_values_get_a_sentence(String stated, String sentence) {
    assertRefused(stated + MASTER, sentence);
  }

  @ParameterizedTest
  @CsvSource({"0", "65536", "http", "-5"})
  void a_bad_port_is_named_with_its_variable(String port) {
    assertRefused(
        "RANK=0 WORLD_SIZE=1 MASTER_ADDR=node1 MASTER_PORT=" + port,
        "MASTER_PORT: '" + port + "' is not a port");
  }

  @Test
  void flags_come_in_pairs() {
    assertThatThrownBy(() -> new RankFlags(null, 8, null, null))
        .hasMessage("--world 8 without --rank: give both");
    assertRefused(
        Map.of(), new RankFlags(3, null, "a:1", null), "--rank 3 without --world: give the number");
    assertRefused(Map.of(), new RankFlags(8, 8, "a:1", null), "rank 8 of 8 (--rank 8 --world 8)");
    assertRefused(
        Map.of(), new RankFlags(-1, 8, "a:1", null), "rank -1 of 8 (--rank -1 --world 8)");
  }

  @Test
  void the_master_of_the_flags_counts_more_than_that_of_the_variables() {
    var flags = new RankFlags(null, null, "node9:77", null);
    var identity = RankIdentity.of(variables(TORCHRUN), flags).orElseThrow();
    assertThat(identity.masterHost()).isEqualTo("node9");
    assertThat(identity.masterPort()).isEqualTo(77);
    assertThat(identity.source()).isEqualTo(RankSource.TORCHRUN);
  }

  @Test
  void kubeflow_and_slurm_know_the_master_themselves() {
    var kubeflow =
        identity("PET_NODE_RANK=0 PET_NNODES=1 PET_MASTER_ADDR=pod-0 PET_MASTER_PORT=7" + MASTER);
    assertThat(kubeflow.masterHost()).isEqualTo("pod-0");
    assertThat(kubeflow.masterPort()).isEqualTo(7);
    var slurm =
        identity(
            "SLURM_PROCID=0 SLURM_NTASKS=1 SLURM_STEP_NODELIST=gpu[07-09]"
                + " SLURM_JOB_NODELIST=gpu[01-09] MASTER_PORT=7");
    assertThat(slurm.masterHost()).isEqualTo("gpu07");
  }

  @Test
  void the_bind_address_is_the_flag_or_the_variable_or_left_open() {
    assertThat(identity(TORCHRUN).bindAddress()).isEmpty();
    assertThat(identity(TORCHRUN + " HOST_ADDR=10.0.0.7").bindAddress()).contains("10.0.0.7");
    var flags = new RankFlags(null, null, null, "10.0.0.8");
    assertThat(RankIdentity.of(variables(TORCHRUN + " HOST_ADDR=10.0.0.7"), flags))
        .hasValueSatisfying(found -> assertThat(found.bindAddress()).contains("10.0.0.8"));
  }

  @Test
  void brackets_around_an_address_of_a_variable_are_taken_off() {
    var identity = identity("RANK=0 WORLD_SIZE=1 MASTER_ADDR=[::1] MASTER_PORT=7");
    assertThat(identity.masterHost()).isEqualTo("::1");
  }

  private static RankIdentity identity(String stated) {
    return RankIdentity.of(variables(stated), RankFlags.NONE).orElseThrow();
  }

  private static void assertRefused(String stated, String sentence) {
    assertRefused(variables(stated), RankFlags.NONE, sentence);
  }

  private static void assertRefused(
      Map<String, String> variables, RankFlags flags, String sentence) {
    assertThatThrownBy(() -> RankIdentity.of(variables, flags))
        .isExactlyInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  /** Written as in a shell: {@code "RANK=0 WORLD_SIZE=4"}. */
  private static Map<String, String> variables(String text) {
    return Arrays.stream(text.strip().split(" +"))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
  }
}
