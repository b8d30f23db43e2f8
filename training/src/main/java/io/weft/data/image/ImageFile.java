package io.weft.data.image;

import io.weft.data.DataException;
import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** An image in a file, as PNG or JPEG. */
public record ImageFile(Path path) {
  /** What is larger is no sample, and would fill the memory: 8,192 × 8,192. */
  private static final long PIXELS_MAX = 1L << 26;

  /**
   * What the beginning of a file says.
   *
   * @param grey whether it has no colours
   */
  public record Header(int width, int height, boolean grey) {}

  /** A reader may fail in any way on bytes that are no image. */
  @FunctionalInterface
  private interface Reading<T> {
    T read(ImageReader reader) throws IOException;
  }

  /** Whether a file has a name such as images have. */
  public static boolean isNamedSo(Path path) {
    var name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".png") || name.endsWith(".jpg") || name.endsWith(".jpeg");
  }

  /** Reads no more than the beginning. */
  public Header header() {
    return with(
        reader -> {
          var type = reader.getRawImageType(0);
          boolean grey = type != null && type.getColorModel().getNumColorComponents() == 1;
          return new Header(reader.getWidth(0), reader.getHeight(0), grey);
        });
  }

  /** All pixels from 0 to 1, channel by channel, top row first. */
  public Pixels pixels(int channels) {
    var image = with(reader -> reader.read(0));
    var pixels = new Pixels(channels, image.getHeight(), image.getWidth());
    if (image.getColorModel() instanceof ComponentColorModel model
        && model.getNumColorComponents() == 1) {
      fillGrey(image, pixels);
    } else {
      fillColours(image, pixels);
    }
    return pixels;
  }

  /** As they stand in the file; the colours of Java would make greys lighter. */
  private static void fillGrey(BufferedImage image, Pixels pixels) {
    var raster = image.getRaster();
    float white = (1L << image.getColorModel().getComponentSize(0)) - 1;
    for (int y = 0; y < pixels.height(); y++) {
      for (int x = 0; x < pixels.width(); x++) {
        float value = raster.getSample(x, y, 0) / white;
        for (int channel = 0; channel < pixels.channels(); channel++) {
          pixels.set(channel, y, x, value);
        }
      }
    }
  }

  private static void fillColours(BufferedImage image, Pixels pixels) {
    for (int y = 0; y < pixels.height(); y++) {
      for (int x = 0; x < pixels.width(); x++) {
        int colours = image.getRGB(x, y);
        float sum = 0;
        for (int channel = 0; channel < 3; channel++) {
          float value = (colours >>> (16 - 8 * channel) & 0xff) / 255f;
          sum += value;
          if (pixels.channels() == 3) {
            pixels.set(channel, y, x, value);
          }
        }
        if (pixels.channels() == 1) {
          pixels.set(0, y, x, sum / 3);
        }
      }
    }
  }

  private <T> T with(Reading<T> reading) {
    try (var stream = new MemoryCacheImageInputStream(BoundedFile.open(path))) {
      var reader = reader(ImageIO.getImageReaders(stream));
      try {
        reader.setInput(stream, true, true);
        requireSmall(reader.getWidth(0), reader.getHeight(0));
        return reading.read(reader);
      } finally {
        reader.dispose();
      }
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw damaged(FileTrouble.reason(e), e);
    } catch (RuntimeException e) { // what readers throw where bytes are spoilt
      throw damaged("it is damaged", e);
    }
  }

  private ImageReader reader(Iterator<ImageReader> readers) {
    if (!readers.hasNext()) {
      throw new DataException(
          "%s is no image that Java reads: give PNG or JPEG files".formatted(path));
    }
    return readers.next();
  }

  private void requireSmall(long width, long height) {
    if (width * height > PIXELS_MAX) {
      throw new DataException(
          "%s has %d × %d pixels: images may have up to %d"
              .formatted(path, width, height, PIXELS_MAX));
    }
  }

  private DataException damaged(String why, Exception cause) {
    return new DataException(
        "%s cannot be read: %s; give a whole PNG or JPEG file".formatted(path, why), cause);
  }
}
