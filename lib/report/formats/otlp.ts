import type { Attributes, HrTime } from '@opentelemetry/api';
import type { ExponentialHistogram, MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';
import type { RunDocument } from '../../driver/run/document.ts';
import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { highestOf, lowestOf, middleOf } from '../../driver/statistics/histograms/layout.ts';
import type { Format } from './format.ts';
import type { Measures, Server } from './monitoring-measures.ts';

/**
 * An `ExportMetricsServiceRequest` of OpenTelemetry in JSON, in the form that a collector accepts at
 * `/v1/metrics`.
 */
export const otlp: Format = {
  name: 'otlp',
  extension: 'json',
  begins: /^\{"resourceMetrics":/,
  summary: 'a request with metrics for an OpenTelemetry collector, in JSON',
  async write(run) {
    const { JsonMetricsSerializer } = await import('@opentelemetry/otlp-transformer');
    const bytes = JsonMetricsSerializer.serializeRequest(await resourceMetrics(run));
    return `${new TextDecoder().decode(bytes)}\n`;
  },
};

/** An `ExportMetricsServiceRequest` of OpenTelemetry as bytes of protobuf. */
export const otlpProtobuf: Format = {
  name: 'otlp-protobuf',
  extension: 'binpb',
  begins: /^\n[\s\S]{1,40}service\.name/,
  summary: 'the same in protobuf',
  async write(run) {
    const { ProtobufMetricsSerializer } = await import('@opentelemetry/otlp-transformer');
    const bytes = ProtobufMetricsSerializer.serializeRequest(await resourceMetrics(run));
    if (bytes === undefined)
      throw new Error('the OpenTelemetry library made no export request, so nothing was written');
    return bytes;
  },
};

type Sdk = typeof import('@opentelemetry/sdk-metrics');

/**
 * The metrics of a run. The convention defines `http.client.request.duration` as the time from sending to the
 * end of the response. The names of times from the planned start, and of all values without a convention,
 * begin with `downpour.`.
 */
async function resourceMetrics(run: RunDocument): Promise<ResourceMetrics> {
  const sdk = await import('@opentelemetry/sdk-metrics');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { info, state, version } = run;
  const resource = resourceFromAttributes({
    'service.name': 'downpour',
    'service.version': version,
    'downpour.benchmark': info.benchmark,
    'downpour.burst': info.id,
    'downpour.state': state,
  });
  const { measuresOf, serverOf } = await import('./monitoring-measures.ts');
  const measures = measuresOf(run);
  const requests = measures.filter(({ isRequest }) => isRequest);
  const metrics = [...histograms(sdk, serverOf(run), measures), ...sums(sdk, requests)];
  return { resource, scopeMetrics: [{ scope: { name: 'downpour', version }, metrics }] };
}

function histograms(sdk: Sdk, server: Server | undefined, measures: readonly Measures[]): MetricData[] {
  const convention = ({ http: { method, template } }: Measures): Attributes => ({
    'http.request.method': method,
    ...(template === undefined ? {} : { 'url.template': template }),
    ...(server === undefined ? {} : { 'server.address': server.host, 'server.port': server.port }),
  });
  const metric = (
    name: string,
    description: string,
    of: (each: Measures) => Histogram | undefined,
    more: (each: Measures) => Attributes = () => ({}),
  ): MetricData => ({
    descriptor: { name, description, unit: 's', valueType: doubles },
    aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
    dataPointType: sdk.DataPointType.EXPONENTIAL_HISTOGRAM,
    dataPoints: measures.flatMap((each) => {
      const histogram = of(each);
      if (histogram === undefined) return [];
      return [{ ...dataPointOf(each, more(each)), value: exponentialOf(histogram) }];
    }),
  });
  return [
    metric(
      'http.client.request.duration',
      'Duration of HTTP client requests.',
      ({ service }) => service,
      convention,
    ),
    metric(
      'downpour.response.duration',
      'Response time as in the report of the run: it begins at the intended start of the request, unless the benchmark sets another start.',
      ({ response }) => response,
    ),
    metric(
      'downpour.start.delay',
      'Time between the intended start of a request and its start: the delay of the load generator.',
      ({ lateness }) => lateness,
    ),
  ];
}

function sums(sdk: Sdk, measures: readonly Measures[]): MetricData[] {
  const metric = (
    name: string,
    unit: string,
    description: string,
    of: (each: Measures) => readonly (readonly [Attributes, number])[],
  ): MetricData => ({
    descriptor: { name, description, unit, valueType: unit === 's' ? doubles : integers },
    aggregationTemporality: sdk.AggregationTemporality.CUMULATIVE,
    dataPointType: sdk.DataPointType.SUM,
    isMonotonic: true,
    dataPoints: measures.flatMap((each) =>
      of(each).map(([more, value]) => ({ ...dataPointOf(each, more), value })),
    ),
  });
  const by = (name: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([value, count]) => [{ [name]: value }, count] as const);
  return [
    metric('downpour.requests', '{request}', 'Requests sent.', ({ requests }) => [[{}, requests]]),
    metric(
      'downpour.requests.resent',
      '{request}',
      'Repeats of requests on another connection.',
      ({ resent }) => [[{}, resent]],
    ),
    metric('downpour.responses', '{response}', 'Responses by the class of their status.', ({ responses }) =>
      by('downpour.status', responses),
    ),
    metric('downpour.errors', '{request}', 'Requests without a valid response, by cause.', ({ errors }) =>
      by('error.type', errors),
    ),
    metric('downpour.blocked', 's', 'Time that requests waited for a free connection.', ({ blockedS }) => [
      [{}, blockedS],
    ]),
    metric('downpour.io', 'By', 'Bytes of the bodies of requests and responses.', ({ bytes }) =>
      by('downpour.direction', bytes),
    ),
  ];
}

// The value of `ValueType.INT` in @opentelemetry/api. It is repeated here, because an import would load the
// whole package.
const integers = 0;
const doubles = 1;

function dataPointOf({ phase, metric, request, step, isWarmup, start, end }: Measures, more: Attributes) {
  const attributes: Attributes = {
    'downpour.phase': phase,
    'downpour.metric': metric,
    ...(request === undefined ? {} : { 'downpour.request': request }),
    'downpour.step': step,
    'downpour.warmup': isWarmup,
    ...more,
  };
  return { startTime: hrTime(start), endTime: hrTime(end), attributes };
}

const hrTime = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1e6)];

/**
 * The most buckets of a histogram. The SDKs of OpenTelemetry use this number by default, and receivers expect
 * no more.
 */
const bucketsMax = 160;

/**
 * The finest scale of buckets: each power of two is divided into 2^7. A finer scale would show a precision
 * that the histogram lacks, because its slots are at least 1/128 of an octave wide.
 */
const finestScale = 7;

/**
 * Converts a histogram to exponential buckets. Bucket `i` of scale `s` holds values above 2^(i / 2^s) and up
 * to 2^((i + 1) / 2^s) seconds (OpenTelemetry, data model of metrics). The largest scale with which the
 * values fit is used.
 */
function exponentialOf(histogram: Histogram): ExponentialHistogram {
  const slots: (readonly [seconds: number, count: number])[] = [];
  let [zeroCount, sum, min, max] = [0, 0, Number.POSITIVE_INFINITY, 0];
  histogram.each((slot, count) => {
    const seconds = middleOf(slot) / 1e9;
    sum += seconds * count;
    min = Math.min(min, lowestOf(slot) / 1e9);
    max = highestOf(slot) / 1e9;
    if (slot === 0) zeroCount += count;
    else slots.push([seconds, count]);
  });
  const [lowest, highest] = [slots.at(0)?.[0] ?? 1, slots.at(-1)?.[0] ?? 1];
  let scale = finestScale;
  while (indexOf(highest, scale) - indexOf(lowest, scale) >= bucketsMax) scale -= 1;
  const offset = indexOf(lowest, scale);
  const bucketCounts = Array.from(
    { length: slots.length === 0 ? 0 : indexOf(highest, scale) - offset + 1 },
    () => 0,
  );
  for (const [seconds, count] of slots) {
    const at = indexOf(seconds, scale) - offset;
    bucketCounts[at] = (bucketCounts[at] ?? 0) + count;
  }
  const negative = { offset: 0, bucketCounts: [] };
  return {
    count: histogram.count,
    sum,
    min,
    max,
    scale,
    zeroCount,
    positive: { offset, bucketCounts },
    negative,
  };
}

const indexOf = (seconds: number, scale: number): number => Math.ceil(Math.log2(seconds) * 2 ** scale) - 1;
