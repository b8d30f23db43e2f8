package io.weft.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;

/** Why a file could not be read or written, in words. */
public final class FileTrouble {
  private FileTrouble() {}

  /** The same of what has no place for the exception of the system. */
  public static String reason(UncheckedIOException cause) {
    return reason(Objects.requireNonNull(cause.getCause()));
  }

  /** What the system says, without the names of exceptions. */
  public static String reason(IOException cause) {
    return switch (cause) {
      case NoSuchFileException _ -> "it is not there";
      case AccessDeniedException e -> "there is no right to use " + e.getFile();
      case FileAlreadyExistsException e -> e.getFile() + " is in the way";
      case FileSystemException e when e.getReason() != null -> e.getReason();
      case CharacterCodingException _ -> "it is not text in UTF-8";
      default -> Optional.ofNullable(cause.getMessage()).orElse("the system gives no reason");
    };
  }
}
