package io.weft.fuzz;

import java.util.Arrays;

/** What a reader may throw: exceptions that its documents name, each with a sentence of ours. */
public final class Refusal {
  /** What reads. */
  public interface Body {
    void run() throws Exception;
  }

  private Refusal() {}

  /** Runs it and lets through what is none of these. */
  public static void only(Body body, Class<?>... documented) throws Exception {
    try {
      body.run();
    } catch (Exception e) {
      if (Arrays.stream(documented).noneMatch(it -> it.isInstance(e)) || !isSentence(e)) {
        throw e;
      }
    }
  }

  /** What the JDK throws of this kind is as good as a stack trace to a user. */
  private static boolean isSentence(Exception e) {
    if (!(e instanceof IllegalArgumentException)) {
      return true;
    }
    var stack = e.getStackTrace();
    boolean ours = stack.length == 0 || stack[0].getClassName().startsWith("io.weft.");
    return ours && e.getMessage() != null && !e.getMessage().isBlank();
  }
}
