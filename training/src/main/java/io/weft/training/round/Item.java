package io.weft.training.round;

import io.weft.schedule.graph.Node;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node in one round of a run that is under way. Guarded by the lock of its runner. */
final class Item implements Comparable<Item> {
  final Node node;

  /** The round in which it runs, and the one whose work it does; counted through all runs. */
  final long round;

  final long origin;

  /** Its place in the list of the round, which says what goes first. */
  final int place;

  final List<Item> followers = new ArrayList<>();
  int missing;
  boolean done;

  /** The last one that it waited for. */
  @Nullable Item cause;

  Item(Node node, long round, int place) {
    this.node = node;
    this.round = round;
    this.origin = round - node.age();
    this.place = place;
  }

  /** Waits for another one, unless that is done. */
  void after(Item other) {
    if (!other.done) {
      other.followers.add(this);
      missing++;
    }
  }

  @Override
  public int compareTo(Item other) {
    int byRound = Long.compare(round, other.round);
    return byRound == 0 ? Integer.compare(place, other.place) : byRound;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return node.task() + " in round " + round;
  }
}
