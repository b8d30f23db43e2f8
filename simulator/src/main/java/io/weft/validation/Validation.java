package io.weft.validation;

import io.weft.cluster.Cluster;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All checks against a survey. Rows that calibrate: bulk-synchronous all-reduce of both models,
 * wait-free back-propagation of BERT-Large, and its bulk-synchronous parameter server.
 */
public final class Validation {
  private static final String BERT = "BERT-Large";
  private static final String RESNET = "ResNet-50";

  private final Survey survey;
  private final Map<Network, Cluster> clusters;

  private Validation(Survey survey, Map<Network, Cluster> clusters) {
    this.survey = survey;
    this.clusters = clusters;
  }

  /** The published survey, with constants fitted to its calibration rows now. */
  public static List<Check> published() {
    var survey = Survey.published();
    var fitted = new Validation(survey, fitted(survey, Validation::calibrates));
    var checks = new ArrayList<>(fitted.judged());
    checks.add(leftOut(survey, BERT, RESNET, 10));
    checks.add(leftOut(survey, RESNET, BERT, 5));
    var free = parameterFree(survey);
    checks.add(free);
    checks.add(
        fitted.check("fitted model, the same rows", Validation::isInModel, Optional.empty()));
    checks.add(DearGains.check());
    checks.add(ClosedFormCheck.check());
    checks.add(GlobalTopK.check());
    return checks;
  }

  /** Another survey, with the constants of the presets; nothing is fitted or judged. */
  public static List<Check> of(Survey survey) {
    var presets = new EnumMap<Network, Cluster>(Network.class);
    for (var network : Network.values()) {
      presets.put(network, network.cluster());
    }
    var validation = new Validation(survey, presets);
    var checks = new ArrayList<Check>();
    for (var method : Method.values()) {
      var forecasts = validation.forecasts(row -> row.method().equals(method.label()));
      if (!forecasts.isEmpty()) {
        checks.add(new Check(method.label(), forecasts, Optional.empty(), Optional.empty()));
      }
    }
    return checks;
  }

  /** The constants of each network from those of its rows that calibrate. */
  static Map<Network, Cluster> fitted(Survey survey, Predicate<Measured> calibrates) {
    var clusters = new EnumMap<Network, Cluster>(Network.class);
    for (var network : Network.values()) {
      var rows =
          survey.together().stream()
              .filter(row -> row.network().equals(network.label()))
              .filter(calibrates)
              .toList();
      clusters.put(network, Fit.of(network, survey, rows));
    }
    return clusters;
  }

  static boolean calibrates(Measured row) {
    return !isSuspect(row)
        && switch (Method.labelled(row.method())) {
          case BSP_A2A -> true;
          case WFBP_A2A, BSP_PS -> row.model().equals(BERT);
          case MG_WFBP, BYTE_SCHEDULER_A2A, WFBP_PS, BYTE_SCHEDULER_PS -> false;
        };
  }

  /**
   * Whether a row contradicts others. On 100GbE-TCP the rows of two parameter servers equal those
   * of 10GbE, so they very probably ran on the other port, and ByteScheduler's of BERT-Large is
   * slower on 8 GPUs than on 16.
   */
  static boolean isSuspect(Measured row) {
    if (!row.network().equals(Network.ETHERNET_100.label())) {
      return false;
    }
    return switch (Method.labelled(row.method())) {
      case BSP_PS, WFBP_PS -> true;
      case BYTE_SCHEDULER_PS -> row.model().equals(BERT);
      case BSP_A2A, WFBP_A2A, MG_WFBP, BYTE_SCHEDULER_A2A -> false;
    };
  }

  private List<Forecast> forecasts(Predicate<Measured> wanted) {
    return survey.together().stream()
        .filter(wanted)
        .map(row -> Forecast.of(survey, row, cluster(row)))
        .toList();
  }

  private Cluster cluster(Measured row) {
    var network = Network.labelled(row.network());
    return clusters.getOrDefault(network, network.cluster());
  }

  private List<Check> judged() {
    return List.of(
        check("calibration", Validation::calibrates, Optional.empty()),
        check("BSP-A2A", row -> row.method().equals("BSP-A2A"), Optional.of(3.0)),
        new Check(
            "WFBP-A2A of ResNet-50",
            forecasts(row -> row.method().equals("WFBP-A2A") && row.model().equals(RESNET)),
            Optional.of(8.0),
            Optional.of(15.0)),
        check("MG-WFBP", row -> row.method().equals("MG-WFBP"), Optional.of(6.0)),
        check("parameter servers", Validation::testsServers, Optional.of(8.0)),
        check(
            "ByteScheduler-A2A", row -> row.method().equals("ByteScheduler-A2A"), Optional.empty()),
        check("excluded", Validation::isSuspect, Optional.empty()));
  }

  private static boolean testsServers(Measured row) {
    return Method.labelled(row.method()).hasServers() && !isSuspect(row) && !calibrates(row);
  }

  private Check check(String name, Predicate<Measured> wanted, Optional<Double> limit) {
    return new Check(name, forecasts(wanted), limit, Optional.empty());
  }

  /** What is judged of the survey with constants that are given. */
  static List<Check> judged(Survey survey, Map<Network, Cluster> clusters) {
    return new Validation(survey, clusters).judged();
  }

  /** Constants from one model, predictions for the other. */
  private static Check leftOut(Survey survey, String out, String known, double limit) {
    Predicate<Measured> learnt =
        row ->
            row.model().equals(known)
                && !isSuspect(row)
                && List.of("BSP-A2A", "WFBP-A2A", "BSP-PS").contains(row.method());
    return new Validation(survey, fitted(survey, learnt))
        .check("without " + out, row -> isJudged(row, out), Optional.of(limit));
  }

  private static boolean isJudged(Measured row, String model) {
    return row.model().equals(model)
        && !isSuspect(row)
        && !row.method().equals("ByteScheduler-A2A");
  }

  /** Line rates and no overheads: what the fitted constants are worth is seen beside it. */
  private static Check parameterFree(Survey survey) {
    var free = new EnumMap<Network, Cluster>(Network.class);
    for (var network : Network.values()) {
      free.put(network, network.parameterFree());
    }
    return new Validation(survey, free)
        .check("parameter-free model", Validation::isInModel, Optional.empty());
  }

  /** All rows that are judged, calibrating or not. */
  private static boolean isInModel(Measured row) {
    return isJudged(row, row.model());
  }
}
