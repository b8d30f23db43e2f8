package io.weft.network;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a rank presents to take part in an operation.
 *
 * @param fingerprint of everything that the ranks must agree on; ranks that come to the same key
 *     with different fingerprints fail with a {@link MismatchException}
 * @param members the ranks that take part, this one included
 * @param priority the smaller, the sooner it is sent where several operations have something to
 *     send; 0 for those that have no reason to be otherwise
 * @param description the operation in words, as it appears in messages: {@code all-reduce #412}
 * @param statements under which key each other rank says what it thinks, where that is not the key
 *     of this ticket: two ranks then compare what more of them must agree on
 */
public record Ticket(
    Key key,
    long fingerprint,
    List<Integer> members,
    int priority,
    Supplier<String> description,
    Map<Integer, Key> statements) {
  public Ticket {
    members = List.copyOf(members);
    statements = Map.copyOf(statements);
  }

  /** An operation in which all members come to the same key. */
  public Ticket(
      Key key,
      long fingerprint,
      List<Integer> members,
      int priority,
      Supplier<String> description) {
    this(key, fingerprint, members, priority, description, Map.of());
  }

  @Override
  public String toString() {
    return description.get();
  }
}
