import type { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { WorkQueue } from '../../functions/spec.ts';
import { dimensionOf, type MetricName, metricNamespace } from '../../metrics.ts';
import type { Functions } from '../function-constructs.ts';
import type { BurstMachine } from '../machines/burst-machine.ts';
import type { StopMachine } from '../machines/stop-machine.ts';
import type { RunStorage } from '../run-storage.ts';
import type { Schedules } from '../schedules.ts';
import type { WorkQueues } from '../work/work-queues.ts';
import { type ControlGroup, controlling } from './control-functions.ts';
import { MeasuredDrives } from './drive-metrics.ts';

export type Watched = {
  readonly api: { readonly api: Pick<HttpApi, 'metricServerError' | 'metricLatency'> };
  readonly functions: Functions;
  readonly machine: BurstMachine;
  /** The state machine that stops bursts even when no function can run. */
  readonly stopping: StopMachine;
  readonly schedules: Schedules;
  readonly work: WorkQueues;
  readonly storage: RunStorage;
  /** Name of the stack. */
  readonly stack: string;
  /** Whether the API refuses uploads of teams that keep too much, with 507. */
  readonly isStorageLimited: boolean;
};

/** The metrics of alarms and of the dashboard. Each is defined once. */
export class Measured extends MeasuredDrives {
  readonly #watched: Watched;

  constructor(watched: Watched) {
    super(watched.functions);
    this.#watched = watched;
  }

  /** A metric whose values the functions write to their logs. */
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

  /** A metric by its dimension. CloudWatch searches for the values, so it shows each that was written. */
  ownByDimension(name: MetricName, statistic: string, period: Duration): cloudwatch.IMetric {
    const key = dimensionOf(name);
    const schema = `{"${metricNamespace(this.#watched.stack)}",${key}}`;
    return new cloudwatch.SearchExpression({
      label: `\${PROP('Dim.${key}')}`,
      expression: `SEARCH('${schema} MetricName="${name}"', '${statistic}', ${period.toSeconds()})`,
      period,
    });
  }

  readonly burstsFailed = (period: Duration): cloudwatch.IMetric =>
    this.#watched.machine.machine.metricFailed({ period });

  readonly burstsTimedOut = (period: Duration): cloudwatch.IMetric =>
    this.#watched.machine.machine.metricTimedOut({ period });

  readonly stopsFailed = (period: Duration): cloudwatch.IMetric =>
    this.#watched.stopping.machine.metricFailed({ period });

  /**
   * Starts by schedules that failed: times without a burst, failed invocations of `driver/start-scheduled`,
   * and calls of this deployment's group that EventBridge Scheduler could not deliver or dropped.
   */
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
    return sumOf('scheduled runs that did not start', period, {
      refused: this.own('SchedulesFailed', 'Sum', period),
      failed: functions.get('driver/start-scheduled').metricErrors({ period }),
      undelivered: ofGroup('TargetErrorCount'),
      dropped: ofGroup('InvocationDroppedCount'),
    });
  };

  readonly schedulesUndelivered = (period: Duration): cloudwatch.IMetric =>
    this.#watched.schedules.queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

  /** The age in seconds of the oldest message in a queue. */
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

  /** The dead letters of both queues. */
  readonly workFailed = (period: Duration): cloudwatch.IMetric => {
    const { now, later } = this.#watched.work;
    const of = ({ dead }: typeof now): cloudwatch.IMetric =>
      dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });
    return sumOf('dead letters', period, { now: of(now), later: of(later) });
  };

  readonly throttles = (group: ControlGroup, period: Duration): cloudwatch.IMetric =>
    this.#sum('throttles', group, period, (fn) => fn.metricThrottles({ period }));

  readonly errors = (group: ControlGroup, period: Duration): cloudwatch.IMetric =>
    this.#sum('errors', group, period, (fn) => fn.metricErrors({ period }));

  readonly tableThrottles = (period: Duration): cloudwatch.IMetric => {
    const { bursts, identity, repository } = this.#watched.storage;
    const of = (table: dynamodb.ITable, name: string) =>
      Object.fromEntries(
        (['Read', 'Write'] as const).map((way) => [
          `${name}${way}`,
          table.metric(`${way}ThrottleEvents`, { statistic: 'Sum', period }),
        ]),
      );
    return sumOf('throttled requests', period, {
      ...of(bursts, 'bursts'),
      ...of(identity, 'identity'),
      ...of(repository, 'repository'),
    });
  };

  readonly tableUnits = (way: 'Read' | 'Write', period: Duration): cloudwatch.IMetric =>
    this.#watched.storage.bursts.metric(`Consumed${way}CapacityUnits`, {
      statistic: 'Sum',
      period,
      label: `${way.toLowerCase()} capacity units of the bursts table`,
    });

  readonly apiFaults = (period: Duration): cloudwatch.IMetric =>
    this.#watched.api.api.metricServerError({ period, statistic: 'Sum', label: '5xx' });

  /** Replies of 500 and above, without those to teams that may keep no more runs. */
  readonly apiBroken = (period: Duration): cloudwatch.IMetric => {
    const faults = this.apiFaults(period);
    if (!this.#watched.isStorageLimited) return faults;
    return new cloudwatch.MathExpression({
      label: '5xx without 507',
      expression: 'faults - FILL(full, 0)',
      usingMetrics: { faults, full: this.own('StorageRefused', 'Sum', period) },
      period,
    });
  };

  readonly apiLatency = (statistic: string, period: Duration): cloudwatch.IMetric =>
    this.#watched.api.api.metricLatency({ period, statistic, label: `${statistic} of all routes` });

  #sum(
    what: string,
    group: ControlGroup,
    period: Duration,
    of: (fn: ReturnType<Functions['get']>) => cloudwatch.Metric,
  ): cloudwatch.IMetric {
    const metrics = controlling[group].map((name, index) => [
      `${group}${index}`,
      of(this.#watched.functions.get(name)),
    ]);
    return sumOf(`${what}, ${group}`, period, Object.fromEntries(metrics));
  }
}

/**
 * The sum of several metrics. `SUM` ignores metrics without data. With plus signs the whole sum would have no
 * data.
 */
function sumOf(
  label: string,
  period: Duration,
  usingMetrics: Record<string, cloudwatch.IMetric>,
): cloudwatch.MathExpression {
  const expression = `SUM([${Object.keys(usingMetrics).join(', ')}])`;
  return new cloudwatch.MathExpression({ label, expression, usingMetrics, period });
}
