import type { Model } from '../../../detection/models.ts';
import type { Extractor } from '../../../results/extract.ts';
import { runMetricSchema, runSchema } from '../../../schema-uris.ts';
import type { Label } from '../../records/schemas/labels.ts';
import type { Schema } from '../../records/schemas/schemas.ts';
import type { Transformer } from '../../records/schemas/transformers.ts';

/**
 * The definitions that Downpour makes for runs of the load driver. A run gets one dataset for each phase and
 * metric. A dataset has a label for each number, and the test has variables for three of these labels.
 */

export const runSchemaRecord: Pick<Schema, 'name' | 'uri' | 'description'> = {
  name: 'Downpour run',
  uri: runSchema,
  description: 'A run of the load driver. Downpour created this schema when the first such run was stored.',
};

export const metricSchemaRecord: Pick<Schema, 'name' | 'uri' | 'description'> = {
  name: 'Downpour run: metric',
  uri: runMetricSchema,
  description: 'The numbers of one phase and metric of a run. Times are nanoseconds, as in the run document.',
};

/**
 * Labels that select datasets by phase and metric. Each label has the name of the dataset's member that it
 * reads.
 */
const selecting = ['phase', 'metric'] as const;
const numbers = [
  'requests',
  'rate',
  'failedShare',
  'mean',
  'p50',
  'p90',
  'p99',
  'p99.9',
  'lateness',
] as const;

export const metricLabels: readonly Pick<Label, 'name' | 'extractors' | 'filtering' | 'metrics'>[] = [
  ...selecting.map((name) => ({
    name,
    extractors: [extractor(name, `$.${name}`)],
    filtering: true,
    metrics: false,
  })),
  ...numbers.map((name) => ({
    name,
    extractors: [extractor(name, `$["${name}"]`)],
    filtering: false,
    metrics: true,
  })),
];

/**
 * A transformer that makes a dataset of each phase and metric, without warm-ups. Only runs that passed or
 * failed have datasets: the numbers of an inconclusive, incomplete or stopped run say little about the
 * target.
 *
 * Several requests of a phase can have the same metric. The name of the request distinguishes them, as in
 * reports.
 */
export const metricTransformer: Pick<
  Transformer,
  'name' | 'description' | 'targetSchemaUri' | 'extractors' | 'function'
> = {
  name: 'Metrics of a run',
  description: 'One dataset for each phase and metric of a run that passed or failed.',
  targetSchemaUri: runMetricSchema,
  extractors: [
    extractor('state', '$.state'),
    list('phases', '$.stats[*].name'),
    list('metrics', '$.stats[*].metric'),
    list('steps', '$.stats[*].stepId'),
    list('warmups', '$.stats[*].isWarmup'),
    list('summaries', '$.stats[*].total.summary'),
    list('rates', '$.stats[*].requestRate'),
    list('failed', '$.stats[*].failedRatio'),
    list('lateness', '$.stats[*].lateness.percentiles'),
    list('namedPhases', '$.stats[?(@.request)].name'),
    list('namedSteps', '$.stats[?(@.request)].stepId'),
    list('requests', '$.stats[?(@.request)].request'),
  ],
  function: `run => {
  if (run.state !== 'passed' && run.state !== 'failed') return [];
  const requests = new Map(run.requests.map((request, n) => [run.namedPhases[n] + '#' + run.namedSteps[n], request]));
  return run.phases.flatMap((phase, n) => {
    if (run.warmups[n]) return [];
    const request = requests.get(phase + '#' + run.steps[n]);
    const { requestCount, meanResponseTime, percentileResponseTime: times } = run.summaries[n];
    return [{
      phase,
      metric: request === undefined ? run.metrics[n] : run.metrics[n] + ' ' + request,
      requests: requestCount,
      rate: run.rates[n],
      failedShare: run.failed[n],
      mean: meanResponseTime,
      p50: times['50.0'],
      p90: times['90.0'],
      p99: times['99.0'],
      'p99.9': times['99.9'],
      lateness: run.lateness[n]['99.0'],
    }];
  });
}`,
};

/**
 * The series of a test are divided by phase and metric. A dataset without a phase belongs to a run that does
 * not count.
 */
export const metricSeries = {
  fingerprintLabels: [...selecting],
  fingerprintFilter: '({ phase }) => phase !== undefined',
};

/**
 * The two models that detect changes in each series. The first compares the median of the last three runs
 * with at least eight earlier runs. It reports a jump of more than a tenth that exceeds the variation of the
 * earlier runs. The second finds smaller changes that last.
 */
const models: readonly Model[] = [
  {
    model: 'relativeDifference',
    config: { filter: 'median', window: 3, threshold: 0.1, minPrevious: 8, deviations: 5 },
  },
  { model: 'eDivisive', config: { chance: 0.001, persistence: 5, leastChange: 0.05 } },
];

export const metricVariables: readonly {
  readonly name: string;
  readonly labels: readonly string[];
  readonly models: readonly Model[];
}[] = [
  { name: 'p50', labels: ['p50'], models },
  { name: 'p99', labels: ['p99'], models },
  { name: 'failed share', labels: ['failedShare'], models },
];

function extractor(name: string, jsonpath: string): Extractor {
  return { name, jsonpath, isarray: false };
}

function list(name: string, jsonpath: string): Extractor {
  return { name, jsonpath, isarray: true };
}
