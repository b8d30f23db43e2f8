package io.weft.collective.program;

import io.weft.collective.program.Step.Combine;
import io.weft.collective.program.Step.Copy;
import io.weft.collective.program.Step.Get;
import io.weft.collective.program.Step.Put;
import io.weft.collective.program.Step.Receive;
import io.weft.collective.program.Step.Send;
import io.weft.collective.program.Step.Signal;
import io.weft.collective.program.Step.Wait;
import java.util.ArrayList;
import java.util.List;

/** Collects the steps of one rank, so that an algorithm reads as what it does. */
public final class ProgramBuilder {
  private final Collective collective;
  private final String algorithm;
  private final int rank;
  private final List<Step> steps = new ArrayList<>();

  public ProgramBuilder(Collective collective, String algorithm, int rank) {
    this.collective = collective;
    this.algorithm = algorithm;
    this.rank = rank;
  }

  public Collective collective() {
    return collective;
  }

  public int ranks() {
    return collective.ranks();
  }

  public int rank() {
    return rank;
  }

  /** The rank that is {@code distance} further in a ring of all ranks; negative is backwards. */
  public int rankAfter(int distance) {
    return Math.floorMod(rank + distance, ranks());
  }

  public ProgramBuilder send(int peer, Place from) {
    return add(new Send(peer, from));
  }

  public ProgramBuilder receive(int peer, Place to) {
    return add(new Receive(peer, to));
  }

  public ProgramBuilder put(int peer, Place from, Place to) {
    return add(new Put(peer, from, to));
  }

  public ProgramBuilder get(int peer, Place from, Place to) {
    return add(new Get(peer, from, to));
  }

  public ProgramBuilder signal(int peer) {
    return add(new Signal(peer));
  }

  public ProgramBuilder await(int peer) {
    return add(new Wait(peer));
  }

  public ProgramBuilder copy(Place from, Place to) {
    return add(new Copy(from, to));
  }

  /** Folds the sources in order into {@code to}; a single source is copied, or left alone. */
  public ProgramBuilder combine(List<Place> sources, Place to) {
    if (sources.size() > 1) {
      return add(new Combine(collective.operator(), sources, to));
    }
    return sources.getFirst().equals(to) ? this : copy(sources.getFirst(), to);
  }

  /** Adds what lies in {@code from} to {@code to}. */
  public ProgramBuilder combineInto(Place to, Place from) {
    return combine(List.of(to, from), to);
  }

  private ProgramBuilder add(Step step) {
    steps.add(step);
    return this;
  }

  /** The program, over data cut into the given number of chunks. */
  public Program over(int chunkCount) {
    return new Program(collective, algorithm, rank, chunkCount, steps);
  }
}
