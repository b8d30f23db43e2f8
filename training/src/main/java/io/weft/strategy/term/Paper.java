package io.weft.strategy.term;

/** Where a technique was published. */
public record Paper(String authors, String title, int year) {
  /** As a reader expects it: {@code Stich, Local SGD Converges Fast…, 2018}. */
  public String citation() {
    return "%s, %s, %d".formatted(authors, title, year);
  }
}
