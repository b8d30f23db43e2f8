package io.weft.network.socket;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/** PKCS#12 files in a folder, made by the JDK's own tool. */
public record KeyStores(Path folder) {
  private static final String PASSWORD = "a password of the tests";

  /** Made once, since each takes the start of a JVM. */
  private static final KeyStores SHARED = made();

  /**
   * Files that must not be changed: {@code even} and {@code odd} trust each other; {@code stranger}
   * trusts both, and neither trusts it.
   */
  public static KeyStores shared() {
    return SHARED;
  }

  private static KeyStores made() {
    try {
      var stores = new KeyStores(Files.createTempDirectory("weft-keys"));
      Runtime.getRuntime().addShutdownHook(new Thread(stores::delete));
      stores.make("even", "odd", "stranger");
      stores.trust("even", "odd");
      stores.trust("odd", "even");
      stores.trust("stranger", "even");
      stores.trust("stranger", "odd");
      return stores;
    } catch (IOException | InterruptedException | GeneralSecurityException e) {
      throw new AssertionError("no key stores", e);
    }
  }

  private void delete() {
    for (var file : folder.toFile().listFiles()) {
      file.delete();
    }
    folder.toFile().delete();
  }

  public static char[] password() {
    return PASSWORD.toCharArray();
  }

  /** One file for each name, with a key of its own and a certificate signed by itself. */
  private void make(String... names) throws IOException, InterruptedException {
    var tools = new ArrayList<Process>();
    for (var name : names) {
      tools.add(new ProcessBuilder(keytool(name)).inheritIO().start());
    }
    for (var tool : tools) {
      if (tool.waitFor() != 0) {
        throw new AssertionError("keytool ended with " + tool.exitValue());
      }
    }
  }

  private List<String> keytool(String name) {
    var tool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    return List.of(
        tool.toString(),
        "-genkeypair",
        "-alias",
        name,
        "-dname",
        "CN=" + name,
        "-keyalg",
        "EC",
        "-storetype",
        "PKCS12",
        "-keystore",
        file(name).toString(),
        "-storepass",
        PASSWORD);
  }

  public Path file(String name) {
    return folder.resolve(name + ".p12");
  }

  /** Lets the first trust the second. */
  private void trust(String name, String other) throws IOException, GeneralSecurityException {
    var store = load(name);
    store.setCertificateEntry(other, load(other).getCertificate(other));
    save(store, file(name));
  }

  /** A file without a key. */
  public void writeWithoutKey(Path file) throws IOException, GeneralSecurityException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("even", load("even").getCertificate("even"));
    save(store, file);
  }

  private KeyStore load(String name) throws IOException, GeneralSecurityException {
    return KeyStore.getInstance(file(name).toFile(), password());
  }

  private void save(KeyStore store, Path file) throws IOException, GeneralSecurityException {
    try (var out = Files.newOutputStream(file)) {
      store.store(out, password());
    }
  }

  public Tls tls(String name) {
    return Tls.read(file(name), password());
  }
}
