package io.weft.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.weft.cli.RecordedTerminal;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** From a user's data to a trained network that predicts, in one process. */
@Timeout(120)
class PredictCommandTest {
  private static final List<String> KINDS = List.of("setosa", "versicolor", "virginica");

  private final RecordedTerminal recorded = new RecordedTerminal();

  @TempDir private Path folder;

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private void train(String data, String... more) throws Exception {
    var all = new ArrayList<>(List.of("train", "--data", data, "--run-dir", at("run")));
    all.addAll(List.of("--checkpoint-every=0", "--trace=0", "--strategy=wfbp"));
    all.addAll(List.of(more));
    var ended = new Ranks().run(1, all.toArray(String[]::new)).getFirst();
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }

  private int run(String... args) {
    return Weft.run(recorded.pipe(), args);
  }

  /** Three clouds of numbers, of which two are near each other, as in the flowers of Fisher. */
  private Path flowers(String name, int rows, long seed) throws IOException {
    var random = new SplittableRandom(seed);
    double[][] middles = {{5.0, 3.4, 1.5, 0.2}, {5.9, 2.8, 4.3, 1.3}, {6.6, 3.0, 5.6, 2.0}};
    var lines = new ArrayList<>(List.of("sepal length,sepal width,petal length,petal width,kind"));
    for (int row = 0; row < rows; row++) {
      var cells = new ArrayList<String>();
      for (double middle : middles[row % 3]) {
        cells.add(String.format(Locale.ROOT, "%.2f", middle + 0.2 * random.nextGaussian()));
      }
      cells.add(KINDS.get(row % 3));
      lines.add(String.join(",", cells));
    }
    return Files.write(folder.resolve(name), lines);
  }

  @Test
  void a_table_of_flowers_is_learnt_and_predicted_and_judged() throws Exception {
    train(flowers("flowers.csv", 150, 1).toString(), "--batch=32", "--steps=100");
    var others = flowers("others.csv", 60, 2);
    assertThat(run("predict", "--run", at("run"), "--data", others.toString(), "--output", at("o")))
        .as(recorded.err())
        .isZero();
    var lines = Files.readAllLines(folder.resolve("o"));
    assertThat(lines).hasSize(61);
    assertThat(lines.getFirst())
        .endsWith(
            "width,kind,predicted kind,probability of setosa,probability of versicolor,"
                + "probability of virginica");
    var right =
        lines.stream().skip(1).map(it -> it.split(",")).filter(it -> it[4].equals(it[5])).count();
    assertThat(right).isGreaterThan(54);
    assertThat(run("--json", "evaluate", "--run", at("run"), "--data", others.toString())).isZero();
    assertThat(recorded.outLines().getLast())
        .contains("\"event\":\"evaluate\",\"model\":\"mlp(4,64,64,3)\",\"samples\":60,")
        .contains("{\"name\":\"accuracy\",\"value\":%s".formatted(right == 60 ? "1.0" : "0.9"));
    var alone = Files.list(folder.resolve("run/checkpoints")).findFirst().orElseThrow();
    Files.move(alone, folder.resolve("copied"));
    Files.writeString(folder.resolve("few.csv"), "1,2,3,4\n");
    assertThat(run("--json", "predict", "--run", at("copied"), "--data", at("few.csv"))).isZero();
    assertThat(recorded.outLines().getLast())
        .startsWith("{\"event\":\"predict\",\"sample\":\"row 1\",\"prediction\":");
    refuse("1,2,3\n", "has 3 columns, and the model was trained with 5, of which it predicts one");
    refuse("1,2,x,4\n1,2,3,4\n", "line 1 of %s has 'x' in column 3, where line 2 has a number");
    refuse(
        "kind,x\na,1\n",
        "has 2 columns, kind, x, and not sepal length, sepal width, petal length,");
  }

  private void refuse(String table, String sentence) throws IOException {
    var path = Files.writeString(folder.resolve("bad.csv"), table);
    assertThat(run("predict", "--run", at("copied"), "--data", path.toString())).isEqualTo(1);
    assertThat(recorded.err()).contains(sentence.formatted(path));
  }

  /** By the launcher, which has started nothing then. */
  @Test
  void data_that_cannot_be_learnt_is_refused_before_anything_is_started_or_written()
      throws IOException {
    var text = flowers("text.csv", 30, 1);
    Files.writeString(text, Files.readString(text) + "5,x,1,1,setosa\n");
    refuseTraining("line 32 of %s has 'x' in column sepal width".formatted(text), text);
    var whole = flowers("whole.csv", 30, 1);
    refuseTraining("did you mean 'kind'?", whole, "--target=kin");
    refuseTraining("has the class 'daisy' in column kind, which", whole, "--validation", daisy());
    refuseTraining("empty is empty", Files.createDirectory(folder.resolve("empty")));
  }

  private String daisy() throws IOException {
    var other = flowers("daisy.csv", 30, 1);
    Files.writeString(other, Files.readString(other) + "5,3,1,1,daisy\n");
    return other.toString();
  }

  private void refuseTraining(String sentence, Path data, String... more) {
    var all = new ArrayList<>(List.of("train", "--data", data.toString(), "--run-dir", at("no")));
    all.addAll(List.of(more));
    assertThat(run(all.toArray(String[]::new))).isEqualTo(1);
    assertThat(recorded.err()).contains(sentence);
    assertThat(folder.resolve("no")).doesNotExist();
  }

  @Test
  void prices_are_predicted_in_their_own_unit() throws Exception {
    var random = new SplittableRandom(3);
    var lines = new ArrayList<>(List.of("rooms,town,price"));
    for (int row = 0; row < 200; row++) {
      int rooms = random.nextInt(1, 9);
      boolean near = random.nextBoolean();
      double price = 50_000.5 + 40_000 * rooms + (near ? 100_000 : 0) + random.nextInt(2000);
      lines.add("%d,%s,%s".formatted(rooms, near ? "near" : "far", price));
    }
    var houses = Files.write(folder.resolve("houses.csv"), lines);
    train(houses.toString(), "--batch=32", "--steps=150", "--lr=0.01", "--hidden=16");
    assertThat(run("--json", "evaluate", "--run", at("run"), "--data", houses.toString())).isZero();
    var said = recorded.outLines().getLast();
    assertThat(said).contains("\"model\":\"mlp(3,16,1,mse)\"");
    double error = Double.parseDouble(said.replaceAll(".*\"mae\",\"value\":([0-9.E]+).*", "$1"));
    assertThat(error).isLessThan(20_000);
    Files.writeString(folder.resolve("one.csv"), "rooms,town\n4,near\n");
    assertThat(run("predict", "--run", at("run"), "--data", at("one.csv"))).isZero();
    var price = Double.parseDouble(recorded.outLines().getLast().split(",")[2]);
    assertThat(price).isBetween(250_000.0, 370_000.0);
  }

  private void picture(String name, int grey) throws IOException {
    var image = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
    for (int x = 0; x < 8; x++) {
      for (int y = 0; y < 8; y++) {
        image.getRaster().setSample(x, y, 0, name.startsWith("bars") && x % 2 == 0 ? 255 : grey);
      }
    }
    var file = folder.resolve("pictures").resolve(name);
    Files.createDirectories(file.getParent());
    ImageIO.write(image, "png", file.toFile());
  }

  @Test
  void pictures_in_folders_are_learnt_and_told_apart() throws Exception {
    for (int number = 0; number < 12; number++) {
      picture("bars/%d.png".formatted(number), 8 * number);
      picture("plain/%d.png".formatted(number), 8 * number);
    }
    train(at("pictures"), "--batch=8", "--steps=30", "--lr=0.01");
    assertThat(run("predict", "--run", at("run"), "--data", at("pictures"), "--output", at("o")))
        .as(recorded.err())
        .isZero();
    assertThat(Files.readAllLines(folder.resolve("o")).stream().skip(1))
        .hasSize(24)
        .allMatch(line -> line.contains(line.contains("/bars/") ? ".png,bars," : ".png,plain,"));
    Files.createDirectories(folder.resolve("more/stars"));
    Files.copy(folder.resolve("pictures/bars/1.png"), folder.resolve("more/stars/1.png"));
    assertThat(run("evaluate", "--run", at("run"), "--data", at("more"))).isEqualTo(1);
    assertThat(recorded.err())
        .contains(
            "more has the class 'stars', which the model has never seen: it knows bars, plain");
  }

  @Test
  void a_text_goes_on() throws Exception {
    var text = Files.writeString(folder.resolve("text"), "so many words, and so few. ".repeat(99));
    train(text.toString(), "--batch=2", "--steps=1");
    assertThat(run("predict", "--run", at("run"), "--bytes", "5", "--prompt", "and ")).isZero();
    assertThat(recorded.out()).startsWith("and ");
    assertThat(run("predict", "--run", at("run"), "--data", text.toString())).isEqualTo(2);
    assertThat(recorded.err()).contains("has learnt to write: give --prompt TEXT");
    assertThat(run("predict", "--run", at("nothing"))).isEqualTo(71);
    assertThat(recorded.err()).contains("nothing has no checkpoint that is whole: name the folder");
  }
}
