package io.weft.data.form;

import java.util.List;

/**
 * Text as bytes, which are their own vocabulary.
 *
 * @param prompt with what a text may begin
 */
public record TextForm(String prompt) implements Form {
  @Override
  public List<String> classNames() {
    return List.of();
  }
}
