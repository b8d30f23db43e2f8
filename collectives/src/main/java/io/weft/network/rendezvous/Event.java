package io.weft.network.rendezvous;

import io.weft.network.handshake.Frame;
import io.weft.network.handshake.Hello;

/** What a socket of the meeting has to tell the thread that decides. */
sealed interface Event {
  /** A rank has proved itself to the master and is to register next. */
  record Came(Hello hello, String address) implements Event {}

  /** A rank has gone instead of registering. */
  record Withdrew(Hello hello, String address) implements Event {}

  /** A rank has proved itself to the master and registered. */
  record Arrived(Hello hello, Frame.Register register, Conversation from) implements Event {}

  /** A rank has proved itself to the master but cannot take part. */
  record Differs(Hello hello, String sentence, Conversation from) implements Event {}

  /** A registered rank, or the master, has said something. */
  record Said(Conversation from, Frame frame) implements Event {}

  /** The connection to a registered rank, or to the master, has ended. */
  record Left(Conversation from) implements Event {}

  /** A pair of ranks is connected by one of its streams. */
  record Paired(int peer, int stream, Conversation with) implements Event {}

  /** A pair of ranks cannot be connected. */
  record Unreachable(Frame.Refused why) implements Event {}
}
