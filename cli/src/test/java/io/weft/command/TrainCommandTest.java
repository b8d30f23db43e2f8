package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.checkpoint.Safetensors;
import io.weft.cli.RecordedTerminal;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real networks, on little text. */
@Timeout(120)
class TrainCommandTest {
  private static final Pattern SHA = Pattern.compile("\"weights_sha256\":\"([0-9a-f]{64})\"");

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  @BeforeEach
  void writeText() throws IOException {
    Files.writeString(folder.resolve("text"), "so many words, and so few of them new. ".repeat(99));
  }

  private int run(String... args) {
    var all = new ArrayList<>(List.of("train"));
    all.addAll(List.of(args));
    return Weft.run(recorded.pipe(), all.toArray(String[]::new));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  /** Rank 0 of two that are threads of this process. */
  private Ranks.Ended ranks(String... args) throws Exception {
    var all = new ArrayList<>(List.of("train", "--batch", "2", "--data", at("text"), "--json"));
    all.addAll(List.of(args));
    return new Ranks().run(2, all.toArray(String[]::new)).getFirst();
  }

  /** The only rank. */
  private Ranks.Ended alone(String... args) throws Exception {
    var all = new ArrayList<>(List.of("train", "--data", at("text"), "--json"));
    all.addAll(List.of(args));
    return new Ranks().run(1, all.toArray(String[]::new)).getFirst();
  }

  private static String weights(String out) {
    var found = SHA.matcher(out.lines().toList().getLast());
    assertThat(found.find()).as(out).isTrue();
    return found.group(1);
  }

  @Test
  @Tag("processes")
  void processes_train_and_leave_a_folder() throws IOException {
    String[] line = {"--ranks=2", "--steps=3", "--batch=2", "--data", at("text"), "--json"};
    var args = new ArrayList<>(List.of(line));
    args.addAll(List.of("--run-dir", at("run"), "--strategy", "dear + ordered", "--hold-out=0"));
    assertThat(run(args.toArray(String[]::new))).as(recorded.err()).isZero();
    assertThat(recorded.err()).doesNotContain("has joined", "is taken"); // that is for logs
    var lines = recorded.outLines();
    assertThat(lines.subList(0, 3))
        .allMatch(text -> text.startsWith("{\"event\":\"train_step\",\"time\":\"20"))
        .allMatch(text -> text.matches(".*\"waiting_ms_by_rank\":\\[[0-9.E-]+,[0-9.E-]+\\].*"))
        .allMatch(text -> text.contains("\"epoch\":") && text.contains(",\"rate\":0.001,"));
    assertThat(lines.get(3)).startsWith("{\"event\":\"train_sample\",\"text\":\"so many ");
    assertThat(lines.getLast())
        .startsWith("{\"event\":\"end\",\"strategy\":\"bsp + all-reduce + dear")
        .contains("\"model\":\"gpt-nano\",\"world\":2,\"steps\":3");
    assertThat(folder.resolve("run/metrics.jsonl")).content().hasLineCount(4);
    assertThat(lines.getLast()).contains("\"exchange_ms\":", "\"waiting_ms\":", "\"exposed_ms\":");
    assertThat(folder.resolve("run/rank-1.log")).exists();
    assertThat(folder.resolve("run/trace.json"))
        .content()
        .contains("\"name\":\"rank 1\"", "\"cat\":\"exchange\"", "\"cat\":\"pause\"");
    assertThat(folder.resolve("run/checkpoints/step-3/manifest.json")).exists();
    assertThat(folder.resolve("run/config.yaml"))
        .content()
        .contains("\nranks: 2\n", "\nstrategy: dear + ordered\n", "\nlr: 0.001\n")
        .contains("\n  engine: PyTorch ", "\n  data-samples: 60\n")
        .containsPattern("\n {2}hosts: '?\\S+: ranks \\[0, 1]'?\n")
        .containsPattern("\n {2}data-crc32c-of-all: '?[0-9a-f]{8}'?\n");
  }

  @Test
  void a_run_is_taken_up_again_bit_for_bit_even_if_the_newest_checkpoint_is_damaged()
      throws Exception {
    var whole = ranks("--steps=4", "--checkpoint-every=2", "--run-dir", at("whole"));
    assertThat(whole.exitCode()).as(whole.err()).isZero();
    ranks("--steps=3", "--checkpoint-every=2", "--run-dir", at("cut"));
    var newest = folder.resolve("cut/checkpoints/step-3/model.safetensors");
    Files.write(newest, new byte[] {1});
    var resumed = ranks("--resume", at("cut"), "--run-dir", at("resumed"), "--steps=4");
    assertThat(resumed.err()).contains("step-3 is damaged and left out");
    assertThat(resumed.out()).doesNotContain("\"step\":2,").contains("\"step\":3,");
    assertThat(weights(resumed.out())).isEqualTo(weights(whole.out()));
    var again = ranks("--resume", at("resumed"), "--no-run-dir");
    assertThat(again.exitCode()).isEqualTo(71);
    assertThat(again.err()).contains("4 steps are done already and 4 were asked for: give more");
    ranks("--resume", at("resumed"), "--run-dir", at("refused"));
    assertThat(folder.resolve("refused")).doesNotExist();
    var other = ranks("--resume", at("resumed"), "--no-run-dir", "--optimizer=sgd");
    assertThat(other.exitCode()).isEqualTo(71);
    assertThat(other.err())
        .contains("was trained with optimizer adamw and not sgd: leave out --optimizer, or begin");
    var alone = alone("--resume", at("resumed"), "--no-run-dir", "--steps=6");
    assertThat(alone.exitCode()).as(alone.err()).isZero();
    assertThat(alone.out()).contains("\"world\":1,\"steps\":6");
  }

  @Test
  void a_run_goes_on_in_its_folder_with_one_curve_and_says_what_is_other_than_before()
      throws Exception {
    ranks("--steps=3", "--checkpoint-every=2", "--hold-out=0", "--run-dir", at("run"));
    var newest = folder.resolve("run/checkpoints/step-3/model.safetensors");
    Files.write(newest, new byte[] {1}); // as if it had been killed after step 3
    var resumed = ranks("--resume", at("run"), "--steps=5", "--lr=1e-3");
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("going on with --steps 5 in place of 3\n");
    assertThat(folder.resolve("run/checkpoints/step-5")).exists();
    assertThat(folder.resolve("run/config.yaml")).content().contains("\nsteps: 5\n");
    var curve = Files.readString(folder.resolve("run/metrics.jsonl"));
    var steps = Pattern.compile("\"step\":(\\d+)").matcher(curve);
    assertThat(steps.results().map(it -> it.group(1))).containsExactly("1", "2", "3", "4", "5");
    assertThat(curve.lines().filter(line -> line.contains("\"end\""))).hasSize(1);
    var other = ranks("--resume", at("run"), "--steps=7", "--seed=2");
    assertThat(other.exitCode()).isEqualTo(71);
    assertThat(other.err()).contains("was trained with seed 1 and not 2: leave out --seed, or");
    assertThat(folder.resolve("run/metrics.jsonl")).content().isEqualTo(curve);
  }

  @Test
  void training_begins_with_the_weights_of_a_file_or_says_why_not() throws Exception {
    ranks("--steps=1", "--run-dir", at("first"));
    var weights = at("first/checkpoints/step-1/model.safetensors");
    var begun =
        ranks("--steps=1", "--lr=0", "--weight-decay=0", "--no-run-dir", "--weights", weights);
    assertThat(begun.exitCode()).as(begun.err()).isZero();
    assertThat(begun.err()).containsPattern("weights for (\\d+) of \\1 tensors of the model\n");
    String[] line = {"train", "--model=mlp", "--no-run-dir", "--steps=1", "--weights", weights};
    var other = new Ranks().run(1, line).getFirst();
    assertThat(other.exitCode()).isEqualTo(71);
    assertThat(other.err()).containsPattern("has nothing that this model takes: 0 of \\d+ tensors");
    var missing = alone("--steps=1", "--no-run-dir", "--weights", at("none"));
    assertThat(missing.exitCode()).isEqualTo(71);
    assertThat(missing.err()).contains("cannot be read").doesNotContain("Exception");
  }

  @Test
  void what_checkpoints_cost_is_said_and_those_by_time_become_rarer() throws Exception {
    var ended = alone("--steps=4", "--batch=1", "--checkpoint-every=1us", "--run-dir", at("often"));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(ended.err())
        .containsPattern("checkpoints have cost [0-9.]+ s, [0-9.]+ % of the time so far: from now");
    assertThat(ended.out()).containsPattern("\"checkpoints\":\\{\"count\":[2-4],\"seconds\":0\\.");
  }

  @Test
  void the_size_of_buckets_is_found_out_in_the_first_steps() throws Exception {
    var ended = ranks("--steps=15", "--tune", "--no-run-dir", "--clip-norm=1", "--decay=cosine");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    var trials = ended.out().lines().filter(line -> line.contains("\"train_trial\"")).toList();
    assertThat(trials).hasSize(2);
    assertThat(trials.getFirst()).contains("\"bucket_bytes\":26214400,");
    assertThat(trials.stream().filter(line -> line.endsWith("\"chosen\":true}"))).hasSize(1);
    assertThat(ended.out())
        .contains("\"step\":15,")
        .containsPattern("\"gradient_norm\":[0-9.]+,")
        .doesNotContain("\"step\":12,");
  }

  @Test
  void a_checkpoint_that_cannot_be_written_does_not_stop_training_but_fails_the_run()
      throws Exception {
    Files.createDirectory(folder.resolve("full"));
    Files.createFile(folder.resolve("full/checkpoints")); // where a folder must be
    var ended = alone("--steps=2", "--batch=1", "--checkpoint-every=1", "--run-dir", at("full"));
    assertThat(ended.exitCode()).isEqualTo(72);
    assertThat(ended.err())
        .containsPattern("weft: warning: .*step-1 was not written: .* no checkpoint is there from")
        .containsPattern("weft: .*step-2 was not written: .* it needs [0-9.]+ MB and .* are free")
        .doesNotContainPattern("warning: .*step-2")
        .doesNotContain("Exception");
    assertThat(ended.out()).contains("\"event\":\"end\"", "\"exit_code\":72");
  }

  @Test
  void frozen_parameters_stay_as_they_begin() throws Exception {
    var frozen = List.of("--batch=1", "--seed=3", "--freeze", "tokens,*norm*");
    var first = alone(with(frozen, "--steps=1", "--lr=0", "--run-dir", at("first")));
    assertThat(first.exitCode()).as(first.err()).isZero();
    var second = alone(with(frozen, "--steps=3", "--run-dir", at("second")));
    assertThat(second.exitCode()).as(second.err()).isZero();
    var before = model("first/checkpoints/step-1");
    var after = model("second/checkpoints/step-3");
    var same =
        before.keySet().stream()
            .filter(name -> Arrays.equals(before.get(name), after.get(name)))
            .toList();
    assertThat(same).contains("tokens", "layer0.norm1.weight").hasSizeLessThan(before.size() / 2);
    var other = alone("--resume", at("second"), "--no-run-dir", "--steps=4", "--freeze=*norm*");
    assertThat(other.err())
        .contains("was trained with frozen tokens,*norm* and not *norm*: resume with the same");
    var none = alone("--no-run-dir", "--freeze=nothing-like-it");
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err()).contains("no parameter of gpt-nano has such a name; there are ");
  }

  private static String[] with(List<String> more, String... args) {
    return Stream.concat(more.stream(), Stream.of(args)).toArray(String[]::new);
  }

  /** What a checkpoint has of a model. */
  private Map<String, float[]> model(String checkpoint) {
    var values = new HashMap<String, float[]>();
    try (var arena = Arena.ofConfined()) {
      for (var tensor :
          Safetensors.read(folder.resolve(checkpoint).resolve("model.safetensors"), arena)) {
        values.put(tensor.name(), tensor.tensor().segment().toArray(ValueLayout.JAVA_FLOAT));
      }
    }
    return values;
  }

  @Test
  @Tag("thorough")
  void exact_strategies_end_with_the_same_weights() throws Exception {
    var dear = ranks("--steps=3", "--no-run-dir", "--strategy=dear + ordered");
    var wfbp = ranks("--steps=3", "--no-run-dir", "--strategy=wfbp(bucket=1MB) + ordered");
    assertThat(weights(dear.out())).isEqualTo(weights(wfbp.out()));
  }

  @Test
  void a_loss_that_is_not_finite_ends_the_run_with_a_sentence() throws Exception {
    var ended = alone("--no-run-dir", "--steps=3", "--batch=1", "--optimizer=sgd", "--lr=1e39");
    assertThat(ended.exitCode()).isEqualTo(70);
    assertThat(ended.err())
        .contains("the loss of rank 0 is NaN in step 2: the first tensor that is not finite is ")
        .doesNotContain("\tat ");
  }

  @Test
  void every_setting_is_shown_with_who_gave_it() throws IOException {
    var file = Files.writeString(folder.resolve("c.yaml"), "batch: 3\nseed: 7\nepochs: 2\n");
    assertThat(run("--config", file.toString(), "--seed=8", "--print-config")).isZero();
    assertThat(recorded.out())
        .containsPattern("(?m)^batch +3 +file$")
        .containsPattern("(?m)^seed +8 +flag$")
        .containsPattern("(?m)^epochs +2 +file$")
        .containsPattern("(?m)^lr +0.001 +default$")
        .doesNotContain("\nsteps ");
  }

  @Test
  void flags_count_more_than_a_file_where_both_say_how_long() throws IOException {
    var file = Files.writeString(folder.resolve("c.yaml"), "epochs: 2\n");
    assertThat(run("--config", file.toString(), "--steps=8", "--print-config")).isZero();
    assertThat(recorded.out()).containsPattern("(?m)^steps +8 +flag$").doesNotContain("\nepochs ");
  }

  @Test
  void an_unknown_key_is_refused_with_the_nearest() throws IOException {
    var file = Files.writeString(folder.resolve("c.yaml"), "modle: mlp\n");
    assertThat(run("--config", file.toString())).isEqualTo(2);
    assertThat(recorded.err())
        .endsWith("c.yaml has the unknown key \"modle\": did you mean \"model\"?\n");
  }

  @Test
  void hosts_are_told_what_to_run() {
    assertThat(run("--hosts=a,b", "--strategy=dear + ring", "--batch=3")).isZero();
    assertThat(recorded.outLines())
        .contains(
            "(umask 077; openssl rand -hex 32 > weft.token)",
            "# on a:",
            "WEFT_TOKEN_FILE=weft.token ./weft train '--strategy=dear + ring' --batch=3 --rank=0"
                + " --world=2 --master=a:29500",
            "# on b:",
            "WEFT_TOKEN_FILE=weft.token ./weft train '--strategy=dear + ring' --batch=3 --rank=1"
                + " --world=2 --master=a:29500");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          --model=gpt-nona;did you mean 'gpt-nano'?
          --strategy=wfbp + lossless(dad);nearest strategy that can be trained with is "wfbp + dad"
          --strategy=dear + dgc;dgc brings the momentum of plain SGD itself: use the optimizer sgd
          --strategy=ssp + parameter-server;because of ssp and parameter-server; the nearest
          --strategy=local-sgd;because of local-sgd; the nearest strategy that can be trained with is "bsp"
          --strategy=local;exchanges nothing: measure it by bench train, or train with --ranks 1
          --strategy=mg-wfbp --tune;"mg-wfbp" has no such size: choose dear or wfbp
          --strategy=sequential --tune;"sequential" has no such size: choose dear or wfbp
          --decay=cosine --epochs=2;--decay counts steps: give --steps and not --epochs
          --clip-norm=0;gradients clipped to a norm of 0.0: it must be above 0
          --strategy=priority --combine=adasum;choose wfbp
          --batch=0;--batch 0: give 1 to
          --steps=-3;--steps -3: give 1 to
          --ranks=0;--ranks 0: give 1 to 256
          --steps=3 --epochs=2;--steps 3 and --epochs 2: give one of them
          --momentum=0.5;adamw has betas of its own, leave it out or choose sgd or lars
          --exempt=none;adamw treats all parameters alike, leave it out or choose lars or lamb
          --optimizer=lars --exempt=none,*.bias;"none,*.bias": give none, or vectors and patterns such as
          --keep=0;--keep 0: give 1 to
          --checkpoint-every=often;--checkpoint-every often: give a number of steps, as in 100, or a time
          --checkpoint-every=0s;--checkpoint-every 0s: give a number of steps, as in 100, or a time, as in 5m
          --checkpoint-every=999999999h;--checkpoint-every 999999999h: give a number of steps, as in
          --checkpoint-every=-1;--checkpoint-every -1: give a number of steps
          --hosts=a,b --ranks=3;--ranks 3 on 2 hosts: give a multiple of the hosts
          --resume=target;--resume target: it has no checkpoints, name the folder of a run
          --hold-out=1.5;--hold-out: held out 1.5: give a share of the samples below 1, as in 0.2, a
          --hold-out=0 --keep-best;--keep-best: nothing is validated; give --validation FILE, or --hold-out
          --keep-best --no-run-dir;--keep-best writes to the folder of the run: leave out --no-run-dir
          --validation=x --hold-out=5;--validation x and --hold-out 5: give one of them
          --validate-every=often;--validate-every often: give a number of steps, as in 100, or of epochs
          --slow-after=2:2;--slow-after 2:2: give a number of validations, and a factor above 0 and below 1
          --stop-after=0;--stop-after 0: give at least 1 validation
          --model=sim --hold-out=5;model sim only waits, and there is nothing to validate: leave out --hold-out
          --run-dir=x --no-run-dir;--run-dir and --no-run-dir: give one of them
          """)
  void what_cannot_be_done_is_refused_with_what_can(String line, String sentence) {
    assertThat(run(line.split(" (?=--)"))).isEqualTo(2);
    assertThat(recorded.err()).contains(sentence);
    assertThat(recorded.out()).isEmpty();
  }
}
