package io.weft.lab;

import io.weft.collective.Communicator;
import io.weft.collective.OperationKey;
import io.weft.join.Join;
import io.weft.join.JoinOptions;
import io.weft.tensor.Reduction;
import io.weft.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.StringJoiner;

/** A process of the lab: {@code alone BYTES TIMES} or {@code urgent BYTES LARGE_BYTES TIMES}. */
final class LabRank {
  private static final Duration HANG_GUARD = Duration.ofSeconds(30);

  /** The smaller, the sooner. */
  private static final int URGENT = 0;

  private static final int PATIENT = 10;
  private static final int WARM_UP = 100;

  private LabRank() {}

  public static void main(String[] args) throws IOException {
    int bytes = Integer.parseInt(args[1]);
    int last = Integer.parseInt(args[args.length - 1]);
    try (var rank = Join.open(JoinOptions.ofProcess())) {
      var communicator = rank.communicator();
      switch (args[0]) {
        case "alone" -> {
          print("alone", alone(communicator, bytes, last));
          printLinks();
        }
        case "urgent" -> urgent(communicator, bytes, Integer.parseInt(args[2]), last);
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  private static Tensor floats(int bytes) {
    return Tensor.of(new float[bytes / Float.BYTES]);
  }

  /** The times of all-reduces one after the other, after some that do not count. */
  private static List<Double> alone(Communicator communicator, int bytes, int times) {
    var data = floats(bytes);
    for (int i = 0; i < 2; i++) {
      communicator.allReduce(data, Reduction.SUM);
    }
    var millis = new ArrayList<Double>();
    for (int i = 0; i < times; i++) {
      communicator.barrier();
      long start = System.nanoTime();
      communicator.allReduce(data, Reduction.SUM);
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return millis;
  }

  /** The times of all-reduces that are started one after the other while a large one goes on. */
  private static void urgent(Communicator communicator, int bytes, int largeBytes, int times) {
    urgentOnes(communicator, bytes, 0, WARM_UP);
    print("idle", urgentOnes(communicator, bytes, 3, times));
    var largeData = floats(largeBytes);
    communicator.barrier();
    long start = System.nanoTime();
    var large =
        communicator.start(
            new OperationKey(1, 0, 0), PATIENT, own -> own.allReduce(largeData, Reduction.SUM));
    print("urgent", urgentOnes(communicator, bytes, 2, times));
    System.out.println("the large one " + (large.isDone() ? "is done" : "goes on"));
    large.await(HANG_GUARD);
    print("large", List.of((System.nanoTime() - start) / 1e6));
  }

  private static List<Double> urgentOnes(
      Communicator communicator, int bytes, long step, int times) {
    var data = floats(bytes);
    var millis = new ArrayList<Double>();
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      communicator
          .start(new OperationKey(step, i, 0), URGENT, own -> own.allReduce(data, Reduction.SUM))
          .await(HANG_GUARD);
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return millis;
  }

  /** How many bytes each link of this host has sent. */
  private static void printLinks() throws IOException {
    var sent = new StringJoiner(" ");
    for (int link = 0; ; link++) {
      var file = Path.of("/sys/class/net/eth" + link + "/statistics/tx_bytes");
      if (!Files.exists(file)) {
        break;
      }
      sent.add(Files.readString(file).strip());
    }
    System.out.println("links " + sent);
  }

  private static void print(String name, List<Double> millis) {
    var sorted = new ArrayList<>(millis);
    Collections.sort(sorted);
    System.out.printf("%s %.1f %.1f%n", name, sorted.get(sorted.size() / 2), sorted.getLast());
  }
}
