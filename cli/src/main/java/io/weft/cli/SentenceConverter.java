package io.weft.cli;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the value of an option with a parser whose errors are sentences for the user. */
record SentenceConverter<T>(Function<String, T> parser) implements ITypeConverter<T> {
  @Override
  public T convert(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
