package io.weft.strategy;

import io.weft.strategy.catalogue.Catalogue;
import io.weft.strategy.term.Axis;
import io.weft.strategy.term.Capability;
import io.weft.strategy.term.Term;
import io.weft.strategy.term.Value;
import java.util.EnumMap;
import java.util.Map;

/** What an axis holds when a line leaves it out. */
final class Defaults {
  static final Term SYNCHRONISATION = Catalogue.term("bsp");
  private static final Term ARCHITECTURE = Catalogue.term("all-reduce");
  private static final Term GOSSIP_METHOD = Catalogue.term("d-psgd");

  /** The bucketed form; the bare name is the published one, tensor by tensor. */
  private static final Term SCHEDULE =
      Catalogue.term("wfbp").with("bucket", new Value.Size(25L << 20));

  private static final Term COLLECTIVE = Catalogue.term("auto");

  private Defaults() {}

  /** The terms written, and the defaults of all other axes that apply. */
  static EnumMap<Axis, Term> complete(Map<Axis, Term> written) {
    var terms = new EnumMap<Axis, Term>(Axis.class);
    terms.putAll(written);
    var synchronisation = terms.computeIfAbsent(Axis.SYNCHRONISATION, _ -> SYNCHRONISATION);
    if (!synchronisation.offers().contains(Capability.EXCHANGES)) {
      return terms;
    }
    var architecture = terms.computeIfAbsent(Axis.ARCHITECTURE, _ -> ARCHITECTURE);
    if (architecture.offers().contains(Capability.NEIGHBOURS)) {
      terms.putIfAbsent(Axis.GOSSIP_METHOD, GOSSIP_METHOD);
    }
    terms.putIfAbsent(Axis.SCHEDULE, SCHEDULE);
    terms.putIfAbsent(Axis.COLLECTIVE, COLLECTIVE);
    return terms;
  }

  /** The terms that say more than the defaults would. */
  static EnumMap<Axis, Term> beyond(Map<Axis, Term> terms) {
    var rest = new EnumMap<Axis, Term>(Axis.class);
    rest.putAll(terms);
    var architecture = terms.getOrDefault(Axis.ARCHITECTURE, ARCHITECTURE);
    boolean gossip = architecture.offers().contains(Capability.NEIGHBOURS);
    rest.entrySet()
        .removeIf(
            entry ->
                isDefault(entry.getKey(), entry.getValue())
                    && (gossip || entry.getKey() != Axis.GOSSIP_METHOD));
    return rest;
  }

  /** Whether a term is what its axis holds when it is left out. */
  static boolean isDefault(Axis axis, Term term) {
    return switch (axis) {
      case SYNCHRONISATION -> term.equals(SYNCHRONISATION);
      case ARCHITECTURE -> term.equals(ARCHITECTURE);
      case GOSSIP_METHOD -> term.equals(GOSSIP_METHOD);
      case SCHEDULE -> term.equals(SCHEDULE);
      case COMPRESSION -> false;
      case COLLECTIVE -> term.equals(COLLECTIVE);
    };
  }
}
