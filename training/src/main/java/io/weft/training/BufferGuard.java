package io.weft.training;

import io.weft.model.ModelMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Keeps the buffers of a model as they were, since forward changes them by what it is given. */
final class BufferGuard {
  private final List<MemorySegment> buffers = new ArrayList<>();
  private final List<MemorySegment> kept = new ArrayList<>();

  /** Of the first so many buffers. */
  BufferGuard(ModelMemory memory, int count) {
    for (int index = 0; index < count; index++) {
      var buffer = memory.buffer(index).segment();
      buffers.add(buffer);
      kept.add(Arena.ofAuto().allocate(buffer.byteSize()));
    }
  }

  void keep() {
    for (int index = 0; index < buffers.size(); index++) {
      kept.get(index).copyFrom(buffers.get(index));
    }
  }

  void putBack() {
    for (int index = 0; index < buffers.size(); index++) {
      buffers.get(index).copyFrom(kept.get(index));
    }
  }
}
