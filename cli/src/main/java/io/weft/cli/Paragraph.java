package io.weft.cli;

import java.util.ArrayList;
import java.util.List;

/** Text in lines of some width. */
final class Paragraph {
  private Paragraph() {}

  /**
   * Breaks between words, and within those that are longer than a line.
   *
   * @param columns how wide lines may be; 0 for one line
   */
  static List<String> lines(String text, int columns) {
    if (columns <= 0 || text.length() <= columns) {
      return List.of(text);
    }
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (String word : text.split(" ", -1)) {
      String rest = word;
      if (!line.isEmpty() && line.length() + 1 + rest.length() > columns) {
        lines.add(line.toString());
        line.setLength(0);
      }
      while (rest.length() > columns) {
        lines.add(rest.substring(0, columns));
        rest = rest.substring(columns);
      }
      line.append(line.isEmpty() ? "" : " ").append(rest);
    }
    lines.add(line.toString());
    return lines;
  }
}
