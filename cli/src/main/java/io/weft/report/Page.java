package io.weft.report;

import java.util.Formatter;
import java.util.Locale;

/** One HTML file with text and drawings in it, which needs nothing else to be seen. */
final class Page {
  private static final String STYLE =
      """
      body{font:14px/1.45 system-ui,sans-serif;color:#222;background:#fff;margin:24px}
      h1{font-size:20px;margin:0 0 4px} h2{font-size:15px;margin:14px 0 0} p{margin:4px 0 14px;color:#555}
      svg{display:block} svg text{font-size:12px;fill:#333} .grid{stroke:#e6e9eb}
      .note{fill:#777} .lane{stroke:#c8ccd0}
      table{border-collapse:collapse;margin-top:16px} td,th{padding:3px 12px 3px 0;text-align:left}
      th{color:#777;font-weight:500} rect:hover{opacity:.75}
      """;

  private final Formatter html = new Formatter(Locale.ROOT);

  Page(String title, String summary) {
    html.format("<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>\n");
    html.format("<title>%s</title>\n<style>\n%s</style></head>\n", escaped(title), STYLE);
    html.format("<body>\n<h1>%s</h1>\n<p>%s</p>\n", escaped(title), escaped(summary));
  }

  /** What has been written; more may be added, with {@link #escaped} texts. */
  Formatter body() {
    return html;
  }

  /** The whole file. */
  String end() {
    html.format("</body></html>\n");
    return html.toString();
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;");
  }
}
