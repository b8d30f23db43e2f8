package io.weft.collective;

import io.weft.tensor.ElementType;
import java.util.List;

/**
 * What a rank asks for when ranks go in pairs.
 *
 * <p>Steps: 1.<br>
 * Bytes: what the partner sends.
 *
 * @param partners of each rank: the partner of a partner is the rank itself
 */
record Swap(List<Integer> partners, ElementType type) {
  Swap {
    partners = List.copyOf(partners);
    for (int rank = 0; rank < partners.size(); rank++) {
      int partner = partners.get(rank);
      if (partner < 0 || partner >= partners.size() || partners.get(partner) != rank) {
        throw new IllegalArgumentException(
            "partners %s: rank %d and rank %d are not partners of each other"
                .formatted(partners, rank, partner));
      }
    }
  }

  /** How much is sent may differ from pair to pair; what is received must be as long. */
  long fingerprint() {
    return new Fingerprint().add("swap").add(partners).add(type.label()).value();
  }

  /** As in {@code swap #3 of fp32 in pairs [1, 0, 2]}. */
  String words(long number) {
    return "swap %s of %s in pairs %s"
        .formatted(OperationKey.words(number), type.label(), partners);
  }
}
