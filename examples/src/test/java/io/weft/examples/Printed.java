package io.weft.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What a program prints, as lines in alphabetical order, since ranks print when they like. */
final class Printed {
  private Printed() {}

  static List<String> by(Runnable program) {
    var standard = System.out;
    var bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, UTF_8));
    try {
      program.run();
    } finally {
      System.setOut(standard);
    }
    return bytes.toString(UTF_8).lines().sorted().toList();
  }
}
