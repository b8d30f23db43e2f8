/**
 * Faults of whole processes: ranks that are killed, frozen, wrongly configured or approached by
 * strangers, with real signals and sockets.
 *
 * <p>Read first: {@link io.weft.fault.LoopingRank}, the program of a rank; {@link
 * io.weft.fault.RankProcess}, which starts it and reads what it prints; {@link
 * io.weft.fault.VictimRank}, the program of a rank that stops in a {@link io.weft.fault.Phase};
 * then the tests. No test waits for longer than the hang guard, and every process is gone when it
 * ends. Times are printed and not judged.
 */
@NullMarked
package io.weft.fault;

import org.jspecify.annotations.NullMarked;
