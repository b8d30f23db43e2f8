package io.weft.fuzz;

import java.util.List;

/** Something that reads bytes which somebody else has made: files, payloads, what peers say. */
public interface Target {
  /** Valid inputs, from which others are made by mutation. */
  List<byte[]> seeds() throws Exception;

  /**
   * Reads an input. Whatever it throws is a finding: what its documents announce stays inside, see
   * {@link Refusal}.
   */
  void read(byte[] input) throws Exception;
}
