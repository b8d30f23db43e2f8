package io.weft.collective;

import java.lang.foreign.MemorySegment;

/**
 * The memory of one rank in one operation.
 *
 * @param input the caller's read-only memory, empty where the operation has none
 * @param data the caller's
 * @param scratch as much as the plan needs
 * @param staging for copies that peers can reach
 */
record Buffers(MemorySegment input, MemorySegment data, MemorySegment scratch, Staging staging) {}
