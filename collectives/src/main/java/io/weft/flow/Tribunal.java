package io.weft.flow;

import io.weft.network.Key;
import io.weft.network.Ticket;
import io.weft.network.Verdict;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds out who is the odd one when ranks disagree about an operation: asks every rank that takes
 * part what it thinks the operation is, waits for the answers for a moment, and judges. A rank that
 * has not begun it answers when it does. Guarded by itself; nothing here waits.
 */
final class Tribunal {
  /** How long answers may take: all ranks but the slow ones have given theirs by then. */
  static final Duration PATIENCE = Duration.ofMillis(500);

  /** How much longer who is in doubt waits: for the word of others, or for whoever is late. */
  static final Duration DEFERENCE = PATIENCE.multipliedBy(4);

  private final int rank;
  private final Ledger ledger;
  private final Map<Key, Case> cases = new HashMap<>();

  /** Who wants to know what this rank will do there. */
  private final Map<Key, Set<Integer>> askers = new HashMap<>();

  /** Whether there are any. */
  private volatile boolean asked;

  /** What a rank says that an operation is. */
  record Statement(int rank, Key key, long fingerprint, String description) {
    Ticket ticket() {
      return new Ticket(key, fingerprint, List.of(), 0, () -> description);
    }
  }

  /** A frame for a rank. */
  record Letter(int to, Piece piece) {}

  private static final class Case {
    private final Ticket own;
    private final TreeMap<Integer, Ticket> told = new TreeMap<>();
    private boolean asked;
    private long endNanos;

    Case(Ticket own) {
      this.own = own;
    }

    /** Whom to ask about which key. */
    Map<Integer, Key> others(int self) {
      if (!own.statements().isEmpty()) {
        return own.statements();
      }
      return own.members().stream()
          .filter(member -> member != self)
          .collect(Collectors.toMap(member -> member, _ -> own.key()));
    }

    boolean isComplete(int self) {
      return told.keySet().containsAll(others(self).keySet());
    }

    /** Whether those who have spoken and agree with this rank are no majority. */
    boolean isDoubtful() {
      long same =
          told.values().stream()
              .filter(ticket -> ticket.fingerprint() == own.fingerprint())
              .count();
      return 2 * same <= told.size();
    }

    /**
     * Whether all have spoken that this rank can hear, or time is up. Where ranks compare two by
     * two, not all have the same others in mind: those that most agree with have heard everybody,
     * so the word is theirs.
     */
    boolean isRipe(int self, long nowNanos) {
      if (asked && nowNanos - endNanos > (isDoubtful() ? DEFERENCE.toNanos() : 0)) {
        return true;
      }
      return isComplete(self) && (own.statements().isEmpty() || !isDoubtful());
    }

    boolean concerns(Statement statement) {
      var key = own.statements().getOrDefault(statement.rank(), own.key());
      return key.equals(statement.key());
    }
  }

  Tribunal(int rank, Ledger ledger) {
    this.rank = rank;
    this.ledger = ledger;
  }

  /** Somebody thinks otherwise than this rank. */
  synchronized void differ(Ticket own) {
    var dispute = cases.computeIfAbsent(own.key(), _ -> new Case(own));
    dispute.told.put(rank, own);
  }

  /** A peer wants to know; the answer, if there is one yet. */
  synchronized Optional<Piece> asked(Statement statement) {
    var own = ledger.known(statement.key());
    if (own == null) {
      askers.computeIfAbsent(statement.key(), _ -> new HashSet<>()).add(statement.rank());
      asked = true;
      own = ledger.known(statement.key()); // It may have begun since the first look.
    }
    if (own == null) {
      return Optional.empty();
    }
    compare(own, statement);
    return Optional.of(statement(Kind.TELL, own));
  }

  /** Whether somebody waits for this rank to begin an operation. */
  boolean isAsked() {
    return asked;
  }

  /** A peer answers. */
  synchronized void told(Statement statement) {
    var own = ledger.known(statement.key());
    if (own == null) {
      note(statement);
    } else {
      compare(own, statement);
    }
  }

  private void compare(Ticket own, Statement statement) {
    if (own.fingerprint() != statement.fingerprint()) {
      differ(own);
    }
    note(statement);
  }

  private void note(Statement statement) {
    for (var dispute : cases.values()) {
      if (dispute.concerns(statement)) {
        dispute.told.put(statement.rank(), statement.ticket());
      }
    }
  }

  /** This rank begins an operation; the answers to those who asked before. */
  synchronized List<Letter> begun(Ticket own) {
    var waiting = askers.isEmpty() ? null : askers.remove(own.key());
    asked = !askers.isEmpty();
    if (waiting == null) {
      return List.of();
    }
    return waiting.stream().map(to -> new Letter(to, statement(Kind.TELL, own))).toList();
  }

  /** The questions that are to be asked now. */
  synchronized List<Letter> questions(long nowNanos) {
    var letters = new ArrayList<Letter>();
    for (var dispute : cases.values()) {
      if (!dispute.asked) {
        dispute.asked = true;
        dispute.endNanos = nowNanos + PATIENCE.toNanos();
        dispute
            .others(rank)
            .forEach((to, key) -> letters.add(new Letter(to, question(key, dispute.own))));
      }
    }
    return letters;
  }

  /** The sentence, once all have spoken or the time is up. */
  synchronized Optional<String> verdict(long nowNanos) {
    for (var dispute : cases.values()) {
      if (dispute.isRipe(rank, nowNanos)) {
        var sentence = Verdict.on(dispute.told);
        if (sentence.isPresent()) {
          return sentence;
        }
      }
    }
    return Optional.empty();
  }

  /** What this rank thinks that an operation is, as a frame. */
  static Piece statement(Kind kind, Ticket own) {
    return Piece.text(kind, own.key(), own.fingerprint(), text(own.toString()));
  }

  private static Piece question(Key key, Ticket own) {
    return Piece.text(Kind.ASK, key, own.fingerprint(), text(own.toString()));
  }

  static Parts text(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, Header.TEXT_MAX);
    return new Parts(MemorySegment.ofArray(bytes).asSlice(0, length));
  }
}
