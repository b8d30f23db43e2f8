package io.weft.optimizer;

/** One parameter, in 64 bits, after the text of the papers. */
final class Reference {
  private final Optimizer optimizer;
  private double parameter;
  private double first;
  private double second;

  Reference(Optimizer optimizer, double parameter) {
    this.optimizer = optimizer;
    this.parameter = parameter;
  }

  double parameter() {
    return parameter;
  }

  void update(double gradient, double rate, int step) {
    switch (optimizer) {
      case Sgd sgd -> sgd(sgd, gradient, rate);
      case Adam adam -> {
        double decayed = gradient + adam.weightDecay() * parameter;
        parameter -= rate * adam(adam.beta1(), adam.beta2(), adam.epsilon(), decayed, step);
      }
      case AdamW adam -> {
        double decay = rate * adam.weightDecay() * parameter;
        double move = rate * adam(adam.beta1(), adam.beta2(), adam.epsilon(), gradient, step);
        parameter -= decay + move;
      }
      case Lion lion -> {
        double mixed = lion.beta1() * first + (1 - lion.beta1()) * gradient;
        parameter -= rate * (Math.signum(mixed) + lion.weightDecay() * parameter);
        first = lion.beta2() * first + (1 - lion.beta2()) * gradient;
      }
      default -> throw new AssertionError(optimizer);
    }
  }

  private void sgd(Sgd sgd, double gradient, double rate) {
    double decayed = gradient + sgd.weightDecay() * parameter;
    first = sgd.momentum() * first + decayed;
    parameter -= rate * (sgd.nesterov() ? decayed + sgd.momentum() * first : first);
  }

  private double adam(double beta1, double beta2, double epsilon, double gradient, int step) {
    first = beta1 * first + (1 - beta1) * gradient;
    second = beta2 * second + (1 - beta2) * gradient * gradient;
    double mean = first / (1 - Math.pow(beta1, step));
    double square = second / (1 - Math.pow(beta2, step));
    return mean / (Math.sqrt(square) + epsilon);
  }
}
