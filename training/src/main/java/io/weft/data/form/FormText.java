package io.weft.data.form;

import io.weft.data.DataException;
import io.weft.data.form.TableForm.Classes;
import io.weft.data.form.TableForm.Input;
import io.weft.data.form.TableForm.Numbers;
import io.weft.data.form.TableForm.Quantity;
import io.weft.data.form.TableForm.Target;
import io.weft.data.form.TableForm.Words;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A form as one line of JSON, and back. */
public final class FormText {
  private FormText() {}

  /** What {@link #parse} reads. */
  public static String of(Form form) {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      switch (form) {
        case TableForm table -> write(table, json);
        case ImageForm images -> write(images, json);
        case TextForm(var prompt) -> {
          json.writeStringProperty("kind", "text");
          json.writeStringProperty("prompt", prompt);
        }
      }
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(ImageForm images, JsonGenerator json) {
    json.writeStringProperty("kind", "images");
    json.writeNumberProperty("channels", images.channels());
    json.writeNumberProperty("height", images.height());
    json.writeNumberProperty("width", images.width());
    json.writeBooleanProperty("resized", images.resized());
    write("classes", images.classNames(), json);
  }

  private static void write(TableForm table, JsonGenerator json) {
    json.writeStringProperty("kind", "table");
    json.writeBooleanProperty("named", table.named());
    json.writeStringProperty("missing", table.gaps().name().toLowerCase(Locale.ROOT));
    write("columns", table.columns(), json);
    json.writeArrayPropertyStart("inputs");
    table.inputs().forEach(input -> write(input, json));
    json.writeEndArray();
    json.writeObjectPropertyStart("target");
    json.writeStringProperty("name", table.target().name());
    switch (table.target()) {
      case Classes(_, var names) -> write("classes", names, json);
      case Quantity(_, var mean, var deviation) -> write(mean, deviation, json);
    }
    json.writeEndObject();
  }

  private static void write(Input input, JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("name", input.name());
    switch (input) {
      case Numbers(_, var mean, var deviation) -> write(mean, deviation, json);
      case Words(_, var words) -> write("words", words, json);
    }
    json.writeEndObject();
  }

  private static void write(double mean, double deviation, JsonGenerator json) {
    json.writeNumberProperty("mean", mean);
    json.writeNumberProperty("deviation", deviation);
  }

  private static void write(String name, List<String> texts, JsonGenerator json) {
    json.writeArrayPropertyStart(name);
    texts.forEach(json::writeString);
    json.writeEndArray();
  }

  /**
   * A form from what {@link #of} has made of it.
   *
   * @param where it comes from, in sentences
   * @throws DataException if it is something else
   */
  public static Form parse(String where, String text) {
    try {
      var json = JsonObject.read(text);
      return switch (json.text("kind")) {
        case "table" -> table(json);
        case "images" ->
            new ImageForm(
                json.whole("channels"),
                json.whole("height"),
                json.whole("width"),
                json.yes("resized"),
                json.texts("classes"));
        case "text" -> new TextForm(json.text("prompt"));
        default -> throw new IllegalArgumentException("its kind is unknown");
      };
    } catch (JacksonException | IllegalArgumentException e) {
      throw new DataException(
          "%s does not say how its data is to be read: %s; train again"
              .formatted(where, String.valueOf(e.getMessage()).lines().findFirst().orElse("")),
          e);
    }
  }

  private static TableForm table(JsonObject json) {
    var target = json.object("target");
    return new TableForm(
        json.texts("columns"),
        json.yes("named"),
        json.objects("inputs").stream().map(FormText::input).toList(),
        target(target),
        Gaps.valueOf(json.text("missing").toUpperCase(Locale.ROOT)));
  }

  private static Target target(JsonObject json) {
    return json.has("classes")
        ? new Classes(json.text("name"), json.texts("classes"))
        : new Quantity(json.text("name"), json.number("mean"), json.number("deviation"));
  }

  private static Input input(JsonObject json) {
    return json.has("words")
        ? new Words(json.text("name"), json.texts("words"))
        : new Numbers(json.text("name"), json.number("mean"), json.number("deviation"));
  }
}
