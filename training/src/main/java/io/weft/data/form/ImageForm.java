package io.weft.data.form;

import java.util.List;

/**
 * Images of one size, whose pixels are from 0 to 1.
 *
 * @param channels 1, or 3 for red, green and blue
 * @param resized whether images of other sizes are made to fit
 */
public record ImageForm(
    int channels, int height, int width, boolean resized, List<String> classNames) implements Form {
  public ImageForm {
    classNames = List.copyOf(classNames);
  }

  public List<Long> shape() {
    return List.of((long) channels, (long) height, (long) width);
  }
}
