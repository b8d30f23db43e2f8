/**
 * Training that can be taken up again: what a run needs to go on, written so that no moment of
 * dying leaves less than the checkpoint before.
 *
 * <p>Read in this order: {@link io.weft.checkpoint.Checkpoints} (a folder of them: saving, finding
 * the newest that is whole), {@link io.weft.checkpoint.Progress} (where training stood), {@link
 * io.weft.checkpoint.CheckpointWriter} (saving while training goes on), {@link
 * io.weft.checkpoint.Safetensors} (named tensors in a file), {@code Manifest} (what a checkpoint
 * must hold) with its {@code Seal}.
 *
 * <p>Invariant: a checkpoint that is found has every file that its manifest names, byte for byte,
 * and the manifest itself is what was written.
 */
@NullMarked
package io.weft.checkpoint;

import org.jspecify.annotations.NullMarked;
