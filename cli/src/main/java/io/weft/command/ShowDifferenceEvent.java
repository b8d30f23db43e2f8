package io.weft.command;

import io.weft.cli.JsonEvent;
import io.weft.recording.Difference;
import io.weft.recording.Difference.Absence;
import io.weft.recording.Difference.Disagreement;
import io.weft.recording.Difference.None;
import java.util.List;
import org.jspecify.annotations.Nullable;

record ShowDifferenceEvent(
    String kind,
    String sentence,
    @Nullable String operation,
    List<Integer> oddRanks,
    List<Integer> otherRanks)
    implements JsonEvent {

  static ShowDifferenceEvent of(Difference difference) {
    var sentence = difference.sentence();
    return switch (difference) {
      case Disagreement(_, var odd, var usual) ->
          new ShowDifferenceEvent(
              "disagreement", sentence, usual.words(), odd.ranks(), usual.ranks());
      case Absence(_, var words, var missing, var began, _) ->
          new ShowDifferenceEvent("absence", sentence, words, missing, began);
      case None _ -> new ShowDifferenceEvent("none", sentence, null, List.of(), List.of());
    };
  }
}
