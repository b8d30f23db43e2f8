package io.weft.run;

import io.weft.data.Dataset;
import io.weft.data.form.Form;
import java.util.Optional;

/**
 * What is learnt from, and by which network.
 *
 * @param model by name, with its sizes where they follow from the data
 * @param data all of it, what is held out included
 * @param form how data was understood, if it was not made up
 * @param words what a user is told of it
 */
public record Found(String model, Dataset data, Optional<Form> form, String words) {}
