/**
 * Which bytes share which connection, and in what order: channels over sockets.
 *
 * <p>Read in this order: {@link io.weft.flow.FlowTransport} (one rank's end of the job), {@code
 * Pair} (everything between it and one peer), {@code Matching} (who may send what when, and where
 * what arrives belongs), {@code Lane} and {@code Stream} (one connection of a pair, its threads and
 * its frames), {@code Lookout} (a moment before a thread sleeps), {@code Outbox} (what waits to be
 * sent, in order of urgency), {@code Inbox} (what frames that arrive ask for), {@code Watch} (the
 * thread that notices silence), {@code Silence} (what it proves), {@code Tribunal} (who is odd when
 * ranks disagree), {@code Signals} (what ranks of one host tell each other through memory instead),
 * {@code Haulage} (their large messages), {@code Vigil} (who of a rank waits for that, and who for
 * whom), {@code Assembly} (all of them at once, for small data).
 *
 * <p>Small messages are sent at once and wait at the receiver if they come early, up to a bound.
 * Larger ones wait at the sender until the receiver has said where they go: it grants <em>credit
 * </em> for one message of one operation, so an operation that one rank has not begun never blocks
 * another. Large messages travel in chunks, and what is under way and not acknowledged stays within
 * a {@code Window}, so that an urgent chunk waits for one window at most.
 *
 * <p>Invariant "roles": at any time at most one thread reads a stream and at most one writes it.
 * Whoever waits for a message that only the first stream can bring reads it, so that a small
 * message wakes one thread and not two; a thread of the stream reads when nobody does, so that
 * credit, acknowledgements and the end of a peer are never overlooked. Whoever sends writes itself
 * as long as the system is sure to take the bytes without waiting; otherwise a thread of the stream
 * does. A thread that reads never waits for anything but bytes, hence two peers cannot wait for
 * each other in a circle.
 *
 * <p>Invariant "locks": all mutable state of a pair is guarded by its lock, which is never held
 * while bytes are read or written and never while the lock of another pair is taken.
 */
@NullMarked
package io.weft.flow;

import org.jspecify.annotations.NullMarked;
