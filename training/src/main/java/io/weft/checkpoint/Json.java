package io.weft.checkpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * An object of JSON whose leaves are texts and whole numbers.
 *
 * @param where its name in sentences
 */
record Json(String where, Map<String, Object> fields) {
  /** A name that is there twice would hide what was said first. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  static Json read(String where, byte[] bytes) {
    try (var parser = FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new CheckpointException("%s is not an object of JSON".formatted(where));
      }
      var json = new Json(where, fields(parser));
      if (parser.nextToken() != null) {
        throw new CheckpointException("%s goes on after its object of JSON".formatted(where));
      }
      return json;
    } catch (JacksonException e) {
      throw new CheckpointException("%s is not JSON".formatted(where), e);
    }
  }

  private static Map<String, Object> fields(JsonParser parser) {
    var fields = new LinkedHashMap<String, Object>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      fields.put(name, value(parser, parser.nextToken()));
    }
    return fields;
  }

  private static Object value(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> fields(parser);
      case START_ARRAY -> elements(parser);
      case VALUE_NUMBER_INT -> parser.getLongValue();
      default -> parser.getString();
    };
  }

  private static List<Object> elements(JsonParser parser) {
    var elements = new ArrayList<>();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      elements.add(value(parser, token));
    }
    return elements;
  }

  long number(String name) {
    return get(name, Long.class);
  }

  String text(String name) {
    return get(name, String.class);
  }

  Json object(String name) {
    var fields = new LinkedHashMap<String, Object>();
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) get(name, Map.class)).entrySet()) {
      fields.put(String.valueOf(entry.getKey()), entry.getValue());
    }
    return new Json("%s in %s".formatted(name, where), fields);
  }

  /** What it has, each a text. */
  Map<String, String> texts() {
    var texts = new LinkedHashMap<String, String>();
    fields.keySet().forEach(name -> texts.put(name, text(name)));
    return texts;
  }

  /** The whole numbers in a list. */
  List<Long> numbers(String name) {
    var numbers = new ArrayList<Long>();
    for (Object element : (List<?>) get(name, List.class)) {
      if (!(element instanceof Long number)) {
        throw missing(name);
      }
      numbers.add(number);
    }
    return numbers;
  }

  private <T> T get(String name, Class<T> type) {
    var found = fields.get(name);
    if (!type.isInstance(found)) {
      throw missing(name);
    }
    return type.cast(found);
  }

  private CheckpointException missing(String name) {
    return new CheckpointException("%s has no good \"%s\"".formatted(where, name));
  }
}
