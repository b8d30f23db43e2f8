package io.weft.tidy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Documents lead their readers somewhere, and speak of nothing that only we can see. */
class DocumentsTest {
  private static final Path ROOT = Path.of(System.getProperty("repository.root"));
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$|`[^`]*`");
  private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\((?!https?:)([^)\\s]*)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:(?:final|sealed|abstract) )*(?:class|interface|record|enum) ");

  /** Folders that belong to a user or a machine; where a package manager installs is no secret. */
  private static final Pattern FOREIGN =
      Pattern.compile("(?<![\\w.}])/(?:tmp|work|root|Users|home(?!/linuxbrew))/");

  /** Of ours, beside the modules. */
  private static final Set<String> OTHER_FOLDERS = Set.of(".ci", "docs", "lab");

  private record Link(Path document, String target) {
    Path file() {
      String path = target.replaceFirst("#.*", "");
      return path.isEmpty() ? document : document.resolveSibling(path).normalize();
    }

    boolean leadsSomewhere() throws IOException {
      int anchor = target.indexOf('#');
      return file().startsWith(ROOT)
          && Files.exists(file())
          && (anchor < 0 || anchors(file()).contains(target.substring(anchor + 1)));
    }

    @Override
    public String toString() {
      return ROOT.relativize(document) + ": " + target;
    }
  }

  @Test
  void every_link_leads_somewhere() throws IOException {
    int links = 0;
    var broken = new ArrayList<Link>();
    for (Path document : ending(".md")) {
      for (Link link : links(document)) {
        links++;
        if (!link.leadsSomewhere()) {
          broken.add(link);
        }
      }
    }
    assertThat(links).isGreaterThan(10);
    assertThat(broken).isEmpty();
  }

  @Test
  void every_document_is_found_from_the_readme() throws IOException {
    var documents = ending(".md");
    var found = new HashSet<Path>();
    var waiting = new ArrayDeque<Path>(List.of(ROOT.resolve("README.md")));
    while (!waiting.isEmpty()) {
      var document = waiting.remove();
      if (documents.contains(document) && found.add(document)) {
        links(document).forEach(link -> waiting.add(link.file()));
      }
    }
    assertThat(found).containsAll(documents);
  }

  @Test
  void no_file_names_a_folder_of_somebody_s_machine() throws IOException {
    assertThat(files()).hasSizeGreaterThan(100);
    for (Path file : files()) {
      assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContainPattern(FOREIGN);
    }
  }

  @Test
  void every_public_type_says_what_it_is() throws IOException {
    int types = 0;
    for (Path file : ending(".java")) {
      var source = Files.readString(file);
      var type = PUBLIC_TYPE.matcher(source);
      if (file.toString().contains("/src/main/") && type.find()) {
        int head = Math.max(source.indexOf("\npackage "), source.lastIndexOf("\nimport "));
        assertThat(source.substring(head + 1, type.start())).as("%s", file).contains("/**");
        types++;
      }
    }
    assertThat(types).isGreaterThan(50);
  }

  private static List<Link> links(Path document) throws IOException {
    return LINK.matcher(CODE.matcher(Files.readString(document)).replaceAll(""))
        .results()
        .map(match -> new Link(document, match.group(1)))
        .toList();
  }

  /** The names that forges give to headings: lower case, blanks as dashes, no other marks. */
  private static List<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(Files.readString(document))
        .results()
        .map(match -> match.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static List<Path> ending(String ending) throws IOException {
    return files().stream().filter(file -> file.toString().endsWith(ending)).toList();
  }

  /** What belongs to the repository: files at its root, its documents and its modules. */
  private static List<Path> files() throws IOException {
    try (var entries = Files.list(ROOT)) {
      var found = new ArrayList<Path>();
      for (Path entry : entries.filter(DocumentsTest::isOurs).sorted().toList()) {
        try (var paths = Files.walk(entry)) {
          paths
              .filter(Files::isRegularFile)
              .filter(path -> !ROOT.relativize(path).toString().contains("/target/"))
              .forEach(found::add);
        }
      }
      return found;
    }
  }

  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    return Files.isDirectory(entry)
        ? OTHER_FOLDERS.contains(name) || Files.exists(entry.resolve("pom.xml"))
        : !name.equals(".git");
  }
}
