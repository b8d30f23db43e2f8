package io.weft.run;

import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * Settings in a YAML file: keys with one value each. Values are texts as they stand there, to be
 * understood as those of a command line are.
 *
 * @param name of the file, in sentences
 */
public record ConfigFile(String name, Map<String, String> values) {
  private static final String HEADER =
      "# The settings of a run; weft train --config FILE trains with them again.\n";

  /** What {@link #read} passes over: what a run was made with. */
  private static final String MADE_WITH = "made-with";

  /** Settings need one level; a few more are refused by what they say. */
  private static final int DEPTH_MAX = 8;

  public ConfigFile {
    values = new LinkedHashMap<>(values);
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is not there or not such a file
   */
  public static ConfigFile read(Path file) {
    try {
      return parse(file.toString(), BoundedFile.text(file, BoundedFile.WRITTEN_BYTES_MAX));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("%s is not there: name a YAML file".formatted(file), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file, FileTrouble.reason(e)), e);
    }
  }

  static ConfigFile parse(String name, String text) {
    var settings =
        LoadSettings.builder()
            .setLabel(name)
            .setSchema(new FailsafeSchema())
            .setCodePointLimit(BoundedFile.WRITTEN_BYTES_MAX)
            .build();
    try {
      requireFlat(name, new Parse(settings).parseString(text));
      var documents = new Load(settings).loadAllFromString(text).iterator();
      if (!documents.hasNext()) {
        return new ConfigFile(name, Map.of());
      }
      if (documents.next() instanceof Map<?, ?> map) {
        return new ConfigFile(name, texts(name, map));
      }
      throw new IllegalArgumentException(
          "%s has no keys: write lines such as \"model: mlp\"".formatted(name));
    } catch (YamlEngineException e) {
      throw new IllegalArgumentException("%s is not YAML: %s".formatted(name, problem(e)), e);
    }
  }

  /** Before objects are made of it, which takes a call in a call for every level. */
  private static void requireFlat(String name, Iterable<Event> events) {
    int depth = 0;
    for (var event : events) {
      depth += event instanceof CollectionStartEvent ? 1 : 0;
      depth -= event instanceof CollectionEndEvent ? 1 : 0;
      if (depth > DEPTH_MAX) {
        throw new IllegalArgumentException(
            "%s has brackets in brackets or blocks in blocks, more than %d: %s"
                .formatted(name, DEPTH_MAX, "write lines such as \"model: mlp\""));
      }
    }
  }

  private static Map<String, String> texts(String name, Map<?, ?> map) {
    var texts = new LinkedHashMap<String, String>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (MADE_WITH.equals(entry.getKey())) {
        continue;
      }
      if (!(entry.getKey() instanceof String key) || !(entry.getValue() instanceof String value)) {
        throw new IllegalArgumentException(
            "%s has more than one value for \"%s\": give one".formatted(name, entry.getKey()));
      }
      texts.put(key, value);
    }
    return texts;
  }

  private static String problem(YamlEngineException e) {
    if (e instanceof MarkedYamlEngineException marked && marked.getProblemMark().isPresent()) {
      int line = marked.getProblemMark().get().getLine() + 1;
      return "line %d: %s".formatted(line, marked.getProblem());
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("it cannot be understood");
  }

  /** Adds to a file of settings what they were used with. */
  static void describe(Map<String, String> madeWith, Path file) throws IOException {
    var all = new LinkedHashMap<String, Object>(read(file).values());
    all.put(MADE_WITH, madeWith);
    write(all, file);
  }

  /** Writes settings that {@link #read} reads. */
  public static void write(Map<String, ?> values, Path file) throws IOException {
    var settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSchema(new FailsafeSchema())
            .build();
    try {
      replace(file, HEADER + new Dump(settings).dumpToString(values));
    } catch (IOException e) {
      // A disk that is full does not say of which file.
      throw new FileSystemException(file.toString(), null, FileTrouble.reason(e));
    }
  }

  /**
   * Whole or not at all: other ranks of a run that is resumed may read it meanwhile. What is there
   * and no plain file, such as a device or a link, is written to and stays what it is.
   */
  private static void replace(Path file, String text) throws IOException {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.writeString(file, text);
      return;
    }
    var whole = file.resolveSibling(file.getFileName() + ".writing");
    Files.writeString(whole, text);
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
