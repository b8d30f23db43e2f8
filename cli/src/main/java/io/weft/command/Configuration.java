package io.weft.command;

import io.weft.run.ConfigFile;
import io.weft.strategy.line.Nearest;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * The options of a command as keys of a configuration file: {@code --batch 8} is {@code batch: 8}.
 * A flag counts more than a file, and a file more than a default.
 */
final class Configuration {
  /** A setting, and who gave it. */
  record Entry(String key, String text, Origin origin) {}

  /** A setting that is not what it was; what was never said is {@code nothing}. */
  record Change(String key, String before, String now) {}

  /** Settings that say the same in two ways: who gives one takes the other back. */
  private static final Map<String, String> RIVALS =
      Map.of(
          "steps", "epochs", "epochs", "steps", "validation", "hold-out", "hold-out", "validation");

  /** Settings that name a file or a folder. */
  static final Set<String> PATHS = Set.of("data", "weights", "validation");

  private final CommandSpec spec;
  private final Set<String> others;

  private final Map<String, Origin> origins = new HashMap<>();

  /**
   * @param others the long names, without dashes, of options that are no settings
   */
  Configuration(CommandSpec spec, Set<String> others) {
    this.spec = spec;
    this.others = others;
    settings().keySet().stream()
        .filter(key -> matched(parsed(), key))
        .forEach(key -> origins.put(key, Origin.FLAG));
  }

  private ParseResult parsed() {
    return spec.commandLine().getParseResult();
  }

  private static boolean matched(ParseResult parsed, String key) {
    return parsed.hasMatchedOption("--" + key);
  }

  private Map<String, OptionSpec> settings() {
    var settings = new LinkedHashMap<String, OptionSpec>();
    for (var option : spec.options()) {
      String key = option.longestName().replaceFirst("^--", "");
      if (!option.inherited() && !others.contains(key)) {
        settings.put(key, option);
      }
    }
    return settings;
  }

  /** Sets what nobody has set before, by parsing the command line again with it. */
  void fill(ConfigFile file, Origin origin) {
    var more = new ArrayList<String>();
    file.values()
        .forEach(
            (key, value) -> {
              if (!settings().containsKey(key)) {
                throw unknown(file, key);
              }
              if (isOpen(key, origin)) {
                origins.put(key, origin);
                more.add("--%s=%s".formatted(key, value));
              }
            });
    if (!more.isEmpty()) {
      var root = spec.root().commandLine();
      var arguments = new ArrayList<>(root.getParseResult().originalArgs());
      arguments.addAll(arguments.indexOf(spec.name()) + 1, more);
      root.parseArgs(arguments.toArray(String[]::new));
    }
  }

  /** Whether nobody who counts more has given a setting, or what says the same. */
  private boolean isOpen(String key, Origin origin) {
    var rival = origins.getOrDefault(RIVALS.getOrDefault(key, key), origin);
    return !origins.containsKey(key) && rival == origin;
  }

  /**
   * The settings that somebody has given otherwise than a file that counts less.
   *
   * @param usual the defaults that depend on other settings
   */
  List<Change> changes(ConfigFile before, Map<String, String> usual) {
    return entries(usual).stream()
        .filter(entry -> entry.origin() == Origin.FLAG || entry.origin() == Origin.FILE)
        .map(entry -> new Change(entry.key(), said(before, entry.key()), entry.text()))
        .filter(change -> !isSame(change))
        .toList();
  }

  private static String said(ConfigFile before, String key) {
    var rival = RIVALS.get(key);
    if (!before.values().containsKey(key) && rival != null && before.values().containsKey(rival)) {
      return "--%s %s".formatted(rival, before.values().get(rival));
    }
    return before.values().getOrDefault(key, "nothing");
  }

  /** Numbers and files may be written in several ways. */
  private static boolean isSame(Change change) {
    if (change.before().equalsIgnoreCase(change.now())) {
      return true;
    }
    try {
      return new BigDecimal(change.before()).compareTo(new BigDecimal(change.now())) == 0;
    } catch (NumberFormatException _) {
      return isPath(change) && absolute(change.before()).equals(absolute(change.now()));
    }
  }

  private static boolean isPath(Change change) {
    return PATHS.contains(change.key());
  }

  private static Path absolute(String path) {
    return Path.of(path).toAbsolutePath().normalize();
  }

  private IllegalArgumentException unknown(ConfigFile file, String key) {
    String guess =
        Nearest.to(key, settings().keySet())
            .map(": did you mean \"%s\"?"::formatted)
            .orElse(": see weft %s --help".formatted(spec.name()));
    return new IllegalArgumentException(
        "%s has the unknown key \"%s\"%s".formatted(file.name(), key, guess));
  }

  /**
   * All settings in the order of the options; without those that have no value.
   *
   * @param usual the defaults that depend on other settings
   */
  List<Entry> entries(Map<String, String> usual) {
    var entries = new ArrayList<Entry>();
    settings()
        .forEach(
            (key, option) -> {
              String fallback = usual.getOrDefault(key, option.defaultValue());
              String text = matched(parsed(), key) ? given(option) : fallback;
              if (text != null) {
                entries.add(new Entry(key, text, origins.getOrDefault(key, Origin.DEFAULT)));
              }
            });
    return entries;
  }

  private static String given(OptionSpec option) {
    return option.arity().max() == 0
        ? String.valueOf(option.<Object>getValue())
        : String.join(",", option.originalStringValues());
  }

  /** A command line that gives the same settings, without defaults. */
  List<String> arguments() {
    return entries(Map.of()).stream()
        .filter(entry -> entry.origin() != Origin.DEFAULT)
        .map(entry -> "--%s=%s".formatted(entry.key(), entry.text()))
        .toList();
  }
}
