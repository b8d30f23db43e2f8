package io.weft.engine.block;

import ai.djl.MalformedModelException;
import ai.djl.nn.Block;
import ai.djl.pytorch.engine.PtSymbolBlock;
import ai.djl.pytorch.jni.JniUtils;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * A module of TorchScript that DJL has loaded. It computes with its own arrays whatever it is told
 * to use, so that what learns is another module with the same code.
 *
 * @param bytes as DJL saves it: a version, a length, and a file of TorchScript
 */
@SuppressWarnings("ArrayRecordComponent") // internal, and compared by nobody
record LoadedModule(PtSymbolBlock block, byte[] bytes) {
  private static final int FILE = Byte.BYTES + Long.BYTES;

  static LoadedModule of(PtSymbolBlock block) throws IOException {
    var bytes = new ByteArrayOutputStream();
    block.saveParameters(new DataOutputStream(bytes));
    return new LoadedModule(block, bytes.toByteArray());
  }

  /** Whether there is one in a block, or in what that is made of. */
  static boolean isIn(Block block) {
    return block instanceof PtSymbolBlock
        || block.getChildren().values().stream().anyMatch(LoadedModule::isIn);
  }

  byte[] file() {
    return Arrays.copyOfRange(bytes, FILE, bytes.length);
  }

  /**
   * DJL gives no way to the statistics of a module, so a module that has them takes the place of
   * the one that was loaded.
   */
  void become(byte[] file) throws IOException {
    var all = new ByteArrayOutputStream();
    var stream = new DataOutputStream(all);
    stream.writeByte(bytes[0]);
    stream.writeLong(file.length);
    stream.write(file);
    long before = block.getHandle();
    var manager = block.getParameters().valueAt(0).getArray().getManager();
    try {
      block.loadParameters(
          manager, new DataInputStream(new ByteArrayInputStream(all.toByteArray())));
    } catch (MalformedModelException e) {
      throw new AssertionError("DJL does not take back what it gave", e);
    }
    JniUtils.deleteModule(before);
  }
}
