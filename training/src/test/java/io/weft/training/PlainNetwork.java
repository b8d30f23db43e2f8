package io.weft.training;

import io.weft.model.Batch;
import io.weft.model.Model;
import io.weft.model.ModelBuffer;
import io.weft.model.ModelMemory;
import io.weft.model.Parameter;
import io.weft.tensor.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A dense network with tanh between its layers and the cross entropy behind the last, in plain Java
 * so that it needs no engine. A stage is a layer. The gradient of a micro-step is summed by itself
 * before it is added to what is there, as engines do.
 */
public final class PlainNetwork implements Model {
  private final int[] widths;
  private final List<float[]> values = new ArrayList<>();
  private final List<Parameter> parameters = new ArrayList<>();
  private final float[][] activations;
  private @Nullable ModelMemory memory;
  private long[] labels = {};
  private int samples;
  private double weight;
  private float[] error = {};
  private double loss;

  public PlainNetwork(long seed, int... widths) {
    this.widths = widths;
    this.activations = new float[widths.length][];
    var random = new Random(seed);
    for (int stage = 0; stage < stages(); stage++) {
      add("weight", stage, random, widths[stage + 1], widths[stage]);
      add("bias", stage, random, widths[stage + 1]);
    }
  }

  private void add(String name, int stage, Random random, long... shape) {
    var lengths = new ArrayList<Long>();
    int count = 1;
    for (long length : shape) {
      lengths.add(length);
      count *= (int) length;
    }
    parameters.add(new Parameter(stage + "." + name, lengths, List.of(stage), true));
    var initial = new float[count];
    for (int i = 0; i < count; i++) {
      initial[i] = (float) random.nextGaussian() / 2;
    }
    values.add(initial);
  }

  @Override
  public List<Parameter> parameters() {
    return parameters;
  }

  @Override
  public List<ModelBuffer> buffers() {
    return List.of();
  }

  @Override
  public int stages() {
    return widths.length - 1;
  }

  @Override
  public void place(ModelMemory place) {
    for (int i = 0; i < values.size(); i++) {
      var present = memory == null ? Tensor.of(values.get(i)) : memory.parameter(i);
      place.parameter(i).segment().copyFrom(present.segment());
    }
    memory = place;
  }

  private float[] read(int index) {
    return floats(Objects.requireNonNull(memory).parameter(index));
  }

  /** Its parameters as they are now. */
  public List<float[]> weights() {
    return IntStream.range(0, values.size()).mapToObj(this::read).toList();
  }

  private static float[] floats(Tensor tensor) {
    return tensor.segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Override
  public void begin(Batch batch, double share) {
    samples = batch.samples();
    weight = share;
    activations[0] = floats(batch.input().tensor());
    labels = batch.labels().tensor().segment().toArray(ValueLayout.JAVA_LONG);
  }

  @Override
  public void forward(int stage) {
    int from = widths[stage];
    int to = widths[stage + 1];
    var weights = read(2 * stage);
    var bias = read(2 * stage + 1);
    var out = new float[samples * to];
    for (int sample = 0; sample < samples; sample++) {
      for (int row = 0; row < to; row++) {
        float sum = bias[row];
        for (int column = 0; column < from; column++) {
          sum += weights[row * from + column] * activations[stage][sample * from + column];
        }
        out[sample * to + row] = stage == stages() - 1 ? sum : (float) Math.tanh(sum);
      }
    }
    activations[stage + 1] = out;
    if (stage == stages() - 1) {
      judge(out, to);
    }
  }

  /** The loss, and the error of the last layer. */
  private void judge(float[] out, int classes) {
    loss = 0;
    error = new float[out.length];
    for (int sample = 0; sample < samples; sample++) {
      double total = 0;
      for (int i = 0; i < classes; i++) {
        total += Math.exp(out[sample * classes + i]);
      }
      int label = (int) labels[sample];
      loss += (Math.log(total) - out[sample * classes + label]) / samples;
      for (int i = 0; i < classes; i++) {
        double probability = Math.exp(out[sample * classes + i]) / total;
        error[sample * classes + i] =
            (float) ((probability - (i == label ? 1 : 0)) / samples * weight);
      }
    }
  }

  @Override
  public double loss() {
    return loss;
  }

  @Override
  public float[] scores() {
    return activations[stages()];
  }

  @Override
  public void backward(int stage, IntConsumer complete) {
    int from = widths[stage];
    int to = widths[stage + 1];
    var weights = read(2 * stage);
    var input = activations[stage];
    var before = new float[samples * from];
    var byWeights = new float[weights.length];
    var byBias = new float[to];
    for (int sample = 0; sample < samples; sample++) {
      for (int row = 0; row < to; row++) {
        float own = error[sample * to + row];
        byBias[row] += own;
        for (int column = 0; column < from; column++) {
          byWeights[row * from + column] += own * input[sample * from + column];
          before[sample * from + column] += own * weights[row * from + column];
        }
      }
    }
    for (int i = 0; i < before.length; i++) {
      before[i] *= stage == 0 ? 1 : 1 - input[i] * input[i];
    }
    error = before;
    add(2 * stage, byWeights, complete);
    add(2 * stage + 1, byBias, complete);
  }

  private void add(int index, float[] more, IntConsumer complete) {
    var gradient = Objects.requireNonNull(memory).gradient(index).segment();
    for (int i = 0; i < more.length; i++) {
      float sum = gradient.getAtIndex(ValueLayout.JAVA_FLOAT, i) + more[i];
      gradient.setAtIndex(ValueLayout.JAVA_FLOAT, i, sum);
    }
    complete.accept(index);
  }

  @Override
  public void train(boolean learning) {}

  @Override
  public void close() {}
}
