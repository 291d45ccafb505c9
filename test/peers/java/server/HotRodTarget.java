import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.CacheEntryCreated;
import org.infinispan.notifications.cachelistener.event.CacheEntryEvent;
import org.infinispan.server.core.security.simple.SimpleSaslAuthenticator;
import org.infinispan.server.hotrod.HotRodServer;
import org.infinispan.server.hotrod.configuration.HotRodServerConfigurationBuilder;

/**
 * Three Hot Rod servers: one without TLS and login, one with a login, and one with TLS. Arguments: user, password, key
 * store and its password. Prints their ports. The words `stop` and `start` on the standard input stop and start the first
 * server, and the end of the input ends all servers.
 */
public class HotRodTarget {
  public static void main(String[] args) throws Exception {
    var manager = new DefaultCacheManager(new GlobalConfigurationBuilder().nonClusteredDefault().build());
    manager.createCache("stock", new ConfigurationBuilder().build());
    listened(manager, "failing", new Failing());
    listened(manager, "slow", new Slow());
    var ports = new int[] {freePort(), freePort(), freePort()};

    var login = settings(ports[1]);
    var users = new SimpleSaslAuthenticator();
    users.addUser(args[0], "default", args[1].toCharArray());
    login.authentication().enable().sasl().authenticator(users).serverName("infinispan")
        .addAllowedMech("DIGEST-MD5").addMechProperty("com.sun.security.sasl.digest.realm", "default");
    started(login, manager);

    var secure = settings(ports[2]);
    secure.ssl().enable().keyStoreFileName(args[2]).keyStorePassword(args[3].toCharArray());
    started(secure, manager);

    var plain = started(settings(ports[0]), manager);
    System.out.println("ports " + Arrays.toString(ports));
    var input = new BufferedReader(new InputStreamReader(System.in));
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      if (line.equals("stop")) plain.stop();
      else plain = started(settings(ports[0]), manager);
      System.out.println("done");
    }
    Runtime.getRuntime().halt(0);
  }

  private static HotRodServerConfigurationBuilder settings(int port) {
    return new HotRodServerConfigurationBuilder().name("server" + port).host("127.0.0.1").port(port);
  }

  private static HotRodServer started(HotRodServerConfigurationBuilder settings, EmbeddedCacheManager manager) {
    var server = new HotRodServer();
    server.start(settings.build(), manager);
    return server;
  }

  private static void listened(EmbeddedCacheManager manager, String name, Object listener) {
    var cache = manager.createCache(name, new ConfigurationBuilder().build());
    cache.getAdvancedCache().withStorageMediaType().addListener(listener);
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Listener
  public static class Failing {
    @CacheEntryCreated
    public void created(CacheEntryEvent<Object, Object> event) {
      throw new IllegalStateException("failed on purpose");
    }
  }

  @Listener
  public static class Slow {
    @CacheEntryCreated
    public CompletionStage<Void> created(CacheEntryEvent<Object, Object> event) {
      // The answer is delayed without blocking a thread of the server, because other connections use its threads too.
      var later = CompletableFuture.delayedExecutor(event.isPre() ? 0 : 1_500, TimeUnit.MILLISECONDS);
      return CompletableFuture.runAsync(() -> {}, later);
    }
  }
}
