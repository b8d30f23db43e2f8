package io.weft.strategy.term;

/** Where a technique was published. */
public record Paper(String authors, String title, int year, Evidence evidence) {
  public static Paper of(String authors, String title, int year) {
    return new Paper(authors, title, year, Evidence.READ);
  }

  public Paper unverified() {
    return new Paper(authors, title, year, Evidence.UNVERIFIED);
  }

  /** As a reader expects it: {@code Stich, Local SGD Converges Fast…, 2018}. */
  public String citation() {
    return "%s, %s, %d".formatted(authors, title, year);
  }
}
