package io.weft.network.socket;

import io.weft.network.handshake.AuthenticationException;
import io.weft.network.handshake.TlsDiffersException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;

/** Connections that were dropped because they proved nothing. For all threads. */
public final class Strangers {
  /** Callers that are named with their addresses; the others are counted. */
  private static final int NAMED_MAX = 3;

  /** As much of the reason as is repeated for each caller. */
  private static final int WHY_CHARS_MAX = 40;

  /** Why a connection was dropped, and what a user may do about it. */
  private enum Fault {
    WRONG_TOKEN("without the right token", ""),
    NO_PROOF("before they proved anything", ""),
    TLS_DIFFERS("because only one side speaks TLS", TlsDiffersException.REPAIR),
    TLS_FAILED("in TLS", "check the certificates");

    private final String how;
    private final String repair;

    Fault(String how, String repair) {
      this.how = how;
      this.repair = repair;
    }

    static Fault of(Exception why) {
      return switch (why) {
        case AuthenticationException _ -> WRONG_TOKEN;
        case TlsDiffersException _ -> TLS_DIFFERS;
        case SSLException _ -> TLS_FAILED;
        default -> NO_PROOF;
      };
    }
  }

  /** Guarded by this, as is the list. */
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

  private final List<Caller> named = new ArrayList<>();

  private record Caller(Fault fault, String words) {}

  synchronized void count(String address, Exception why) {
    var fault = Fault.of(why);
    counts.merge(fault, 1, Integer::sum);
    if (named.size() < NAMED_MAX) {
      var text = String.valueOf(why.getMessage());
      var words = text.length() <= WHY_CHARS_MAX ? text : text.substring(0, WHY_CHARS_MAX) + "…";
      named.add(new Caller(fault, "%s (%s)".formatted(address, words)));
    }
  }

  public synchronized int total() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** What a user whose ranks are missing should know about them; empty if there were none. */
  public synchronized String hint() {
    return counts.entrySet().stream()
        .map(entry -> hint(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining());
  }

  private String hint(Fault fault, int count) {
    var callers =
        named.stream()
            .filter(caller -> caller.fault == fault)
            .map(Caller::words)
            .collect(Collectors.joining(", "));
    var from = callers.isEmpty() ? "" : ", from " + callers;
    var advice = fault.repair.isEmpty() ? "" : " (%s)".formatted(fault.repair);
    return "; connections dropped %s: %d%s%s".formatted(fault.how, count, advice, from);
  }
}
