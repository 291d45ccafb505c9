import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The engine of the format's origin without its controller: `java Reference.java DOCUMENT WARM-UP-SECONDS`. */
public class Reference {
  public static void main(String[] args) throws Exception {
    double warmUpSeconds = Double.parseDouble(args[1]);
    var histogram = new Histogram(3);
    try (var document = Files.newInputStream(Path.of(args[0]))) {
      var benchmark = BenchmarkParser.instance().buildBenchmark(document, BenchmarkData.EMPTY, Map.of());
      var runner = new LocalSimulationRunner(benchmark, (phase, step, metric, second, done) -> {
        synchronized (histogram) {
          if (second.sequenceId >= warmUpSeconds) histogram.add(second.histogram);
        }
      }, null, null);
      runner.run();
    }
    System.out.println();
    System.out.println("{\"p50Us\":" + usAt(histogram, 50) + ",\"p99Us\":" + usAt(histogram, 99) + "}");
    System.exit(0);
  }

  private static double usAt(Histogram histogram, double percentile) {
    return histogram.getValueAtPercentile(percentile) / 1e3;
  }
}
