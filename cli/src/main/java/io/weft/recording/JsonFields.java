package io.weft.recording;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** The fields of an object on one line; objects inside it are left out. */
public final class JsonFields {
  private static final JsonFactory FACTORY = new JsonFactory();

  private final Map<String, Object> values = new HashMap<>();

  private JsonFields() {}

  /** Reads a line; one that is not an object of JSON is answered with a short reason. */
  public static JsonFields of(String line) {
    try (var parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return read(parser);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON", e);
    }
  }

  private static JsonFields read(JsonParser parser) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IllegalArgumentException("not an object");
    }
    var fields = new JsonFields();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      switch (parser.nextToken()) {
        case VALUE_STRING -> fields.values.put(name, parser.getString());
        case VALUE_NUMBER_INT -> fields.values.put(name, parser.getLongValue());
        case START_ARRAY -> fields.values.put(name, integers(parser));
        default -> parser.skipChildren();
      }
    }
    return fields;
  }

  private static List<Integer> integers(JsonParser parser) {
    var found = new ArrayList<Integer>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      found.add(parser.getIntValue());
    }
    return found;
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public String text(String name) {
    return value(name, String.class);
  }

  public long number(String name) {
    return value(name, Long.class);
  }

  @SuppressWarnings("unchecked") // lists are made by this class, of integers
  public List<Integer> list(String name) {
    return (List<Integer>) value(name, List.class);
  }

  private <T> T value(String name, Class<T> type) {
    var found = values.get(name);
    if (!type.isInstance(found)) {
      throw new IllegalArgumentException("no good \"%s\"".formatted(name));
    }
    return type.cast(found);
  }
}
