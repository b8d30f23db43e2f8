package io.weft.launch;

/** Which of its two outputs a rank wrote to. */
public enum RankStream {
  OUT,
  ERR
}
