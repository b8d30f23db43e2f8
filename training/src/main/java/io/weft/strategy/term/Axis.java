package io.weft.strategy.term;

import static io.weft.strategy.term.Capability.CODES;
import static io.weft.strategy.term.Capability.EXCHANGES;
import static io.weft.strategy.term.Capability.NEIGHBOURS;
import static io.weft.strategy.term.Capability.OPEN_FORM;

import java.util.List;

/**
 * One dimension of the product space of strategies, in canonical order. A line has at most one term
 * per axis. Compression wrappers stand on the compression axis.
 */
public enum Axis {
  SYNCHRONISATION("a", "synchronisation"),
  ARCHITECTURE("an", "architecture"),
  GOSSIP_METHOD("a", "gossip method"),
  SCHEDULE("a", "schedule"),
  COMPRESSION("a", "compression"),
  COLLECTIVE("a", "collective");

  private final String article;
  private final String title;

  Axis(String article, String title) {
    this.article = article;
    this.title = title;
  }

  /** The name used in texts and JSON: {@code gossip method}. */
  public String title() {
    return title;
  }

  /** The title with its article: {@code an architecture}. */
  public String aTitle() {
    return article + " " + title;
  }

  /** What any term written on this axis needs from the others. */
  public List<Capability> needs() {
    return switch (this) {
      case SYNCHRONISATION -> List.of();
      case ARCHITECTURE, SCHEDULE, COLLECTIVE -> List.of(EXCHANGES);
      case GOSSIP_METHOD -> List.of(EXCHANGES, NEIGHBOURS);
      case COMPRESSION -> List.of(EXCHANGES, OPEN_FORM, CODES);
    };
  }
}
