package io.weft.engine;

import ai.djl.pytorch.engine.PtNDArray;
import ai.djl.pytorch.engine.PtNDManager;
import ai.djl.pytorch.jni.JniUtils;
import io.weft.engine.block.Pass;
import io.weft.engine.block.ScriptModule;
import io.weft.engine.block.Statistic;
import io.weft.engine.block.TorchScript;
import io.weft.engine.block.Weight;
import io.weft.model.Batch;
import io.weft.model.ModelMemory;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The oracle: a network computed as a whole, with one backward from the loss to every weight. */
final class WholeNetwork implements Pass, AutoCloseable {
  private final Network network;
  private final PtNDManager manager = Torch.open();
  private final Constants constants = new Constants(manager);
  private final Placement placement;

  /** Computes with that memory, whose gradients are cleared. */
  WholeNetwork(Network network, ModelMemory memory) {
    this.network = network;
    this.placement = new Placement(manager, network, memory, Optional.empty());
  }

  /** One micro-step; returns the loss. */
  double step(Batch batch, double weight) {
    JniUtils.setGradMode(true);
    try (var step = Torch.part(manager)) {
      var inputs =
          batch.inputs().stream().map(it -> Torch.copy(step, it, batch.samples())).toList();
      for (var stage : network.stages()) {
        inputs = List.of(stage.forward(inputs, this));
      }
      var labels = Torch.copy(step, batch.labels(), batch.samples());
      var loss = (PtNDArray) network.sample().loss().of(inputs.getFirst(), labels);
      JniUtils.backward(loss, MicroStep.seed(loss, weight), false, false);
      return loss.getFloat();
    }
  }

  @Override
  public PtNDArray value(Weight weight) {
    return placement.value(weight);
  }

  @Override
  public PtNDArray value(Statistic statistic) {
    return placement.statistic(statistic);
  }

  @Override
  public PtNDArray constant(Object key, Function<PtNDManager, PtNDArray> make) {
    return constants.constant(key, make);
  }

  @Override
  public ScriptModule module(TorchScript script) {
    return placement.module(script);
  }

  @Override
  public boolean learning() {
    return true;
  }

  @Override
  public void close() {
    manager.close();
  }
}
