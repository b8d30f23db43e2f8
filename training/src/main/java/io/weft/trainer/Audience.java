package io.weft.trainer;

import io.weft.trace.Span;
import io.weft.training.Loaded;
import io.weft.training.RoundTimes;
import io.weft.tuning.BucketSearch;
import java.util.List;
import java.util.function.Consumer;

/** Several listeners, told one after the other. */
record Audience(List<Listener> listeners) implements Listener {
  Audience {
    listeners = List.copyOf(listeners);
  }

  private void all(Consumer<Listener> tell) {
    listeners.forEach(tell);
  }

  @Override
  public void resumed(String checkpoint) {
    all(it -> it.resumed(checkpoint));
  }

  @Override
  public void loaded(Loaded loaded) {
    all(it -> it.loaded(loaded));
  }

  @Override
  public void tuned(BucketSearch search) {
    all(it -> it.tuned(search));
  }

  @Override
  public void began(Run run) {
    all(it -> it.began(run));
  }

  @Override
  public void stepped(Run run) {
    all(it -> it.stepped(run));
  }

  @Override
  public void timed(RoundTimes times) {
    all(it -> it.timed(times));
  }

  @Override
  public void reported(Run run, Report report) {
    all(it -> it.reported(run, report));
  }

  @Override
  public void validated(Run run, Evaluation evaluation, boolean best) {
    all(it -> it.validated(run, evaluation, best));
  }

  @Override
  public void saved(Saved saved) {
    all(it -> it.saved(saved));
  }

  @Override
  public void warned(String sentence) {
    all(it -> it.warned(sentence));
  }

  @Override
  public void traced(List<Span> spans) {
    all(it -> it.traced(spans));
  }

  @Override
  public void ending(Run run) {
    all(it -> it.ending(run));
  }

  @Override
  public void ended(Run run, Result result) {
    all(it -> it.ended(run, result));
  }
}
