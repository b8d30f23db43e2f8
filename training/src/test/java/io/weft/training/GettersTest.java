package io.weft.training;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.collective.Communicator;
import io.weft.collective.World;
import io.weft.model.Batch;
import io.weft.optimizer.Rate;
import io.weft.optimizer.Sgd;
import io.weft.schedule.DecoupledAllReduce;
import io.weft.tensor.Tensor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What one rank may look at by itself, and what all of them must call. */
class GettersTest {
  /** What begins with such a verb says that all ranks call it. */
  private static final Pattern JOINT = Pattern.compile("(average|gather|measure)[A-Z].*");

  /** Whatever a class gives without being told anything. */
  private static List<Method> getters(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> method.getParameterCount() == 0 && method.getReturnType() != void.class)
        .toList();
  }

  private static void look(Object owner, Set<String> seen) {
    for (var getter : getters(owner.getClass())) {
      if (!JOINT.matcher(getter.getName()).matches()) {
        try {
          getter.invoke(owner);
        } catch (ReflectiveOperationException e) {
          throw new AssertionError(getter + " failed where one rank looks by itself", e);
        }
        seen.add(owner.getClass().getSimpleName() + "." + getter.getName());
      }
    }
  }

  /** Rank 0 would wait for the others, which are elsewhere and find out that it is not there. */
  @Test
  void one_rank_alone_may_look_at_everything_that_is_no_verb() {
    var seen = new ConcurrentSkipListSet<String>();
    World.spawn(
        2,
        communicator -> {
          try (var training = opened(communicator)) {
            training.round(false);
            if (communicator.rank() == 0) {
              look(training, seen);
              look(training.measurements(), seen);
              look(training.wishes(), seen);
              look(communicator, seen);
            }
            communicator.barrier();
          }
        });
    assertThat(seen)
        .contains("Training.rounds", "Training.gradientNorm", "Wishes.isAskedToEnd")
        .contains("Communicator.wireBytes");
  }

  @Test
  void what_all_ranks_call_is_a_verb() {
    var joint = new TreeSet<String>();
    for (var type : List.of(Training.class, Measurements.class)) {
      getters(type).stream()
          .map(Method::getName)
          .filter(name -> JOINT.matcher(name).matches())
          .forEach(joint::add);
    }
    assertThat(joint)
        .containsExactly("averageLoss", "gatherQuickestSeconds", "gatherSpans", "gatherTimes");
  }

  private static Training opened(Communicator communicator) {
    var sgd = new Sgd(0, false, 0);
    var schedule = new DecoupledAllReduce();
    var settings = new Settings(schedule, 200, 1, sgd, new Rate.Constant(0.1), Optional.empty());
    var inputs = Tensor.of(new float[] {1, 2, 3});
    var batch = new Batch(inputs, List.of(3L), Tensor.of(new long[] {1}), 1);
    Feed feed = (_, _) -> new Feed.Portion(batch, 1.0 / communicator.ranks());
    return Training.open(new PlainNetwork(7, 3, 4, 2), communicator, settings, feed);
  }
}
