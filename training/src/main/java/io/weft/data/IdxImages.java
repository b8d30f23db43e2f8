package io.weft.data;

import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import io.weft.file.HeapRoom;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Images and their classes from two IDX files of unsigned bytes, the form in which MNIST and its
 * kin are published, packed by gzip or not. Pixels become 0 to 1; images without channels get one.
 */
public final class IdxImages implements Dataset {
  private static final int UNSIGNED_BYTES = 0x08;
  private static final int GZIP = 0x1f8b;
  private static final float WHITE = 255;

  /** Deflate has at most 258 bytes in two bits. */
  private static final int PACKED_MAX = 258 * 8 / 2;

  private final Contents images;
  private final Contents labels;
  private final SampleShape shape;

  @SuppressWarnings("ArrayRecordComponent") // internal, and compared by nobody
  private record Contents(List<Long> lengths, byte[] bytes) {}

  private IdxImages(Contents images, Contents labels) {
    this.images = images;
    this.labels = labels;
    var inputs = new ArrayList<>(images.lengths().subList(1, images.lengths().size()));
    if (inputs.size() == 2) {
      inputs.addFirst(1L);
    }
    int highest = 0;
    for (byte label : labels.bytes()) {
      highest = Math.max(highest, Byte.toUnsignedInt(label));
    }
    shape = SampleShape.ofClass(ArrayShape.numbers(inputs), highest + 1);
  }

  /** Reads both files whole. */
  public static IdxImages read(Path images, Path labels) {
    var imageFile = file(images);
    var labelFile = file(labels);
    if (imageFile.lengths().size() < 3 || labelFile.lengths().size() != 1) {
      throw new DataException(
          "%s has the shape %s and %s the shape %s: images have at least 3 dimensions, labels 1"
              .formatted(images, imageFile.lengths(), labels, labelFile.lengths()));
    }
    if (!imageFile.lengths().getFirst().equals(labelFile.lengths().getFirst())) {
      throw new DataException(
          "%s has %d images and %s %d labels: give the files that belong together"
              .formatted(
                  images, imageFile.lengths().getFirst(), labels, labelFile.lengths().getFirst()));
    }
    return new IdxImages(imageFile, labelFile);
  }

  private static Contents file(Path path) {
    try (var source = Source.open(path)) {
      var lengths = lengths(path, source);
      int expected = expected(path, source, lengths);
      var bytes = new byte[expected];
      int found = source.stream().readNBytes(bytes, 0, expected);
      if (found < expected || source.stream().read() >= 0) {
        throw new DataException(
            "%s has %s bytes of data and its shape %s asks for %d: it may be cut off, get it anew"
                .formatted(path, found < expected ? found : "more", lengths, expected));
      }
      return new Contents(lengths, bytes);
    } catch (IOException e) {
      throw new DataException("%s cannot be read: %s".formatted(path, FileTrouble.reason(e)), e);
    }
  }

  private static List<Long> lengths(Path path, Source source) throws IOException {
    var magic = ByteBuffer.wrap(source.stream().readNBytes(Integer.BYTES));
    int said = magic.remaining() < Integer.BYTES ? -1 : magic.getInt();
    int dimensions = said & 0xff;
    var bytes = ByteBuffer.wrap(source.stream().readNBytes(dimensions * Integer.BYTES));
    if (said >>> 8 != UNSIGNED_BYTES
        || dimensions == 0
        || bytes.remaining() < dimensions * Integer.BYTES) {
      throw new DataException(
          "%s does not begin as an IDX file of unsigned bytes: give one".formatted(path));
    }
    var lengths = new ArrayList<Long>();
    for (int i = 0; i < dimensions; i++) {
      lengths.add(Integer.toUnsignedLong(bytes.getInt()));
    }
    return List.copyOf(lengths);
  }

  /** How many bytes of data there must be; refused before memory is taken for them. */
  private static int expected(Path path, Source source, List<Long> lengths) {
    long expected;
    try {
      expected = lengths.stream().reduce(1L, Math::multiplyExact);
    } catch (ArithmeticException e) {
      throw new DataException(
          "%s has the shape %s, which is more than any file: get it anew".formatted(path, lengths));
    }
    long most = source.bytesMax() - Integer.BYTES * (1L + lengths.size());
    if (expected == 0 || expected > most) {
      throw new DataException(
          "%s has %s%d bytes of data and its shape %s asks for %d: it may be cut off, get it anew"
              .formatted(path, source.packed() ? "at most " : "", most, lengths, expected));
    }
    if (expected > Math.min(HeapRoom.bytes(), Integer.MAX_VALUE - Long.BYTES)) {
      throw new DataException(
          "%s asks for %d bytes of memory and %d are left: give fewer images, or Java more memory"
                  .formatted(path, expected, HeapRoom.bytes())
              + " (-Xmx), up to 2 GB for a file");
    }
    return (int) expected;
  }

  /**
   * What a file holds, unpacked.
   *
   * @param bytesMax how many bytes that can be
   */
  private record Source(InputStream stream, boolean packed, long bytesMax)
      implements AutoCloseable {
    static Source open(Path path) throws IOException {
      var stream = new BufferedInputStream(BoundedFile.open(path));
      stream.mark(2);
      int magic = stream.read() << 8 | stream.read();
      stream.reset();
      long bytes = Files.size(path);
      return magic == GZIP
          ? new Source(new GZIPInputStream(stream), true, bytes * PACKED_MAX)
          : new Source(stream, false, bytes);
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }

  @Override
  public long samples() {
    return labels.bytes().length;
  }

  @Override
  public SampleShape shape() {
    return shape;
  }

  @Override
  public void read(long sample, List<MemorySegment> inputs, MemorySegment label) {
    int count = (int) shape.input().count();
    int first = Math.toIntExact(sample * count);
    for (int i = 0; i < count; i++) {
      float pixel = Byte.toUnsignedInt(images.bytes()[first + i]) / WHITE;
      inputs.getFirst().setAtIndex(ValueLayout.JAVA_FLOAT, i, pixel);
    }
    int found = Byte.toUnsignedInt(labels.bytes()[Math.toIntExact(sample)]);
    label.setAtIndex(ValueLayout.JAVA_LONG, 0, found);
  }
}
