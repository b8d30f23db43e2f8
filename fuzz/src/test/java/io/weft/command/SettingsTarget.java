package io.weft.command;

import io.weft.cluster.ClusterFile;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import io.weft.join.MachineFile;
import io.weft.measurement.NcclOutput;
import io.weft.run.ConfigFile;
import io.weft.validation.own.OwnComparison;
import io.weft.validation.own.OwnFile;
import io.weft.zoo.ProfileFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Files of settings and of what was measured. */
public final class SettingsTarget implements Target {
  @Override
  public List<byte[]> seeds() {
    return List.of(
        Input.of(0, "# a run\nmodel: mlp\nranks: 4\nstrategy: \"dear + top-k(0.01)\"\n"),
        Input.of(0, "a: &x 1\nb: *x\nc: >\n  folded\n  text\nd: 'e'\n"),
        Input.of(
            1,
            """
            hosts: 8
            ranks_per_host: 4
            inside: 11 GB/s, 5 us
            between: 10 Gbit/s, 30 us
            compute: 6 TFLOP/s
            reduction: 10 GB/s
            operation: 50 us
            memory: 16 GB
            jitter: 5 %
            stragglers: 2, 1.5
            cores: 16
            models_on: accelerators
            socket: 2 GB/s, 5 us
            interference: 5 %
            racks: 8, 3
            contention: 4 %
            encoding: 10 GB/s
            """),
        Input.of(
            2,
            """
            reduction_gigabytes_per_second: 9.5
            host_latency_microseconds: 4.5
            host_gigabytes_per_second: 3.25
            network_latency_microseconds: 30
            network_gigabytes_per_second: 1.2
            encode_top-k_gigabytes_per_second: 1.5
            socket_message_microseconds: 5
            """),
        Input.of(
            3,
            """
            model: mlp
            batch: 64
            step: 48.1 ms
            processors: 47.5 ms
            update: 3.2 ms
            stage 0: 5.2 ms, 9.9 ms
            stage 1: 1e-3 s, 2 us
            parameter weight: 2560 x 1024, 0
            parameter bias: 10, 0 1
            """),
        Input.of(
            4,
            """
            model,network,ranks,batch,strategy,step_ms
            mlp,1gbit,4,32,dear,12.5
            mlp,1gbit,4,32,dear,12.6
            """),
        Input.of(
            5,
            """
            # Rank 0 Group 0 Pid 4711 on node1 device 0 [0x0f] GPU
            # Rank 1 Group 0 Pid 4712 on node2 device 0 [0x0f] GPU
                1024   256  float   sum  -1  20.5  0.05  0.05  0
                2048   512  float   sum  -1  21.5  0.10  0.10  0
             1048576   262144  float   sum  -1  215.5  4.8  4.8  0
            """));
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    int which = input.below(6);
    var file = Scratch.file("settings.yaml", input.rest());
    Refusal.only(() -> read(which, file), IllegalArgumentException.class, IOException.class);
  }

  private static void read(int which, Path file) throws IOException {
    switch (which) {
      case 0 -> ConfigFile.read(file);
      case 1 -> ClusterFile.read(file).costs();
      case 2 -> MachineFile.read(file);
      case 3 -> ProfileFile.read(file).count();
      case 4 -> compare(file);
      default -> NcclOutput.parse("nccl", java.nio.file.Files.readAllLines(file));
    }
  }

  private static void compare(Path file) throws IOException {
    var runs = OwnFile.read(file);
    new OwnComparison(runs, runs).checks();
  }
}
