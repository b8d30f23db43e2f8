package io.weft.compression;

/** How many elements ranks send, those of all blocks together where the data has blocks. */
public sealed interface Size {
  record Fixed(long elements) implements Size {
    public Fixed {
      if (elements < 0) {
        throw new IllegalArgumentException("a size of %d elements: at least 0".formatted(elements));
      }
    }
  }

  /**
   * A number that is known only when the data is.
   *
   * @param elementsMax a bound, at which memory is set aside
   * @param elementsExpected for those who predict
   * @param decidedBy the value from which every rank computes the number; by the time of sending it
   *     must be the same on all ranks
   */
  record DataDependent(long elementsMax, double elementsExpected, String decidedBy)
      implements Size {
    public DataDependent {
      if (elementsMax < 0 || !(elementsExpected >= 0 && elementsExpected <= elementsMax)) {
        throw new IllegalArgumentException(
            "a size of at most %d and probably %s elements: expect something from 0 to the bound"
                .formatted(elementsMax, elementsExpected));
      }
    }
  }

  /** The size, or its bound. */
  default long most() {
    return switch (this) {
      case Fixed(var elements) -> elements;
      case DataDependent(var elementsMax, _, _) -> elementsMax;
    };
  }

  default double expected() {
    return switch (this) {
      case Fixed(var elements) -> elements;
      case DataDependent(_, var elementsExpected, _) -> elementsExpected;
    };
  }
}
