package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.data.DataException;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.join.Sharing;
import io.weft.model.Batch;
import io.weft.network.PeerLostException;
import io.weft.network.identity.RankFlags;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks over sockets, of which one fails by itself while others wait for it. */
@Timeout(30)
class GivingUpTest {
  private static final int WORLD = 3;
  private static final int VICTIM = 1;
  private static final Settings SETTINGS =
      new Settings(
          new DecoupledAllReduce(),
          0,
          1,
          new Sgd(0, false, 0),
          new Rate.Constant(0.1),
          Optional.empty());

  @Test
  void the_others_hear_why_a_rank_cannot_go_on() throws Exception {
    var failures = failures();
    assertThat(failures.get(VICTIM)).isInstanceOf(DataException.class).hasMessage("torn data");
    for (int rank : List.of(0, 2)) {
      assertThat(failures.get(rank))
          .isInstanceOf(PeerLostException.class)
          .hasMessageStartingWith(
              "rank 1 cannot go on: torn data; rank %d was in ".formatted(rank));
    }
  }

  private static List<Throwable> failures() throws IOException, InterruptedException {
    int port = freePort();
    var ranks = new ArrayList<Callable<Void>>();
    for (int rank = 0; rank < WORLD; rank++) {
      int number = rank;
      ranks.add(
          () -> {
            train(number, port);
            return null;
          });
    }
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      return threads.invokeAll(ranks).stream().map(future -> future.exceptionNow()).toList();
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void train(int number, int port) {
    var variables =
        Map.of(
            "RANK",
            "" + number,
            "WORLD_SIZE",
            "" + WORLD,
            "MASTER_ADDR",
            "127.0.0.1",
            "MASTER_PORT",
            "" + port,
            Sharing.VARIABLE,
            "tcp");
    var inputs = Tensor.of(new float[] {1, 2, 3});
    var batch = new Batch(inputs, List.of(3L), Tensor.of(new long[] {1}), 1);
    Feed feed =
        (step, _) -> {
          if (number == VICTIM && step == 2) {
            throw new DataException("torn data");
          }
          return new Feed.Portion(batch, 1.0 / WORLD);
        };
    try (var rank = Join.open(JoinOptions.of(variables, RankFlags.NONE).orElseThrow());
        var training =
            Training.open(new PlainNetwork(7, 3, 4, 2), rank.communicator(), SETTINGS, feed)) {
      while (training.rounds() < 9) {
        training.round(true);
      }
    }
  }
}
