package io.weft.command;

import io.weft.cli.Output;
import io.weft.cli.Table;
import io.weft.recording.Difference;
import io.weft.recording.RecordedOperation;
import io.weft.recording.Recording;
import io.weft.recording.RecordingReader;
import io.weft.recording.Recordings;
import io.weft.report.Quantity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the ranks that left recordings parted. */
final class ShowRecordings {
  private static final int ROWS_BEFORE = 5;
  private static final int ROWS_AFTER = 3;

  /** More columns do not fit on a screen. */
  private static final int COLUMNS_MOST = 8;

  private final Output output;

  ShowRecordings(Output output) {
    this.output = output;
  }

  void of(List<Path> files) {
    var recordings = new Recordings(files.stream().map(RecordingReader::read).toList());
    var difference = recordings.difference();
    output.line(difference.sentence());
    var absent = recordings.absentRanks();
    if (!absent.isEmpty()) {
      output.line("there is no recording of " + Difference.spoken(absent));
    }
    output.line("");
    output.table(table(recordings, difference));
    output.line("");
    failures(recordings).forEach(output::line);
    recordings.all().forEach(it -> output.event(ShowRecordingEvent.of(it)));
    output.event(ShowDifferenceEvent.of(difference));
  }

  private static Table table(Recordings recordings, Difference difference) {
    var ranks = columns(recordings, difference);
    var titles = new ArrayList<>(List.of(Table.left("operation")));
    ranks.forEach(rank -> titles.add(Table.right("rank " + rank)));
    var table = Table.of(titles.toArray(Table.Column[]::new));
    for (var row : recordings.around(difference, ROWS_BEFORE, ROWS_AFTER)) {
      var cells = new ArrayList<>(List.of(row.words()));
      ranks.forEach(rank -> cells.add(cell(row.byRank().get(rank))));
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }

  /** Those that the difference is about first, if there are too many; in order of rank. */
  private static List<Integer> columns(Recordings recordings, Difference difference) {
    var odd = ShowDifferenceEvent.of(difference).oddRanks();
    var others = recordings.all().stream().map(Recording::rank).filter(it -> !odd.contains(it));
    return Stream.concat(odd.stream(), others).limit(COLUMNS_MOST).sorted().toList();
  }

  private static String cell(@Nullable RecordedOperation operation) {
    if (operation == null) {
      return "–";
    }
    return switch (operation.state()) {
      case RUNNING -> "running";
      case FAILED -> "failed";
      case DONE -> operation.nanos().map(nanos -> Quantity.seconds(nanos / 1e9)).orElse("done");
    };
  }

  /** Ranks that failed with the same sentence share a line. */
  private static List<String> failures(Recordings recordings) {
    var ranks = new LinkedHashMap<String, List<Integer>>();
    for (var recording : recordings.all()) {
      ranks.computeIfAbsent(recording.failure(), _ -> new ArrayList<>()).add(recording.rank());
    }
    return ranks.entrySet().stream()
        .map(it -> Difference.spoken(it.getValue()) + ": " + it.getKey())
        .toList();
  }
}
