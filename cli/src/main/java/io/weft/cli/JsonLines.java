package io.weft.cli;

import java.io.StringWriter;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes events as single lines of JSON.
 *
 * <p>It walks the records itself and leaves the JSON to Jackson's generator: Jackson's data binding
 * would do the same, but doubles the time in which a command starts and answers.
 */
public final class JsonLines {
  private static final JsonFactory FACTORY = new JsonFactory();

  private static final Pattern SINGLE_CAPITAL = Pattern.compile("(?<![A-Z])[A-Z](?![A-Z])");

  private JsonLines() {}

  public static String line(JsonEvent event) {
    var line = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      json.writeStringProperty("event", name(event.getClass()));
      writeComponents(json, (Record) event);
      json.writeEndObject();
    }
    return line.toString();
  }

  /** The value of the field {@code event}: {@code BenchResultEvent} is {@code bench_result}. */
  static String name(Class<? extends JsonEvent> type) {
    return snakeCase(type.getSimpleName().replaceFirst("Event$", ""));
  }

  /** {@code waitSeconds} becomes {@code wait_seconds}; a unit stays: {@code rate_GBps}. */
  static String snakeCase(String camelCase) {
    String words = camelCase.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_");
    return SINGLE_CAPITAL
        .matcher(words)
        .replaceAll(capital -> capital.group().toLowerCase(Locale.ROOT));
  }

  private static void writeComponents(JsonGenerator json, Record value) {
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      @Nullable Object field = valueOf(component, value);
      if (field != null) {
        json.writeName(snakeCase(component.getName()));
        writeValue(json, field);
      }
    }
  }

  private static void writeValue(JsonGenerator json, Object value) {
    switch (value) {
      case String text -> json.writeString(text);
      case Enum<?> constant -> json.writeString(constant.name().toLowerCase(Locale.ROOT));
      case Boolean flag -> json.writeBoolean(flag);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case List<?> values -> {
        json.writeStartArray();
        values.forEach(element -> writeValue(json, element));
        json.writeEndArray();
      }
      case Record nested -> {
        json.writeStartObject();
        writeComponents(json, nested);
        json.writeEndObject();
      }
      default -> throw new AssertionError(value.getClass() + " has no form in docs/json.md");
    }
  }

  private static @Nullable Object valueOf(RecordComponent component, Record value) {
    try {
      var accessor = component.getAccessor();
      accessor.setAccessible(true); // the records of commands are private to their package
      return accessor.invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("cannot read " + component, e);
    }
  }
}
