/**
 * The machines that a prediction is for.
 *
 * <p>Read in this order: {@link io.weft.cluster.Cluster} (hosts, links, costs), {@link
 * io.weft.cluster.Processors} and {@link io.weft.cluster.Racks} (what ranks and hosts share),
 * {@link io.weft.cluster.Presets} (clusters by name), {@link io.weft.cluster.ClusterFile} (a
 * cluster that a user describes).
 *
 * <p>Invariant: every number is finite, every rate positive and no time negative, so nobody who
 * computes with a cluster has to check.
 */
@NullMarked
package io.weft.cluster;

import org.jspecify.annotations.NullMarked;
