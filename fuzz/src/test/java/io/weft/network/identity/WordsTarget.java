package io.weft.network.identity;

import io.weft.cli.ByteSize;
import io.weft.cluster.Amount;
import io.weft.diagnosis.peer.HostList;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Target;
import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Short texts from command lines, variables and small files. */
public final class WordsTarget implements Target {
  private static final List<String> VARIABLES =
      Arrays.stream(
              ("RANK WORLD_SIZE LOCAL_RANK LOCAL_WORLD_SIZE MASTER_ADDR MASTER_PORT SLURM_PROCID"
                      + " SLURM_NTASKS SLURM_LOCALID SLURM_NODEID SLURM_STEP_TASKS_PER_NODE"
                      + " SLURM_JOB_NODELIST SLURM_STEP_NODELIST PET_NODE_RANK PET_NNODES"
                      + " PET_NPROC_PER_NODE PET_MASTER_ADDR PET_MASTER_PORT PMI_RANK PMI_SIZE"
                      + " OMPI_COMM_WORLD_RANK OMPI_COMM_WORLD_SIZE JOB_COMPLETION_INDEX"
                      + " JOB_COMPLETIONS GROUP_WORLD_SIZE HOST_ADDR HOST_ADDRS")
                  .split(" "))
          .toList();

  @Override
  public List<byte[]> seeds() {
    return List.of(
        Input.of(0, "1.5MB"),
        Input.of(1, "10 Gbit/s"),
        Input.of(1, "1e-3 us"),
        Input.of(1, "16 GB"),
        Input.of(1, "5 %"),
        Input.of(1, "6 TFLOP/s"),
        Input.of(2, "[fe80::1]:29500"),
        Input.of(2, "node1:29500"),
        Input.of(3, "node1,node2:29601,fd77::1,[fd77::1]:7"),
        Input.of(4, "gpu[07-09,12],cpu1"),
        Input.of(4, "4(x2),3"),
        Input.of(5, "RANK=1\nWORLD_SIZE=4\nMASTER_ADDR=node1\nMASTER_PORT=29500\n"),
        Input.of(
            5,
            "SLURM_PROCID=3\nSLURM_NTASKS=8\nSLURM_LOCALID=1\nSLURM_NODEID=1\n"
                + "SLURM_STEP_TASKS_PER_NODE=2(x4)\nSLURM_JOB_NODELIST=gpu[01-04]\n"
                + "MASTER_PORT=29500\n"),
        Input.of(5, "PET_NODE_RANK=1\nPET_NNODES=2\nMASTER_ADDR=::1\nMASTER_PORT=1\n"),
        Input.of(6, "0123456789abcdef0123456789abcdef\n"));
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int which = input.below(7);
    if (which == 6) {
      var file = privately(input.rest());
      Refusal.only(() -> Token.read(file), AuthenticationException.class);
      return;
    }
    String text = input.text();
    if (which == 1) {
      readAmounts(text);
      return;
    }
    Refusal.only(() -> read(which, text), IllegalArgumentException.class);
  }

  private static void readAmounts(String text) throws Exception {
    List<Refusal.Body> readers =
        List.of(
            () -> Amount.rate(text),
            () -> Amount.time(text),
            () -> Amount.speed(text),
            () -> Amount.size(text),
            () -> Amount.part(text));
    for (var reader : readers) {
      Refusal.only(reader, IllegalArgumentException.class);
    }
  }

  private static void read(int which, String text) {
    switch (which) {
      case 0 -> {
        var size = ByteSize.parse(text);
        if (!ByteSize.parse(size.toString()).equals(size)) {
          throw new AssertionError(size + " is not read as it is written");
        }
      }
      case 2 -> {
        var place = HostPort.parse("--master", text);
        if (!HostPort.parse("--master", place.toString()).equals(place)) {
          throw new AssertionError(place + " is not read as it is written");
        }
      }
      case 3 -> HostList.parse(List.of(text.split(",", -1)), 29_600);
      case 4 -> {
        SlurmList.firstNode(text);
        SlurmList.tasksOf(3, text);
      }
      default -> RankIdentity.of(variables(text), RankFlags.NONE);
    }
  }

  private static Map<String, String> variables(String text) {
    var variables = new HashMap<String, String>();
    for (var line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (equals > 0 && VARIABLES.contains(line.substring(0, equals))) {
        variables.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return variables;
  }

  private static Path privately(byte[] bytes) throws IOException {
    var file = io.weft.fuzz.Scratch.file("token", bytes);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }
}
