package io.weft.examples;

import ai.djl.Model;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Block;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.core.Linear;
import ai.djl.training.ParameterStore;
import ai.djl.training.dataset.ArrayDataset;
import io.weft.data.IdxImages;
import io.weft.data.SyntheticImages;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Images in IDX files, made up so that nothing is downloaded, and a network of DJL's for them. */
final class Digits {
  static final int EDGE = 8;
  static final int PIXELS = EDGE * EDGE;
  private static final int COUNT = 800;
  private static final int CLASSES = 4;

  /** A wave goes from −1 to 1, and so does the noise on it. */
  private static final float GREY = 63;

  private final float[] pixels = new float[COUNT * PIXELS];
  private final float[] classes = new float[COUNT];

  private Digits(IdxImages images) {
    var label = MemorySegment.ofArray(new long[1]);
    var all = MemorySegment.ofArray(pixels);
    for (int sample = 0; sample < COUNT; sample++) {
      long bytes = (long) PIXELS * Float.BYTES;
      images.read(sample, List.of(all.asSlice(sample * bytes, bytes)), label);
      classes[sample] = label.get(ValueLayout.JAVA_LONG, 0);
    }
  }

  /** Writes the files to a folder, and reads them. */
  static Digits in(Path folder) throws IOException {
    var size = new SyntheticImages.Size(1, EDGE, EDGE);
    var source = new SyntheticImages(COUNT, size, CLASSES, 7);
    var images = folder.resolve("train-images-idx3-ubyte");
    var labels = folder.resolve("train-labels-idx1-ubyte");
    var pixels = MemorySegment.ofArray(new float[PIXELS]);
    var label = MemorySegment.ofArray(new long[1]);
    try (var image = new DataOutputStream(Files.newOutputStream(images));
        var kind = new DataOutputStream(Files.newOutputStream(labels))) {
      header(image, 0x803, COUNT, EDGE, EDGE);
      header(kind, 0x801, COUNT);
      for (int sample = 0; sample < COUNT; sample++) {
        source.read(sample, List.of(pixels), label);
        for (float pixel : pixels.toArray(ValueLayout.JAVA_FLOAT)) {
          image.writeByte((int) ((pixel + 2) * GREY));
        }
        kind.writeByte((int) label.get(ValueLayout.JAVA_LONG, 0));
      }
    }
    return new Digits(IdxImages.read(images, labels));
  }

  private static void header(DataOutputStream file, int... numbers) throws IOException {
    for (int number : numbers) {
      file.writeInt(number);
    }
  }

  /** As a dataset of DJL's, shuffled. */
  ArrayDataset dataset(NDManager manager, int batch) {
    return new ArrayDataset.Builder()
        .setData(manager.create(pixels, new Shape(COUNT, PIXELS)))
        .optLabels(manager.create(classes))
        .setSampling(batch, true)
        .build();
  }

  /** What a model gives for each image: a score for each class. */
  float[] scores(Model model) {
    try (var manager = model.getNDManager().newSubManager()) {
      var images = new NDList(manager.create(pixels, new Shape(COUNT, PIXELS)));
      var store = new ParameterStore(manager, false);
      return model.getBlock().forward(store, images, false).getFirst().toFloatArray();
    }
  }

  /** The share of images that a model takes for what they are. */
  double right(Model model) {
    var found = classes(scores(model));
    int right = 0;
    for (int sample = 0; sample < COUNT; sample++) {
      right += found[sample] == (int) classes[sample] ? 1 : 0;
    }
    return (double) right / COUNT;
  }

  /** The class with the highest score of each image. */
  static int[] classes(float[] scores) {
    var classes = new int[scores.length / CLASSES];
    for (int at = 0; at < scores.length; at++) {
      int best = at / CLASSES * CLASSES + classes[at / CLASSES];
      classes[at / CLASSES] = scores[at] > scores[best] ? at % CLASSES : classes[at / CLASSES];
    }
    return classes;
  }

  float[] pixels() {
    return pixels.clone();
  }

  static Block perceptron() {
    return new SequentialBlock()
        .add(Linear.builder().setUnits(32).build())
        .add(Activation::relu)
        .add(Linear.builder().setUnits(CLASSES).build());
  }
}
