package io.weft.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weft.network.PeerLostException;
import io.weft.network.shared.Commons;
import io.weft.network.shared.Note;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A neighbour writes to mapped memory as it likes. What no rank of ours tells makes it lost. */
class HostileNotesTest {
  private static final Note IMPOSSIBLE = new Note(Note.MESSAGE, 7, 1, 0, 0, -1, 0);

  private final MemorySegment memory = Arena.ofAuto().allocate(Commons.byteCount(2), 64);
  private final Commons commons = new Commons(memory, 2);
  private final Neighbour neighbour =
      new Neighbour(
          1,
          1,
          commons.bell(1),
          commons.pulse(1),
          commons.ring(1, 0),
          new Postbox(commons.ring(0, 1)),
          new AtomicLong());

  static Stream<Note> impossible() {
    return Stream.of(
        IMPOSSIBLE,
        new Note(0, 7, 1, 0, 0, 0, 0),
        new Note(6, 7, 1, 0, 0, 0, 0),
        new Note(Note.MESSAGE, 7, 1, 0, 0, 1L << 40, 0),
        new Note(Note.MESSAGE, 7, 1, 0, -64, 8, 0),
        new Note(Note.PIECE, 7, 1, 0, Long.MAX_VALUE, 4096, 0),
        new Note(Note.PIECE, 7, 1, 0, 0, Long.MIN_VALUE, 0));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void a_note_that_cannot_be_is_refused_and_no_other_is_heard(Note note) {
    var ring = commons.ring(1, 0);
    ring.offer(note);
    ring.offer(new Note(Note.SIGNAL, 7, 1, 0, 0, 0, 0));
    assertThatThrownBy(neighbour::next)
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("a note that is impossible: Note[kind=" + note.kind());
    assertThat(neighbour.isWelcome()).isFalse();
  }

  @Test
  void a_message_is_where_its_note_says() throws IOException {
    var message = MemorySegment.ofArray(new byte[] {1, 2, 3});
    commons.ring(1, 0).offerMessage(new Note(Note.MESSAGE, 7, 1, 0, 0, 0, 0), 3, message);
    var note = neighbour.next();
    assertThat(neighbour.incoming().takeMessage(note)).containsExactly(1, 2, 3);
    assertThat(neighbour.next()).isNull();
  }

  /** The first word of a ring says how many notes have been offered. */
  @Test
  void more_notes_than_there_is_room_for_are_none() {
    commons.ring(1, 0).offer(new Note(Note.SIGNAL, 7, 1, 0, 0, 0, 0));
    for (long at = 0; at < memory.byteSize(); at += Long.BYTES) {
      if (memory.get(ValueLayout.JAVA_LONG, at) == 1) { // also the kind of the note, which is none
        memory.set(ValueLayout.JAVA_LONG, at, Long.MAX_VALUE);
      }
    }
    assertThatThrownBy(neighbour::next)
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("more notes than there is room for");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void the_job_ends_with_the_rank_that_told_it(@TempDir Path folder) {
    try (var flows = Flows.openShared(2, folder)) {
      var failures =
          flows.failures(
              transport -> {
                try (var channel = transport.open(flows.ticket(1))) {
                  if (transport.rank() == 1) {
                    transport.signals().tellAll(IMPOSSIBLE);
                  }
                  channel.awaitSignal(1 - transport.rank(), Flows.soon());
                }
              });
      assertThat(failures)
          .allSatisfy(
              failure ->
                  assertThat(failure)
                      .isInstanceOf(PeerLostException.class)
                      .hasMessageMatching(
                          "rank 1 .* is lost: it sent a note that is impossible.*"));
    }
  }
}
