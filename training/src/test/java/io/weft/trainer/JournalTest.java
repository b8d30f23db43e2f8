package io.weft.trainer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.World;
import io.weft.data.SyntheticImages;
import io.weft.optimizer.Adam;
import io.weft.optimizer.Rate;
import io.weft.training.PlainNetwork;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Logger OURS = Logger.getLogger(Trainer.class.getName());

  private final Collection<String> heard = new ConcurrentLinkedQueue<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord told) {
          heard.add("%s: %s".formatted(told.getLevel(), told.getMessage()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    OURS.setUseParentHandlers(false);
    OURS.addHandler(handler);
    OURS.setLevel(Level.ALL);
  }

  @AfterEach
  void listenNoMore() {
    OURS.removeHandler(handler);
    OURS.setUseParentHandlers(true);
    OURS.setLevel(null);
  }

  @Test
  void who_has_no_listener_finds_in_the_log_what_becomes_of_training() {
    var data = new SyntheticImages(20, new SyntheticImages.Size(1, 3, 3), 4, 5);
    World.spawn(
        2,
        communicator -> {
          try (var model = new PlainNetwork(7, 9, 12, 4)) {
            Trainer.of(model, communicator)
                .data(data, 2)
                .steps(3)
                .optimizer(new Adam(0.9, 0.999, 1e-8, 0), new Rate.Constant(0.01))
                .validation(Validation.of(data, Interval.never()))
                .checkpoints(Interval.steps(2), 2)
                .folder(folder)
                .run();
          }
        });
    assertThat(heard)
        .contains(
            "INFO: checkpoint 1 is taken, after step 2",
            "INFO: checkpoint 2 is taken, after step 3",
            "FINE: rank 1 ends after step 3: COMPLETE")
        .anyMatch(it -> it.startsWith("FINE: validation after step 3: loss "));
  }
}
