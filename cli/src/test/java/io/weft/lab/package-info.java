/**
 * Ranks on several hosts, emulated by {@code lab/netlab.sh}: which links carry how many bytes, and
 * what an urgent operation waits for. {@link io.weft.lab.LabTest} has the cases, {@link
 * io.weft.lab.LabRank} the programs of a rank. Skipped where there can be no lab; ratios and times
 * are printed and not judged.
 */
@NullMarked
package io.weft.lab;

import org.jspecify.annotations.NullMarked;
