package io.weft.fuzz;

import io.weft.command.SettingsTarget;
import io.weft.compression.codec.PayloadTarget;
import io.weft.compression.exchange.ExchangeTarget;
import io.weft.data.DataTarget;
import io.weft.flow.FrameTarget;
import io.weft.flow.NoteTarget;
import io.weft.network.handshake.HandshakeTarget;
import io.weft.network.identity.WordsTarget;
import io.weft.network.socket.KeyFileTarget;
import io.weft.recording.RecordingTarget;
import io.weft.strategy.StrategyTarget;
import io.weft.trace.TraceTarget;
import io.weft.training.CheckpointTarget;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;

/** All targets by name. Each gets a minute of fuzzing, so they are few. */
public final class Targets {
  /** Made when they are run: some take a moment. */
  static final SequencedMap<String, Supplier<Target>> ALL = all();

  private Targets() {}

  private static SequencedMap<String, Supplier<Target>> all() {
    var all = new LinkedHashMap<String, Supplier<Target>>();
    all.put("checkpoints", CheckpointTarget::new);
    all.put("data", DataTarget::new);
    all.put("settings", SettingsTarget::new);
    all.put("recordings", RecordingTarget::new);
    all.put("traces", TraceTarget::new);
    all.put("strategies", StrategyTarget::new);
    all.put("words", WordsTarget::new);
    all.put("payloads", PayloadTarget::new);
    all.put("exchanges", ExchangeTarget::new);
    all.put("keys", KeyFileTarget::new);
    all.put("handshake", HandshakeTarget::new);
    all.put("frames", FrameTarget::new);
    all.put("notes", NoteTarget::new);
    return all;
  }

  static Target named(String name) {
    var target = ALL.get(name);
    if (target == null) {
      throw new IllegalArgumentException(
          "no target '%s': there are %s".formatted(name, String.join(", ", ALL.keySet())));
    }
    return target.get();
  }
}
