package io.weft.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Holds docs/json.md and the events of the program together, in both directions. */
class JsonDocumentTest {
  private static final Pattern HEADING = Pattern.compile("## `(\\w+)`");
  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| ([^|]+) \\| [^|]+ \\|");

  @Test
  void the_page_lists_every_event_with_its_fields_in_order() throws Exception {
    var events = new TreeMap<String, List<String>>();
    for (Class<? extends JsonEvent> type : eventTypes()) {
      events.put(JsonLines.name(type), fields("", type));
    }
    assertThat(events).containsKeys("error", "version");
    assertThat(documented()).isEqualTo(events);
  }

  @Test
  void every_event_is_a_record() throws Exception {
    assertThat(eventTypes()).isNotEmpty().allMatch(Class::isRecord);
  }

  private static Map<String, List<String>> documented() throws IOException {
    var events = new LinkedHashMap<String, List<String>>();
    var page = Path.of(System.getProperty("repository.root"), "docs", "json.md");
    List<String> fields = new ArrayList<>();
    for (String line : Files.readAllLines(page)) {
      var heading = HEADING.matcher(line);
      var row = ROW.matcher(line);
      if (heading.matches()) {
        fields = new ArrayList<>();
        events.put(heading.group(1), fields);
      } else if (row.matches()) {
        fields.add(row.group(1) + ": " + row.group(2));
      }
    }
    return new TreeMap<>(events);
  }

  private static List<String> fields(String prefix, Class<?> type) {
    var fields = new ArrayList<String>();
    for (RecordComponent component : type.getRecordComponents()) {
      boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      String name = prefix + JsonLines.snakeCase(component.getName());
      fields.add(name + ": " + word(component.getGenericType()) + (optional ? ", optional" : ""));
      fields.addAll(nested(name, component.getGenericType()));
    }
    return fields;
  }

  private static List<String> nested(String name, Type type) {
    return switch (type) {
      case Class<?> plain when plain.isRecord() -> fields(name + ".", plain);
      case ParameterizedType list -> nested(name + "[]", list.getActualTypeArguments()[0]);
      default -> List.of();
    };
  }

  private static String word(Type type) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      return "list of " + word(list.getActualTypeArguments()[0]) + "s";
    }
    if (!(type instanceof Class<?> plain)) {
      throw new AssertionError(type + " has no form in docs/json.md");
    }
    if (plain.isRecord()) {
      return "object";
    }
    if (plain.isEnum()) {
      return "string";
    }
    return switch (plain.getSimpleName()) {
      case "String" -> "string";
      case "int", "Integer", "long", "Long" -> "integer";
      case "double", "Double" -> "number";
      case "boolean", "Boolean" -> "boolean";
      default -> throw new AssertionError(type + " has no form in docs/json.md");
    };
  }

  /** Every event of the program, found among its class files so that none can be forgotten. */
  private static List<Class<? extends JsonEvent>> eventTypes()
      throws IOException, URISyntaxException {
    var source = JsonEvent.class.getProtectionDomain().getCodeSource().getLocation();
    var classes = Path.of(source.toURI());
    var found = new ArrayList<Class<? extends JsonEvent>>();
    try (var files = Files.walk(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        Class<?> type = load(classes.relativize(file).toString());
        if (JsonEvent.class.isAssignableFrom(type) && type != JsonEvent.class) {
          found.add(type.asSubclass(JsonEvent.class));
        }
      }
    }
    return found;
  }

  private static Class<?> load(String file) {
    String name = file.replaceFirst("\\.class$", "").replace('/', '.');
    try {
      return Class.forName(name, false, JsonDocumentTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }
}
