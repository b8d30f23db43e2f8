package io.weft.training.round;

import io.weft.schedule.graph.Node;
import io.weft.schedule.graph.Resource;
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

  private List<Item> followers = new ArrayList<>();
  int missing;
  private boolean done;

  /** The last one that it waited for; forgotten when it is done. */
  @Nullable Item cause;

  Item(Node node, long round, int place) {
    this.node = node;
    this.round = round;
    this.origin = round - node.age();
    this.place = place;
  }

  /** Whether it runs on the compute lane. */
  boolean isCompute() {
    return node.resource() == Resource.COMPUTE;
  }

  /** Waits for another one, unless that is done. */
  void after(Item other) {
    if (!other.done) {
      other.followers.add(this);
      missing++;
    }
  }

  /**
   * It is done. From now on it holds on to no other: each would to the one before, and memory would
   * grow with every round.
   *
   * @return those that waited for it
   */
  List<Item> finish() {
    done = true;
    cause = null;
    var waiting = followers;
    followers = List.of();
    return waiting;
  }

  /** Whether it holds on to another item. */
  boolean holdsOthers() {
    return cause != null || !followers.isEmpty();
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
