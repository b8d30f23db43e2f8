package io.weft.network.handshake;

/** The part a process plays on one connection. No two ends have the same, so echoes fail. */
public enum Role {
  /** Connects to the master to register. */
  MEMBER,
  /** Rank 0, which answers members. */
  MASTER,
  /** The higher rank of a pair, which connects. */
  CALLER,
  /** The lower rank of a pair, which answers. */
  ANSWERER;

  /** The role at the other end of the connection. */
  public Role opposite() {
    return switch (this) {
      case MEMBER -> MASTER;
      case MASTER -> MEMBER;
      case CALLER -> ANSWERER;
      case ANSWERER -> CALLER;
    };
  }

  byte code() {
    return switch (this) {
      case MEMBER -> 1;
      case MASTER -> 2;
      case CALLER -> 3;
      case ANSWERER -> 4;
    };
  }

  static Role of(byte code) throws MalformedException {
    return switch (code) {
      case 1 -> MEMBER;
      case 2 -> MASTER;
      case 3 -> CALLER;
      case 4 -> ANSWERER;
      default -> throw new MalformedException("role " + code + " does not exist");
    };
  }
}
