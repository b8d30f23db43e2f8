/**
 * What a rank did last, kept in memory and written to a file when something fails, so that the
 * files of several ranks can be laid side by side.
 *
 * <p>Read in this order: {@link io.weft.recorder.Recorder} (the last operations of a rank), {@link
 * io.weft.recorder.Entry} (one of them), {@code RecordingFile} (the file: a line about the rank,
 * then a line per operation). {@code ./weft show FILE…} reads the files.
 *
 * <p>Invariant: nothing is put into words before something fails, and to fail to write a file never
 * hides the failure that it is about.
 */
@NullMarked
package io.weft.recorder;

import org.jspecify.annotations.NullMarked;
