package io.weft.data.form;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** An object of JSON with texts, numbers, truths, objects and lists of them. */
record JsonObject(Map<String, Object> fields) {
  static JsonObject read(String text) {
    try (var parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("it is not an object of JSON");
      }
      return object(parser);
    }
  }

  private static JsonObject object(JsonParser parser) {
    var fields = new LinkedHashMap<String, Object>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      fields.put(name, value(parser, parser.nextToken()));
    }
    return new JsonObject(fields);
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> list(parser);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> String.valueOf(parser.getString());
    };
  }

  private static List<Object> list(JsonParser parser) {
    var values = new ArrayList<>();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      values.add(value(parser, token));
    }
    return values;
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  String text(String name) {
    return get(name, String.class);
  }

  boolean yes(String name) {
    return get(name, Boolean.class);
  }

  double number(String name) {
    return get(name, Double.class);
  }

  int whole(String name) {
    double number = number(name);
    if (number != Math.rint(number) || number < 1 || number > 1 << 20) {
      throw missing(name);
    }
    return (int) number;
  }

  JsonObject object(String name) {
    return get(name, JsonObject.class);
  }

  List<String> texts(String name) {
    return list(name, String.class);
  }

  List<JsonObject> objects(String name) {
    return list(name, JsonObject.class);
  }

  private <T> List<T> list(String name, Class<T> type) {
    var list = (List<?>) get(name, List.class);
    if (!list.stream().allMatch(type::isInstance)) {
      throw missing(name);
    }
    return list.stream().map(type::cast).toList();
  }

  private <T> T get(String name, Class<T> type) {
    var found = fields.get(name);
    if (!type.isInstance(found)) {
      throw missing(name);
    }
    return type.cast(found);
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException("it has no good \"%s\"".formatted(name));
  }
}
