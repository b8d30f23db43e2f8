package io.weft.training;

import io.weft.checkpoint.NamedTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What became of the tensors of a file that were to go into those of a model, by name.
 *
 * @param taken the names of those that did
 * @param missing those of the model that the file has not, which keep their values
 * @param leftOver those of the file that the model has not
 * @param unfit those that both have in other shapes or types, with these in words
 */
public record Loaded(
    List<String> taken, List<String> missing, List<String> leftOver, List<String> unfit) {
  /** More names than that are counted and not named. */
  private static final int NAMED = 5;

  public Loaded {
    taken = List.copyOf(taken);
    missing = List.copyOf(missing);
    leftOver = List.copyOf(leftOver);
    unfit = List.copyOf(unfit);
  }

  /** Copies tensors to those of the same name, shape and type. */
  public static Loaded into(List<NamedTensor> targets, List<NamedTensor> found) {
    var left = new LinkedHashMap<String, NamedTensor>();
    found.forEach(tensor -> left.put(tensor.name(), tensor));
    var taken = new ArrayList<String>();
    var missing = new ArrayList<String>();
    var unfit = new ArrayList<String>();
    for (var target : targets) {
      var source = left.remove(target.name());
      if (source == null) {
        missing.add(target.name());
      } else if (form(source).equals(form(target))) {
        target.tensor().segment().copyFrom(source.tensor().segment());
        taken.add(target.name());
      } else {
        unfit.add("%s is %s and not %s".formatted(target.name(), form(source), form(target)));
      }
    }
    return new Loaded(taken, missing, List.copyOf(left.keySet()), unfit);
  }

  private static String form(NamedTensor tensor) {
    return tensor.tensor().type().label() + " " + tensor.shape();
  }

  /** As in {@code 3 of 4 tensors; not there: head.bias; another shape: …}. */
  public String sentence() {
    int all = taken.size() + missing.size() + unfit.size();
    return "%d of %d tensors of the model".formatted(taken.size(), all)
        + part("not there", missing)
        + part("left over", leftOver)
        + part("does not fit", unfit);
  }

  private static String part(String what, List<String> names) {
    return names.isEmpty() ? "" : "; %s: %s".formatted(what, some(names));
  }

  /** The first of them, and how many others there are. */
  public static String some(List<String> names) {
    var first = String.join(", ", names.subList(0, Math.min(NAMED, names.size())));
    return names.size() <= NAMED ? first : "%s and %d more".formatted(first, names.size() - NAMED);
  }
}
