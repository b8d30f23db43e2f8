package io.weft.cli;

/**
 * One line of {@code --json}: a record whose components become the fields, in snake case, after the
 * field {@code event} that names it. A component that is null is left out.
 *
 * <p>The name comes from the type: {@code BenchResultEvent} is {@code bench_result}. Components are
 * strings, {@code int}, {@code long}, {@code double}, booleans, enums, records or lists of these;
 * units end the name ({@code waitSeconds}). Every event and field is listed in {@code
 * docs/json.md}; a test compares.
 */
public interface JsonEvent {}
