package io.weft.training;

import io.weft.schedule.graph.Task;

/**
 * One bucket that travels, by a name that all ranks have for it.
 *
 * @param origin the round whose work it is
 */
record Passage(Task task, long origin) {}
