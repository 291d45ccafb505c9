import { dimensionOf, type MetricName, metrics } from '../lib/metrics.ts';
import { environment } from '../lib/names/environment.ts';
import { writeLine } from './log.ts';

/**
 * Writes values of metrics as a line of CloudWatch's embedded metric format. CloudWatch extracts them from
 * the log, so no function waits for a call. On one machine the environment has no namespace, and nothing is
 * written.
 *
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 *
 * @param dimension the value of the dimension that these metrics have in lib/metrics.ts. All of them must
 *   have the same dimension.
 */
export function measure(values: Partial<Readonly<Record<MetricName, number>>>, dimension?: string): void {
  const namespace = process.env[environment.metricNamespace];
  const names = (Object.keys(values) as MetricName[]).filter((name) => Number.isFinite(values[name]));
  const [first] = names;
  if (namespace === undefined || namespace === '' || first === undefined) return;
  const key = dimensionOf(first);
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: [key === undefined ? [] : [key]],
          Metrics: names.map((name) => ({ Name: name, Unit: metrics[name].unit })),
        },
      ],
    },
    ...(key === undefined ? {} : { [key]: dimension ?? 'unknown' }),
    ...Object.fromEntries(names.map((name) => [name, values[name]])),
  };
  writeLine(JSON.stringify(line), 'info');
}
