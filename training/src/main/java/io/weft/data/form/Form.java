package io.weft.data.form;

import java.util.List;

/**
 * How data was understood that a network has learnt from: all that it takes to understand other
 * data in the same way. It is in checkpoints, as {@link FormText}.
 */
public sealed interface Form permits TableForm, ImageForm, TextForm {
  /** The names of classes by their number; empty if there are none, or they have no names. */
  List<String> classNames();
}
