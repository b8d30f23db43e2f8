package io.weft.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.weft.strategy.line.StrategyException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // names
        "daer|unknown name \"daer\" at column 1: did you mean \"dear\" (a schedule)?"
            + " ./weft show --names lists all",
        "dear + topk|unknown name \"topk\" at column 8: did you mean \"top-k\" (a compression)?"
            + " ./weft show --names lists all",
        "error-feedback(qsdg)|unknown name \"qsdg\" at column 16: did you mean \"qsgd\""
            + " (a compression)? ./weft show --names lists all",
        "error-feedback(rnig)|unknown name \"rnig\" at column 16: did you mean \"ring\""
            + " (a collective)? ./weft show --names lists all",
        "hypercube|unknown name \"hypercube\" at column 1: it is a word, as in"
            + " \"gossip(hypercube)\", not yet to be trained with; ./weft show --names lists all",
        "hypercub|unknown name \"hypercub\" at column 1: did you mean \"hypercube\""
            + " (a word, as in \"gossip(hypercube)\", not yet to be trained with)? ./weft show --names lists all",
        "rank(2)|unknown name \"rank\" at column 1: it is a parameter, as of powersgd, acp-sgd;"
            + " ./weft show --names lists all",
        "xyzzyfoo|unknown name \"xyzzyfoo\" at column 1: ./weft show --names lists all",
        "gossip(rnig)|topology of gossip is one of ring, torus, hypercube, exponential, complete,"
            + " star, matching, file, and rnig at column 8 is not: did you mean \"ring\"?",
        "error-feedback(dear)|c of error-feedback is a compression, and dear at column 16 is not:"
            + " it is a schedule",
        // two on one axis
        "dear + wfbp|\"wfbp\" at column 8 is a schedule like \"dear\" before it: write one of them",
        "top-k + error-feedback(qsgd)|\"error-feedback\" at column 9 is a compression like"
            + " \"top-k\" before it: write one of them",
        "bsp + bsp|\"bsp\" at column 7 is a synchronisation like \"bsp\" before it: write one of"
            + " them",
        // parameters
        "powersgd(rnk=2)|powersgd has no parameter \"rnk\" (column 10): did you mean \"rank\"?"
            + " its form is powersgd(rank=2, min-rate=2)",
        "bsp(rank=2)|bsp has no parameter \"rank\" (column 5): bsp takes no values",
        "powersgd(rank=2, rank=3)|rank of powersgd is given twice, the second time at column 18:"
            + " write it once",
        "powersgd(2, rank=3)|rank of powersgd is given twice, the second time at column 13: write"
            + " it once",
        "powersgd(rank=2, 3)|3 at column 18 has no name but follows rank=…, which has: name it"
            + " too; its form is powersgd(rank=2, min-rate=2)",
        "bsp(3)|3 at column 5 is one value too many for bsp: bsp takes no values",
        "top-k(0.1, 0.2)|0.2 at column 12 is one value too many for top-k: its form is"
            + " top-k(density=0.01)",
        "error-feedback|\"error-feedback\" at column 1 needs a value for c, which is a compression:"
            + " write error-feedback(fp16)",
        "dense-below(c=top-k)|\"dense-below\" at column 1 needs a value for size, which is a size"
            + " from 1B to 16GB: write dense-below(64KB, fp16)",
        // kinds
        "powersgd(rank=2.5)|rank of powersgd is a whole number from 1 to 65536, and 2.5 at column"
            + " 15 is not",
        "powersgd(rank=2KB)|rank of powersgd is a whole number from 1 to 65536, and 2KB at column"
            + " 15 is not",
        "powersgd(rank=dear)|rank of powersgd is a whole number from 1 to 65536, and dear at column"
            + " 15 is not",
        "top-k(1KB)|density of top-k is a number above 0 and at most 1, and 1KB at column 7 is not",
        "wfbp(25)|bucket of wfbp is a size from 0B to 16GB, and 25 at column 6 is not: add a unit,"
            + " one of B, KB, MB, GB",
        "gossip(3)|topology of gossip is one of ring, torus, hypercube, exponential, complete,"
            + " star, matching, file, and 3 at column 8 is not",
        "lossless(3)|c of lossless is a compression, and 3 at column 10 is not",
        // ranges
        "sharded(4)|stage of sharded is a whole number from 1 to 3, and 4 at column 9 is not",
        "powersgd(1e30)|rank of powersgd is a whole number from 1 to 65536, and 1e30 at column 10"
            + " is not",
        "top-k(0)|density of top-k is a number above 0 and at most 1, and 0 at column 7 is not",
        "top-k(1.01)|density of top-k is a number above 0 and at most 1, and 1.01 at column 7 is"
            + " not",
        "dear(17GB)|bucket of dear is a size from 0B to 16GB or auto, and 17GB at column 6 is not",
        "hierarchical-local-sgd(8, 4)|outer=4 of hierarchical-local-sgd is below inner=8: raise the"
            + " one or lower the other",
      })
  void what_is_wrong_is_said_in_one_sentence(String line, String sentence) {
    assertThatExceptionOfType(StrategyException.class)
        .isThrownBy(() -> Strategy.parse(line))
        .withMessage(sentence);
  }

  @ParameterizedTest
  @CsvSource({
    "powersgd(1e3),powersgd(rank=1000)",
    "powersgd(2.0),powersgd(rank=2)",
    "powersgd(min-rate=4),'powersgd(rank=2, min-rate=4)'",
    "'powersgd(4, min-rate=3)','powersgd(min-rate=3, rank=4)'",
    "bsp(),bsp",
    "dear(0.5MB),dear(512KB)",
    "top-k(1e-2),top-k(0.01)",
  })
  void different_spellings_of_one_strategy_are_equal(String one, String other) {
    assertThat(Strategy.parse(one)).isEqualTo(Strategy.parse(other));
  }
}
