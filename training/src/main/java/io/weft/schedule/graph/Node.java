package io.weft.schedule.graph;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * A task in its place: what it occupies, whose work it does, what it waits for.
 *
 * @param age how many rounds ago the work began that it goes on with: 0 for this round's own. It
 *     uses the gradients of that round.
 */
public record Node(Task task, Resource resource, int age, SequencedSet<Dependency> dependencies) {
  public Node {
    dependencies = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(dependencies));
    if (!task.resources().contains(resource)) {
      throw new IllegalArgumentException(
          "%s cannot occupy %s: choose one of %s".formatted(task, resource, task.resources()));
    }
    if (age < 0) {
      throw new IllegalArgumentException("%s has age %d: at least 0 rounds".formatted(task, age));
    }
  }

  /** The task of this round where it usually runs, waiting for nothing. */
  public static Node of(Task task) {
    return new Node(task, task.resources().iterator().next(), 0, new LinkedHashSet<>());
  }

  /** The same, also waiting for tasks of the same round. */
  public Node after(Task... tasks) {
    var node = this;
    for (var task : tasks) {
      node = node.after(new Dependency(task, 0));
    }
    return node;
  }

  /** The same, also waiting for tasks of the round before. */
  public Node afterPrevious(Task... tasks) {
    var node = this;
    for (var task : tasks) {
      node = node.after(new Dependency(task, 1));
    }
    return node;
  }

  /** The same, also waiting for that. */
  public Node after(Dependency dependency) {
    var more = new LinkedHashSet<>(dependencies);
    more.add(dependency);
    return new Node(task, resource, age, more);
  }

  /** The same, waiting for exactly these. */
  public Node withDependencies(SequencedSet<Dependency> others) {
    return new Node(task, resource, age, others);
  }

  /** Another task in the same place. */
  public Node withTask(Task other) {
    return new Node(other, resource, age, dependencies);
  }

  public Node aged(int rounds) {
    return new Node(task, resource, rounds, dependencies);
  }

  public Node on(Resource other) {
    return new Node(task, other, age, dependencies);
  }
}
