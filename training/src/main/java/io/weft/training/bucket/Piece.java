package io.weft.training.bucket;

/**
 * A part of a bucket that is exchanged and updated by itself. A graph calls it a bucket.
 *
 * @param bucket of the plan
 * @param first its first element in the bucket
 * @param count of its elements
 */
public record Piece(int bucket, long first, long count) {}
