package io.weft.checkpoint;

import io.weft.tensor.ElementType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a file of tensors has, and where: one after the other from the first byte of the data to the
 * last, so that no byte belongs to two tensors or to none.
 *
 * @param entries in the order of the header
 */
record SafetensorsHeader(List<Entry> entries) {
  private static final String METADATA = "__metadata__";

  /**
   * A tensor.
   *
   * @param begin the first of its bytes, counted in the data
   * @param end the byte after its last
   */
  record Entry(String name, ElementType type, List<Long> shape, long begin, long end) {
    long bytes() {
      return end - begin;
    }
  }

  /**
   * Reads what a header says.
   *
   * @param dataBytes how many bytes follow it
   * @throws CheckpointException if it does not say what exactly those bytes are
   */
  static SafetensorsHeader read(String where, byte[] bytes, long dataBytes) {
    var json = Json.read(where, bytes);
    json.fields().remove(METADATA);
    var entries = new ArrayList<Entry>();
    for (var name : json.fields().keySet()) {
      entries.add(entry(name, json.object(name), dataBytes));
    }
    requireCover(where, entries, dataBytes);
    return new SafetensorsHeader(List.copyOf(entries));
  }

  private static Entry entry(String name, Json json, long dataBytes) {
    var offsets = json.numbers("data_offsets");
    if (offsets.size() != 2
        || offsets.getFirst() < 0
        || offsets.getFirst() > offsets.getLast()
        || offsets.getLast() > dataBytes) {
      throw new CheckpointException(
          "%s lies at %s of %d bytes: the file is cut off or spoilt"
              .formatted(json.where(), offsets, dataBytes));
    }
    var entry =
        new Entry(name, type(json), json.numbers("shape"), offsets.getFirst(), offsets.getLast());
    requireSize(json.where(), entry);
    return entry;
  }

  private static void requireSize(String where, Entry entry) {
    long count = 1;
    boolean fits = true;
    for (long length : entry.shape()) {
      fits &= length >= 0 && Math.multiplyHigh(count, length) == 0;
      count *= length;
      fits &= count >= 0;
    }
    if (!fits
        || entry.bytes() / entry.type().byteCount() != count
        || entry.bytes() % entry.type().byteCount() != 0) {
      throw new CheckpointException(
          "%s has the shape %s of %s and %d bytes: they do not fit"
              .formatted(where, entry.shape(), entry.type().label(), entry.bytes()));
    }
  }

  private static void requireCover(String where, List<Entry> entries, long dataBytes) {
    long at = 0;
    var sorted =
        entries.stream()
            .sorted(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end))
            .toList();
    for (var entry : sorted) {
      if (entry.begin() != at) {
        throw new CheckpointException(
            "%s in %s begins at byte %d and what lies before it ends at %d: they %s"
                .formatted(
                    entry.name(),
                    where,
                    entry.begin(),
                    at,
                    entry.begin() < at ? "overlap" : "leave a gap"));
      }
      at = entry.end();
    }
    if (at != dataBytes) {
      throw new CheckpointException(
          "%s has tensors of %d bytes and %d follow it: the file is spoilt"
              .formatted(where, at, dataBytes));
    }
  }

  private static ElementType type(Json entry) {
    var dtype = entry.text("dtype");
    return switch (dtype) {
      case "F32" -> ElementType.FP32;
      case "I64" -> ElementType.INT64;
      case "U8" -> ElementType.INT8;
      default ->
          throw new CheckpointException(
              "%s is of %s: F32, I64 and U8 can be read".formatted(entry.where(), dtype));
    };
  }
}
