package io.weft.launch;

/** Hears what ranks write, line by line as it comes, on the threads that read it. */
public interface RankListener {
  void line(int rank, RankStream stream, String text);
}
