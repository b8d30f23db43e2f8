package io.weft.network.socket;

import io.weft.file.BoundedFile;
import io.weft.file.FileTrouble;
import io.weft.network.handshake.AuthenticationException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.UnrecoverableKeyException;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;

/**
 * What a rank needs to speak TLS 1.3 with the others, both sides showing a certificate.
 *
 * <p>Names in certificates are not compared with those of hosts: that a rank belongs to the job is
 * proved by the {@link io.weft.network.handshake.Handshake} inside, for this very connection.
 */
public final class Tls {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /** A key and the certificates of a job: what is larger is something else. */
  private static final int BYTES_MAX = 1 << 20;

  private final SSLContext context;

  private Tls(SSLContext context) {
    this.context = context;
  }

  /**
   * Reads a PKCS#12 file: a private key with its certificate, and the certificates that are
   * trusted, which are all that the file holds.
   *
   * @throws AuthenticationException if it cannot be read or holds no key
   */
  public static Tls read(Path file, char[] password) {
    try {
      var store = load(file, password);
      var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store, password);
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted(file, store));
      var context = SSLContext.getInstance(PROTOCOLS[0]);
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      return new Tls(context);
    } catch (GeneralSecurityException e) {
      throw unusable(file, e);
    }
  }

  private static KeyStore load(Path file, char[] password) throws GeneralSecurityException {
    try {
      var bytes = BoundedFile.bytes(file, BYTES_MAX);
      var store = KeyStore.getInstance("PKCS12");
      store.load(new ByteArrayInputStream(bytes), password);
      return store;
    } catch (IOException e) {
      if (e.getCause() instanceof UnrecoverableKeyException) {
        throw new AuthenticationException(
            "the password does not open the TLS file %s: give the one it was made with"
                .formatted(file));
      }
      throw unusable(file, e);
    }
  }

  private static KeyStore trusted(Path file, KeyStore store) throws GeneralSecurityException {
    var trusted = KeyStore.getInstance("PKCS12");
    try {
      trusted.load(null, null);
    } catch (IOException e) {
      throw new AssertionError("an empty key store is read from nowhere", e);
    }
    boolean hasKey = false;
    for (var alias : Collections.list(store.aliases())) {
      hasKey |= store.isKeyEntry(alias);
      trusted.setCertificateEntry(alias, store.getCertificate(alias));
      var chain = store.getCertificateChain(alias);
      for (int i = 1; chain != null && i < chain.length; i++) {
        trusted.setCertificateEntry(alias + "/" + i, chain[i]);
      }
    }
    if (!hasKey) {
      throw new AuthenticationException(
          "the TLS file %s holds no private key: a rank needs its own".formatted(file));
    }
    return trusted;
  }

  private static AuthenticationException unusable(Path file, Exception e) {
    var why = e instanceof FileSystemException io ? FileTrouble.reason(io) : e.toString();
    return new AuthenticationException(
        "the TLS file %s cannot be used (%s): give a PKCS#12 file with a key".formatted(file, why));
  }

  SSLEngine forClient() {
    var engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(PROTOCOLS);
    return engine;
  }

  SSLEngine forServer() {
    var engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledProtocols(PROTOCOLS);
    engine.setNeedClientAuth(true);
    return engine;
  }

  @Override
  public String toString() {
    return "Tls[hidden]";
  }
}
