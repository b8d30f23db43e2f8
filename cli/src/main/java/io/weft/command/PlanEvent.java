package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.plan.Candidate;
import io.weft.plan.Job;
import io.weft.plan.Outlook;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a strategy is predicted to give, or why nothing can be said. */
@SuppressWarnings("MemberName") // step_s_low: a unit inside a name has no other form
record PlanEvent(
    String model,
    String cluster,
    int ranks,
    int batch,
    String strategy,
    @Nullable Double stepS,
    @Nullable Double stepS_low,
    @Nullable Double stepS_high,
    @Nullable Double samplesPerS,
    @Nullable Double exchangeS,
    @Nullable Double waitingS,
    @Nullable Double exposedS,
    @Nullable Double hiddenPercent,
    @Nullable Long wireBytesPerRank,
    @Nullable Long memoryBytesPerRank,
    @Nullable Boolean exact,
    boolean trainable,
    String reason,
    List<String> remarks)
    implements JsonEvent {
  PlanEvent {
    remarks = List.copyOf(remarks);
  }

  static PlanEvent of(Job job, Outlook outlook, String reason) {
    var prediction = outlook.prediction();
    var overlap = prediction.overlap();
    return new PlanEvent(
        job.profile().name(),
        job.cluster().name(),
        job.ranks(),
        job.batch(),
        outlook.strategy().canonical(),
        prediction.stepSeconds(),
        outlook.hasInterval() ? outlook.lowSeconds() : null,
        outlook.hasInterval() ? outlook.highSeconds() : null,
        outlook.samplesPerSecond(job),
        overlap.exchangeSeconds(),
        overlap.waitingSeconds(),
        overlap.exposedSeconds(),
        overlap.hidden().isPresent() ? 100 * overlap.hidden().getAsDouble() : null,
        Math.round(prediction.wireBytesPerRank()),
        Math.round(outlook.memoryBytesPerRank()),
        outlook.exact(),
        outlook.trainable(),
        reason,
        outlook.basis(job));
  }

  static PlanEvent of(Job job, Candidate candidate) {
    return candidate
        .outlook()
        .map(outlook -> of(job, outlook, candidate.reason()))
        .orElseGet(() -> unknown(job, candidate));
  }

  private static PlanEvent unknown(Job job, Candidate candidate) {
    return new PlanEvent(
        job.profile().name(),
        job.cluster().name(),
        job.ranks(),
        job.batch(),
        candidate.strategy().canonical(),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        candidate.standing() == Candidate.Standing.LEFT_OUT,
        candidate.reason(),
        List.of());
  }
}
