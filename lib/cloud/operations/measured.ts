import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import { driveMemoryMb, listPrices } from '../../facts.ts';
import { functions as allFunctions, type FunctionName } from '../../functions.ts';
import { type MetricName, metricNamespace, metrics } from '../../metrics.ts';
import type { BurstMachine } from '../burst-machine.ts';
import type { Functions } from '../functions.ts';
import type { ResultsApi } from '../results-api.ts';
import type { RunStorage } from '../run-storage.ts';
import type { StopMachine } from '../stop-machine.ts';

export type Watched = {
  readonly api: ResultsApi;
  readonly functions: Functions;
  readonly machine: BurstMachine;
  /** The way to stop that needs no function. */
  readonly stopping: StopMachine;
  readonly storage: RunStorage;
  /** Name of the stack. */
  readonly stack: string;
};

/** What alarms and the dashboard look at, each measured in one way. */
export class Measured {
  readonly #watched: Watched;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  /** A metric that the functions write. */
  own(name: MetricName, statistic: string, period: Duration, dimension?: string): cloudwatch.Metric {
    const key = dimensionOf(name);
    return new cloudwatch.Metric({
      namespace: metricNamespace(this.#watched.stack),
      metricName: name,
      statistic,
      period,
      ...(key === undefined || dimension === undefined
        ? { label: name }
        : { dimensionsMap: { [key]: dimension }, label: dimension }),
    });
  }

  readonly burstsFailed = (period: Duration): cloudwatch.IMetric =>
    this.#watched.machine.machine.metricFailed({ period });

  readonly burstsTimedOut = (period: Duration): cloudwatch.IMetric =>
    this.#watched.machine.machine.metricTimedOut({ period });

  readonly stopsFailed = (period: Duration): cloudwatch.IMetric =>
    this.#watched.stopping.machine.metricFailed({ period });

  readonly driveThrottles = (period: Duration): cloudwatch.IMetric =>
    this.#watched.functions.get('driver/drive').metricThrottles({ period });

  readonly drivesAtOnce = (period: Duration): cloudwatch.IMetric =>
    this.#watched.functions
      .get('driver/drive')
      .metric('ConcurrentExecutions', { statistic: 'Maximum', period, label: 'drives' });

  /** Time of drives within an hour, as dollars. */
  readonly driveDollars = (): cloudwatch.IMetric =>
    new cloudwatch.MathExpression({
      label: 'Dollars',
      expression: `ms / 1000 * ${driveMemoryMb / 1024} * ${listPrices.gbSecondDollars}`,
      usingMetrics: {
        ms: this.#watched.functions.get('driver/drive').metricDuration({ statistic: 'Sum' }),
      },
      period: Duration.hours(1),
    });

  /** Of everything that bursts need beside their drives. An alarm takes ten metrics at most. */
  readonly controlThrottles = (period: Duration): cloudwatch.IMetric =>
    this.#sum('throttles', controlFunctions, period, (fn) => fn.metricThrottles({ period }));

  readonly controlErrors = (period: Duration): cloudwatch.IMetric =>
    this.#sum('errors', stateFunctions, period, (fn) => fn.metricErrors({ period }));

  readonly concurrency = (period: Duration): cloudwatch.Metric =>
    new cloudwatch.Metric({
      namespace: 'AWS/Usage',
      metricName: 'ResourceCount',
      dimensionsMap: { Type: 'Resource', Resource: 'ConcurrentExecutions', Service: 'Lambda', Class: 'None' },
      statistic: 'Maximum',
      period,
      label: 'all functions of the account',
    });

  readonly concurrencyPercent = (period: Duration): cloudwatch.IMetric =>
    new cloudwatch.MathExpression({
      label: '% of the quota',
      expression: 'used / SERVICE_QUOTA(used) * 100',
      usingMetrics: { used: this.concurrency(period) },
      period,
    });

  readonly tableThrottles = (period: Duration): cloudwatch.IMetric => {
    const { bursts, catalogue } = this.#watched.storage;
    const of = (table: dynamodb.Table, metricName: string): cloudwatch.Metric =>
      table.metric(metricName, { statistic: 'Sum', period });
    return new cloudwatch.MathExpression({
      label: 'throttled requests',
      expression: 'br + bw + cr + cw',
      usingMetrics: {
        br: of(bursts, 'ReadThrottleEvents'),
        bw: of(bursts, 'WriteThrottleEvents'),
        cr: of(catalogue, 'ReadThrottleEvents'),
        cw: of(catalogue, 'WriteThrottleEvents'),
      },
      period,
    });
  };

  readonly tableUnits = (way: 'Read' | 'Write', period: Duration): cloudwatch.IMetric =>
    this.#watched.storage.bursts.metric(`Consumed${way}CapacityUnits`, {
      statistic: 'Sum',
      period,
      label: `${way.toLowerCase()} units of the bursts table`,
    });

  readonly apiFaults = (period: Duration): cloudwatch.IMetric =>
    this.#watched.api.api.metricServerError({ period, statistic: 'Sum', label: '5xx' });

  readonly apiLatency = (statistic: string, period: Duration): cloudwatch.IMetric =>
    this.#watched.api.api.metricLatency({ period, statistic, label: `${statistic} of all routes` });

  #sum(
    label: string,
    names: readonly FunctionName[],
    period: Duration,
    of: (fn: ReturnType<Functions['get']>) => cloudwatch.Metric,
  ): cloudwatch.MathExpression {
    const usingMetrics = Object.fromEntries(
      names.map((name, index) => [`f${index}`, of(this.#watched.functions.get(name))]),
    );
    const expression = `SUM([${Object.keys(usingMetrics).join(', ')}])`;
    return new cloudwatch.MathExpression({ label, expression, usingMetrics, period });
  }
}

/** Behind the states, without drives: these may be throttled and lost, and alarms of their own watch them. */
const stateFunctions: readonly FunctionName[] = allFunctions
  .map(({ name }) => name)
  .filter((name) => name.startsWith('driver/') && name !== 'driver/drive')
  .slice(0, 10);

/** These, and those that start, stop and show a burst; no more than an alarm takes. */
const controlFunctions: readonly FunctionName[] = [
  ...stateFunctions.slice(0, 7),
  'api/burst-start',
  'api/burst-stop',
  'api/burst-get',
];

function dimensionOf(name: MetricName): string | undefined {
  const metric = metrics[name];
  return 'dimension' in metric ? metric.dimension : undefined;
}
