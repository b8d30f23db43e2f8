/**
 * What speed was bought for: JMH benchmarks, each named after what it compares, run by {@code mvn
 * -Pbench -pl bench -am -DskipTests verify}; {@code -Djmh.args} chooses among them.
 *
 * <p>Invariant: every benchmark measures a baseline beside its subject, in the same run.
 */
@NullMarked
package io.weft.bench;

import org.jspecify.annotations.NullMarked;
