/**
 * Hostile bytes for everything that reads: files, payloads, what peers say. Each {@link
 * io.weft.fuzz.Target} stands in the package of its readers; {@link io.weft.fuzz.Targets} lists
 * them. Two drivers feed them: {@link io.weft.fuzz.Fuzzing} for a minute each, with Jazzer where
 * that runs, and {@link io.weft.fuzz.TargetsTest} for a moment, with mutations of valid inputs.
 *
 * <p>What is found becomes a plain test in the module of the reader.
 */
@NullMarked
package io.weft.fuzz;

import org.jspecify.annotations.NullMarked;
