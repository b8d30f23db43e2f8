package io.weft.command;

import io.weft.data.Corpus;
import io.weft.data.Dataset;
import io.weft.data.Position;
import io.weft.data.Prefetch;
import io.weft.data.Sharding;
import io.weft.data.SyntheticImages;
import io.weft.data.TextWindows;
import io.weft.engine.Sample;
import io.weft.model.Batch;
import io.weft.training.Feed;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;

/** What a model is trained on when nothing else is said, dealt out to ranks. */
final class TrainingData implements Feed, AutoCloseable {
  private static final int TEXT_BYTES_MOST = 64 << 20;
  private static final int IMAGES = 50_000;
  private static final int AHEAD = 2;

  private final Prefetch batches;
  private final List<Long> inputShape;

  TrainingData(Sample sample, int rank, int ranks, int batch, long seed) {
    var data = dataset(sample, seed);
    this.inputShape = inputShape(sample);
    var sharding = new Sharding(data.samples(), ranks, batch, seed);
    this.batches = new Prefetch(data, sharding, rank, Position.START, AHEAD);
  }

  private static Dataset dataset(Sample sample, long seed) {
    return switch (sample) {
      case Sample.Tokens(var context, _) ->
          new TextWindows(
              Corpus.of(Path.of(System.getProperty("java.home")), Path.of("."), TEXT_BYTES_MOST),
              context);
      case Sample.Features(var shape, var classes) ->
          new SyntheticImages(IMAGES, size(shape), classes, seed);
    };
  }

  /** Fewer than three lengths are an image of one channel, or of one line. */
  private static SyntheticImages.Size size(List<Long> shape) {
    var lengths = new ArrayDeque<>(shape.stream().map(Math::toIntExact).toList());
    while (lengths.size() < 3) {
      lengths.addFirst(1);
    }
    return new SyntheticImages.Size(lengths.poll(), lengths.poll(), lengths.poll());
  }

  private static List<Long> inputShape(Sample sample) {
    return switch (sample) {
      case Sample.Tokens(var context, _) -> List.of((long) context);
      case Sample.Features(var shape, _) -> shape;
    };
  }

  @Override
  public Portion next(long step, int micro) {
    try {
      var next = batches.next();
      var batch = next.batch();
      return new Portion(
          new Batch(batch.inputs(), inputShape, batch.labels(), batch.samples()), next.weight());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for data", e);
    }
  }

  @Override
  public void close() {
    batches.close();
  }
}
