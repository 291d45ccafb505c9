import type { RunDocument } from '../../driver/run/document.ts';
import type { Histogram } from '../../driver/statistics/histograms/histogram.ts';
import { middleOf } from '../../driver/statistics/histograms/layout.ts';
import type { Format } from './format.ts';
import type { Measures, Server } from './monitoring-measures.ts';

/**
 * Prometheus' text format 0.0.4 without times, for a Pushgateway or node_exporter's folder of text files.
 * Names and units are those of Prometheus. The service time has the Prometheus name of OpenTelemetry's
 * `http.client.request.duration`.
 */
export const prometheus: Format = {
  name: 'prometheus',
  extension: 'prom',
  begins: /^# HELP downpour_run_info /,
  summary: 'the text format of Prometheus, for a Pushgateway or a text file collector',
  async write(run) {
    const { measuresOf, serverOf } = await import('./monitoring-measures.ts');
    const measures = measuresOf(run);
    const requests = measures.filter(({ isRequest }) => isRequest);
    const families = [...ofRun(run), ...histogramsOf(serverOf(run), measures), ...countersOf(requests)];
    return families
      .filter(({ samples }) => samples.length > 0)
      .map(familyText)
      .join('');
  },
};

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly ending?: string; readonly labels: Labels; readonly value: number };
type Family = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
};

function ofRun({ info, state, version }: RunDocument): readonly Family[] {
  const labels = { benchmark: info.benchmark, burst: info.id };
  const gauge = (name: string, help: string, value: number, more: Labels = {}): Family => ({
    name,
    type: 'gauge',
    help,
    samples: [{ labels: { ...labels, ...more }, value }],
  });
  return [
    gauge('downpour_run_info', 'The final state of the run, as a label; the value is always 1.', 1, {
      state,
      version,
    }),
    gauge('downpour_run_start_timestamp_seconds', 'Start of the run.', info.startTime / 1000),
    gauge('downpour_run_end_timestamp_seconds', 'End of the run.', info.terminateTime / 1000),
  ];
}

function histogramsOf(server: Server | undefined, measures: readonly Measures[]): readonly Family[] {
  const convention = ({ http: { method, template } }: Measures): Labels => ({
    http_request_method: method,
    ...(template === undefined ? {} : { url_template: template }),
    ...(server === undefined ? {} : { server_address: server.host, server_port: String(server.port) }),
  });
  const family = (
    name: string,
    help: string,
    of: (each: Measures) => Histogram | undefined,
    more: (each: Measures) => Labels = () => ({}),
  ): Family => ({
    name,
    type: 'histogram',
    help,
    samples: measures.flatMap((each) => bucketsOf(of(each), { ...labelsOf(each), ...more(each) })),
  });
  return [
    family(
      'http_client_request_duration_seconds',
      'Time from sending a request to the end of its response.',
      ({ service }) => service,
      convention,
    ),
    family(
      'downpour_response_duration_seconds',
      'Response time as in the report of the run: it begins at the intended start of the request, unless the benchmark sets another start.',
      ({ response }) => response,
    ),
    family(
      'downpour_start_delay_seconds',
      'Time between the intended start of a request and its start: the delay of the load generator.',
      ({ lateness }) => lateness,
    ),
  ];
}

function countersOf(measures: readonly Measures[]): readonly Family[] {
  const family = (
    name: string,
    help: string,
    of: (each: Measures) => readonly (readonly [Labels, number])[],
  ): Family => ({
    name,
    type: 'counter',
    help,
    samples: measures.flatMap((each) =>
      of(each).map(([labels, value]) => ({ labels: { ...labelsOf(each), ...labels }, value })),
    ),
  });
  const by = (label: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => [{ [label]: name }, count] as const);
  return [
    family('downpour_requests_total', 'Requests sent.', ({ requests }) => [[{}, requests]]),
    family('downpour_requests_resent_total', 'Repeats of requests on another connection.', ({ resent }) => [
      [{}, resent],
    ]),
    family('downpour_responses_total', 'Responses by the class of their status.', ({ responses }) =>
      by('status', responses),
    ),
    family('downpour_errors_total', 'Requests without a valid response, by cause.', ({ errors }) =>
      by('error_type', errors),
    ),
    family(
      'downpour_blocked_seconds_total',
      'Time that requests waited for a free connection.',
      ({ blockedS }) => [[{}, blockedS]],
    ),
    family(
      'downpour_transferred_bytes_total',
      'Bytes of the bodies of requests and responses.',
      ({ bytes }) => by('direction', bytes),
    ),
  ];
}

const labelsOf = ({ phase, metric, request, step, isWarmup }: Measures): Labels => ({
  phase,
  metric,
  ...(request === undefined ? {} : { request }),
  step: String(step),
  warmup: String(isWarmup),
});

/** The upper ends of buckets in seconds: five or six in each decade, fine enough for a load test. */
const bounds = [
  ...[0.0001, 0.0002, 0.0003, 0.0005, 0.00075, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.0075],
  ...[0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75],
  ...[1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 60],
];

function bucketsOf(histogram: Histogram | undefined, labels: Labels): readonly Sample[] {
  if (histogram === undefined) return [];
  const counts = bounds.map(() => 0);
  let sum = 0;
  histogram.each((slot, count) => {
    const seconds = middleOf(slot) / 1e9;
    sum += seconds * count;
    const at = bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) counts[at] = (counts[at] ?? 0) + count;
  });
  let below = 0;
  const buckets = bounds.map((bound, at) => {
    below += counts[at] ?? 0;
    return { ending: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...buckets,
    { ending: '_bucket', labels: { ...labels, le: '+Inf' }, value: histogram.count },
    { ending: '_sum', labels, value: sum },
    { ending: '_count', labels, value: histogram.count },
  ];
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(
    ({ ending = '', labels, value }) => `${name}${ending}${labelText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
