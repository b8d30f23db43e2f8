package io.weft.engine.zoo;

import io.weft.engine.Network;
import io.weft.engine.Sample;
import io.weft.engine.block.Activation;
import io.weft.engine.block.Attention;
import io.weft.engine.block.Block;
import io.weft.engine.block.Chain;
import io.weft.engine.block.Initial;
import io.weft.engine.block.LayerNorm;
import io.weft.engine.block.Linear;
import io.weft.engine.block.Residual;
import io.weft.engine.block.TiedProjection;
import io.weft.engine.block.TokenEmbedding;
import io.weft.engine.block.Weight;
import java.util.ArrayList;
import java.util.List;

/**
 * A transformer that predicts the next token (GPT-2: norms before attention and before the
 * perceptron, one table for the tokens at both ends), without dropout. The first stage embeds, the
 * last one scores, and each layer between them is a stage.
 */
public record Gpt(String name, int layers, int width, int heads, Sample.Tokens tokens) {
  private static final Initial SMALL = new Initial.Normal(0.02);
  private static final Initial ZERO = new Initial.Constant(0);

  public Gpt {
    if (layers < 1 || heads < 1 || width % heads != 0) {
      throw new IllegalArgumentException(
          "%d layers of width %d and %d heads: at least one, and heads that divide the width"
              .formatted(layers, width, heads));
    }
  }

  public Network network() {
    var table = table("tokens", tokens.vocabulary());
    var stages = new ArrayList<Block>();
    stages.add(new TokenEmbedding(table, table("positions", tokens.context())));
    for (int layer = 0; layer < layers; layer++) {
      stages.add(layer("layer" + layer));
    }
    stages.add(Chain.of(LayerNorm.of("norm", width), new TiedProjection(table)));
    return new Network(name, tokens, stages);
  }

  private Weight table(String part, long rows) {
    return new Weight(part, List.of(rows, (long) width), SMALL);
  }

  private Block layer(String part) {
    var attention =
        new Attention(
            linear(part + ".attention", width, 3 * width),
            linear(part + ".merge", width, width),
            heads);
    var perceptron =
        Chain.of(
            LayerNorm.of(part + ".norm2", width),
            linear(part + ".expand", width, 4 * width),
            Activation.GELU,
            linear(part + ".shrink", 4 * width, width));
    return Chain.of(
        new Residual(Chain.of(LayerNorm.of(part + ".norm1", width), attention)),
        new Residual(perceptron));
  }

  private static Linear linear(String part, int inputs, int outputs) {
    return Linear.of(part, inputs, outputs, SMALL, ZERO);
  }
}
