import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.InternalSettingsPreparer;
import org.elasticsearch.node.Node;
import org.elasticsearch.transport.Netty4Plugin;

/** A node of Elasticsearch on a free port. Argument: its folder. Prints the port, and stops at the end of its input. */
public class ElasticsearchTarget extends Node {
  private ElasticsearchTarget(Settings settings) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "target"),
        List.of(Netty4Plugin.class),
        true);
  }

  public static void main(String[] args) throws Exception {
    var node =
        new ElasticsearchTarget(
            Settings.builder()
                .put("path.home", args[0])
                .put("discovery.type", "single-node")
                .put("network.host", "127.0.0.1")
                .put("http.port", "0")
                .put("transport.port", "0")
                // Without this setting, Elasticsearch accepts no documents when the disk is nearly full.
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                .build());
    node.start();
    var http = node.injector().getInstance(HttpServerTransport.class);
    System.out.println("port " + http.boundAddress().publishAddress().getPort());
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
