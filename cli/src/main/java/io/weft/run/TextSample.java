package io.weft.run;

import io.weft.engine.DjlModel;
import io.weft.model.Batch;
import io.weft.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Text that a model of bytes writes: each byte is drawn by what the model thinks of those before
 * it.
 *
 * @param context how many bytes before it the model looks at
 * @param temperature below 1 likely bytes become likelier
 */
record TextSample(int context, double temperature) {
  /** The prompt, and so many bytes after it. The model predicts from now on. */
  String write(DjlModel model, String prompt, int count, RandomGenerator random) {
    model.train(false);
    var text = new ByteArrayOutputStream();
    text.writeBytes((prompt.isEmpty() ? "\n" : prompt).getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < count; i++) {
      text.write(drawn(scores(model, text.toByteArray()), random));
    }
    return printable(text.toByteArray());
  }

  /** What the model gives each byte that could come next. */
  private float[] scores(DjlModel model, byte[] text) {
    int length = Math.min(text.length, context);
    var tokens = new long[length];
    for (int i = 0; i < length; i++) {
      tokens[i] = Byte.toUnsignedLong(text[text.length - length + i]);
    }
    var nothing = new long[length]; // labels, of which only the loss would know
    var shape = List.of((long) length);
    model.begin(new Batch(Tensor.of(tokens), shape, Tensor.of(nothing), 1), 1);
    for (int stage = 0; stage < model.stages(); stage++) {
      model.forward(stage);
    }
    var all = model.scores();
    int each = all.length / length;
    return Arrays.copyOfRange(all, all.length - each, all.length);
  }

  private int drawn(float[] scores, RandomGenerator random) {
    double highest = Double.NEGATIVE_INFINITY;
    for (float score : scores) {
      highest = Math.max(highest, score);
    }
    var sums = new double[scores.length];
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      sum += Math.exp((scores[i] - highest) / temperature);
      sums[i] = sum;
    }
    double point = random.nextDouble() * sum;
    int found = 0;
    while (found < sums.length - 1 && sums[found] <= point) {
      found++;
    }
    return found;
  }

  /** What a terminal would take for a command, or for half a letter, is shown as a dot. */
  private static String printable(byte[] text) {
    var shown = new StringBuilder();
    for (byte letter : text) {
      boolean plain = letter == '\n' || (letter >= ' ' && letter < 127);
      shown.append(plain ? (char) letter : letter == '\t' ? ' ' : '·');
    }
    return shown.toString();
  }
}
