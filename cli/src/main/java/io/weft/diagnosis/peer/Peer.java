package io.weft.diagnosis.peer;

/** What a doctor says of its own machine. */
record Peer(String version, int jdk) {}
