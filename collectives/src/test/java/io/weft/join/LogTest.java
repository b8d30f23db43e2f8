package io.weft.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.PeerLostException;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a program hears that uses Weft, by the log of the JDK. */
class LogTest {
  private static final Logger OURS = Logger.getLogger("io.weft");

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

  @BeforeEach
  void listen() {
    OURS.setLevel(Level.ALL);
    OURS.setUseParentHandlers(false);
    OURS.addHandler(handler);
  }

  @AfterEach
  void listenNoMore() {
    OURS.removeHandler(handler);
    OURS.setUseParentHandlers(true);
    OURS.setLevel(null);
  }

  @Test
  void joins_chosen_algorithms_and_losses_are_logged() throws Exception {
    Job.of(2)
        .run(
            rank -> {
              rank.communicator().allReduce(Tensor.of(new float[1000]), Reduction.SUM);
              rank.communicator().barrier();
              if (rank.rank() == 1) {
                rank.communicator().giveUp("it was told to");
              }
              var data = Tensor.of(new float[3]);
              assertThatThrownBy(() -> rank.communicator().allReduce(data, Reduction.SUM))
                  .isInstanceOf(PeerLostException.class);
              return rank.rank();
            });
    assertThat(heard)
        .contains(
            "FINE: rank 0 of 2 has joined: 1 host, sockets to all others",
            "FINE: rank 1 of 2 has joined: 1 host, sockets to all others",
            "WARNING: rank 1 ends: rank 1 cannot go on: it was told to",
            "WARNING: rank 0 ends: rank 1 cannot go on: it was told to")
        .anyMatch(it -> it.matches("FINE: rank 0: all-reduce of 1000 fp32 among 2 ranks by .*"));
  }
}
