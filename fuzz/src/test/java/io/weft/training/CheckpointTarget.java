package io.weft.training;

import io.weft.checkpoint.Checkpoint;
import io.weft.checkpoint.CheckpointException;
import io.weft.checkpoint.Checkpoints;
import io.weft.checkpoint.NamedTensor;
import io.weft.checkpoint.Progress;
import io.weft.checkpoint.Safetensors;
import io.weft.collective.Communicator;
import io.weft.collective.Options;
import io.weft.data.Position;
import io.weft.fuzz.Input;
import io.weft.fuzz.Refusal;
import io.weft.fuzz.Scratch;
import io.weft.fuzz.Target;
import io.weft.model.Parameter;
import io.weft.network.LocalNetwork;
import io.weft.tensor.Tensor;
import io.weft.training.bucket.Grouping;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files of a checkpoint: tensors, the manifest, and buckets that were planned. */
public final class CheckpointTarget implements Target {
  private static final Progress PROGRESS =
      new Progress(3, 7, new Position(1, 2), Map.of("model", "mlp", "ranks", "4"));
  private static final Grouping GROUPING = new Grouping.Merged();
  private static final String MODEL = "model.safetensors";
  private static final String BUCKETS = "buckets.safetensors";
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("a", List.of(2L, 3L), List.of(0), true),
          new Parameter("b", List.of(5L), List.of(1), true));

  @Override
  public List<byte[]> seeds() throws IOException {
    var model =
        List.of(
            new NamedTensor("a", List.of(2L, 3L), Tensor.of(new float[6])),
            new NamedTensor("n", List.of(2L), Tensor.of(new long[2])));
    var folder = saved("written", Map.of(MODEL, model, BUCKETS, plan(1, 1, 1, 0)));
    return List.of(
        Input.of(0, Files.readAllBytes(folder.resolve(MODEL))),
        Input.of(1, Files.readAllBytes(folder.resolve("manifest.json"))),
        Input.of(2, Files.readAllBytes(folder.resolve(BUCKETS))),
        Input.of(3, new byte[] {4, 1, 1, 1, 1, 1, 1, 0}));
  }

  private static Path saved(String name, Map<String, List<NamedTensor>> files) throws IOException {
    return new Checkpoints(Scratch.folder(name), 1).save(PROGRESS, files).folder();
  }

  private static List<NamedTensor> plan(long... numbers) {
    var tensor = Tensor.of(numbers);
    return List.of(new NamedTensor(GROUPING.toString(), List.of(tensor.count()), tensor));
  }

  @Override
  public void read(byte[] bytes) throws Exception {
    var input = new Input(bytes);
    switch (input.below(4)) {
      case 0 -> Refusal.only(() -> readTensors(input.rest()), CheckpointException.class);
      case 1 -> readManifest(input.rest());
      case 2 -> Refusal.only(() -> readPlan(input.rest()), CheckpointException.class);
      default -> Refusal.only(() -> readPlan(written(input)), CheckpointException.class);
    }
  }

  private static void readTensors(byte[] bytes) throws IOException {
    try (var arena = Arena.ofConfined()) {
      Safetensors.read(Scratch.file(MODEL, bytes), arena);
    }
  }

  /** One that cannot be read is only left out. */
  private static void readManifest(byte[] bytes) throws IOException {
    var folder = Scratch.folder("read/step-3");
    Files.write(folder.resolve(MODEL), new byte[0]);
    Files.write(folder.resolve("manifest.json"), bytes);
    new Checkpoints(Scratch.folder("read"), 1).newest();
  }

  /** A whole file of any numbers. */
  private static byte[] written(Input input) {
    int count = input.below(8);
    var header =
        "{\"%s\":{\"dtype\":\"I64\",\"shape\":[%d],\"data_offsets\":[0,%d]}}"
            .formatted(GROUPING, count, count * Long.BYTES);
    var bytes = ByteBuffer.allocate(Long.BYTES * (1 + count) + header.length());
    bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(header.length());
    bytes.put(header.getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < count; i++) {
      bytes.putLong(input.number());
    }
    return bytes.array();
  }

  private static void readPlan(byte[] bytes) throws IOException {
    var folder = Scratch.file(BUCKETS, bytes).toAbsolutePath().getParent();
    var checkpoint = Optional.of(new Checkpoint(folder, PROGRESS, Set.of(BUCKETS)));
    try (var arena = Arena.ofShared();
        var transport = new LocalNetwork(1).transport(0);
        var communicator = Communicator.open(transport, Options.oneHost(1))) {
      new PlanSnapshot(communicator, GROUPING).read(checkpoint, PARAMETERS, arena);
    }
  }
}
