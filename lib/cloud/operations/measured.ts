import type { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { WorkQueue } from '../../functions/spec.ts';
import { functions as allFunctions, type FunctionName } from '../../functions.ts';
import { type MetricName, metricNamespace, metrics } from '../../metrics.ts';
import type { Functions } from '../functions.ts';
import type { BurstMachine } from '../machines/burst-machine.ts';
import type { StopMachine } from '../machines/stop-machine.ts';
import type { ResultsApi } from '../results-api.ts';
import type { RunStorage } from '../run-storage.ts';
import type { Schedules } from '../schedules.ts';
import type { WorkQueues } from '../work/work-queues.ts';
import { MeasuredDrives } from './measured-drives.ts';

export type Watched = {
  readonly api: ResultsApi;
  readonly functions: Functions;
  readonly machine: BurstMachine;
  /** The way to stop that needs no function. */
  readonly stopping: StopMachine;
  readonly schedules: Schedules;
  readonly work: WorkQueues;
  readonly storage: RunStorage;
  /** Name of the stack. */
  readonly stack: string;
};

/** What alarms and the dashboard look at, each measured in one way. */
export class Measured extends MeasuredDrives {
  readonly #watched: Watched;

  constructor(watched: Watched) {
    super(watched.functions);
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

  /** Of the group alone; what the service drops it has tried until its bounds. */
  readonly schedulesFailed = (period: Duration): cloudwatch.IMetric => {
    const { functions, schedules } = this.#watched;
    const ofGroup = (metricName: string): cloudwatch.Metric =>
      new cloudwatch.Metric({
        namespace: 'AWS/Scheduler',
        metricName,
        dimensionsMap: { ScheduleGroup: schedules.group.ref },
        statistic: 'Sum',
        period,
      });
    const usingMetrics = {
      refused: this.own('SchedulesFailed', 'Sum', period),
      failed: functions.get('driver/start-scheduled').metricErrors({ period }),
      undelivered: ofGroup('TargetErrorCount'),
      dropped: ofGroup('InvocationDroppedCount'),
    };
    const expression = `SUM([${Object.keys(usingMetrics).join(', ')}])`;
    return new cloudwatch.MathExpression({
      label: 'scheduled runs left out',
      expression,
      usingMetrics,
      period,
    });
  };

  readonly schedulesUndelivered = (period: Duration): cloudwatch.IMetric =>
    this.#watched.schedules.queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

  /** Seconds for which a message of new uploads has waited, or of what is computed anew. */
  readonly workAge = (queue: WorkQueue, period: Duration): cloudwatch.IMetric =>
    this.#watched.work[queue].queue.metricApproximateAgeOfOldestMessage({
      period,
      statistic: 'Maximum',
      label: queue,
    });

  readonly workWaiting = (queue: WorkQueue, period: Duration): cloudwatch.IMetric =>
    this.#watched.work[queue].queue.metricApproximateNumberOfMessagesVisible({
      period,
      statistic: 'Maximum',
      label: queue,
    });

  /** Dead letters of both queues. */
  readonly workFailed = (period: Duration): cloudwatch.IMetric => {
    const { now, later } = this.#watched.work;
    const of = ({ dead }: typeof now): cloudwatch.IMetric =>
      dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });
    return new cloudwatch.MathExpression({
      label: 'dead letters',
      expression: 'now + later',
      usingMetrics: { now: of(now), later: of(later) },
      period,
    });
  };

  /** Of everything that bursts need beside their drives. An alarm takes ten metrics at most. */
  readonly controlThrottles = (period: Duration): cloudwatch.IMetric =>
    this.#sum('throttles', controlFunctions, period, (fn) => fn.metricThrottles({ period }));

  readonly controlErrors = (period: Duration): cloudwatch.IMetric =>
    this.#sum('errors', stateFunctions, period, (fn) => fn.metricErrors({ period }));

  readonly tableThrottles = (period: Duration): cloudwatch.IMetric => {
    const { bursts, identity } = this.#watched.storage;
    const of = (table: dynamodb.Table, metricName: string): cloudwatch.Metric =>
      table.metric(metricName, { statistic: 'Sum', period });
    return new cloudwatch.MathExpression({
      label: 'throttled requests',
      expression: 'br + bw + cr + cw',
      usingMetrics: {
        br: of(bursts, 'ReadThrottleEvents'),
        bw: of(bursts, 'WriteThrottleEvents'),
        cr: of(identity, 'ReadThrottleEvents'),
        cw: of(identity, 'WriteThrottleEvents'),
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
