package io.weft.collective.program;

/**
 * The three numbers of a class of links.
 *
 * @param alpha seconds from the start of a message to its first byte
 * @param beta seconds per byte on the link
 * @param gamma seconds to combine one byte that arrived over it
 */
public record LinkCosts(double alpha, double beta, double gamma) {
  public LinkCosts {
    if (!(alpha >= 0 && beta >= 0 && gamma >= 0) || Double.isInfinite(alpha + beta + gamma)) {
      throw new IllegalArgumentException(
          "link costs must be finite and not negative: alpha=%s beta=%s gamma=%s"
              .formatted(alpha, beta, gamma));
    }
  }

  /**
   * What a message of that many bytes takes on an idle link; the unit in which algorithms are
   * compared.
   */
  public double seconds(double bytes) {
    return alpha + beta * bytes;
  }
}
