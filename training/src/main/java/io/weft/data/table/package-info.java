/**
 * Tables in CSV files: what their columns are, and their rows as samples.
 *
 * <p>Read in this order: {@link io.weft.data.table.Table} (a file in memory), {@link
 * io.weft.data.table.TableReading} (what a user may say of it), {@link
 * io.weft.data.table.TableData} (its rows as samples, by a {@link io.weft.data.form.TableForm}).
 *
 * <p>Invariant: equal files and readings give equal forms and samples, on every rank. What cannot
 * be understood is refused with its line and column.
 */
@NullMarked
package io.weft.data.table;

import org.jspecify.annotations.NullMarked;
