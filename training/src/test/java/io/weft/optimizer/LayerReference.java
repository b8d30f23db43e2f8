package io.weft.optimizer;

/** One whole parameter, in 64 bits, after the text of the papers. */
final class LayerReference {
  private final Optimizer optimizer;
  private final boolean vector;
  private final double[] parameters;
  private final double[] first;
  private final double[] second;

  LayerReference(Optimizer optimizer, boolean vector, double[] parameters) {
    this.optimizer = optimizer;
    this.vector = vector;
    this.parameters = parameters.clone();
    first = new double[parameters.length];
    second = new double[parameters.length];
  }

  double[] parameters() {
    return parameters.clone();
  }

  void update(double[] gradients, double rate, int step) {
    switch (optimizer) {
      case Lars lars -> lars(lars, gradients, rate);
      case Lamb lamb -> lamb(lamb, gradients, rate, step);
      default -> throw new AssertionError(optimizer);
    }
  }

  private void lars(Lars lars, double[] gradients, double rate) {
    boolean plain = vector && lars.exempt().vectors();
    double decay = plain ? 0 : lars.weightDecay();
    double norm = norm(parameters);
    double local = plain ? 1 : lars.trust() * norm / (norm(gradients) + decay * norm);
    for (int i = 0; i < parameters.length; i++) {
      double decayed = gradients[i] + decay * parameters[i];
      first[i] = lars.momentum() * first[i] + rate * local * decayed;
      parameters[i] -= first[i];
    }
  }

  private void lamb(Lamb lamb, double[] gradients, double rate, int step) {
    boolean plain = vector && lamb.exempt().vectors();
    double decay = plain ? 0 : lamb.weightDecay();
    var directions = new double[parameters.length];
    for (int i = 0; i < parameters.length; i++) {
      first[i] = lamb.beta1() * first[i] + (1 - lamb.beta1()) * gradients[i];
      second[i] = lamb.beta2() * second[i] + (1 - lamb.beta2()) * gradients[i] * gradients[i];
      double mean = first[i] / (1 - Math.pow(lamb.beta1(), step));
      double square = second[i] / (1 - Math.pow(lamb.beta2(), step));
      directions[i] = mean / (Math.sqrt(square) + lamb.epsilon()) + decay * parameters[i];
    }
    double ratio = plain ? 1 : norm(parameters) / norm(directions);
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] -= rate * ratio * directions[i];
    }
  }

  private static double norm(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }
}
