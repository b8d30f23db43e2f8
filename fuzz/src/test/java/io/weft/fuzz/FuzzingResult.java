package io.weft.fuzz;

/**
 * What came of fuzzing one target.
 *
 * @param text for a person: how much was tried, and what was found
 */
record FuzzingResult(boolean clean, String text) {}
