/**
 * All metrics of a deployment. Functions publish them, alarms and the dashboard show them, and
 * docs/operations.md explains them. This file imports nothing.
 */

type Metric = {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /**
   * A second dimension in addition to the deployment. CloudWatch counts each value of a dimension as a
   * separate metric.
   */
  readonly dimension?: 'State' | 'Step' | 'Route';
  readonly meaning: string;
};

export const metrics = {
  BurstsStarted: { unit: 'Count', meaning: 'Bursts that the API has accepted.' },
  BurstsEnded: {
    unit: 'Count',
    dimension: 'State',
    meaning: 'Bursts by the state in which they ended: passed, failed, inconclusive, stopped or incomplete.',
  },
  BurstsReaped: {
    unit: 'Count',
    meaning: 'Bursts that Downpour cleaned up because their execution was ended from outside.',
  },
  SchedulesFailed: {
    unit: 'Count',
    meaning:
      'Times of schedules at which Downpour started no burst: the burst was refused or too late, or the previous burst was running.',
  },
  DrivesStarted: { unit: 'Count', meaning: 'Drives that sent load.' },
  DrivesMissed: { unit: 'Count', meaning: 'Drives that were ready too late and sent nothing.' },
  DrivesLost: { unit: 'Count', meaning: 'Drives that never delivered their measurements.' },
  RequestsPerDrive: { unit: 'Count', meaning: 'Requests of a phase, divided by the drives that sent them.' },
  LatenessP99: {
    unit: 'Milliseconds',
    meaning:
      '99th percentile of how late the generator sent the requests of a phase. The target is not the cause.',
  },
  StartSkew: {
    unit: 'Milliseconds',
    meaning: 'Largest difference between the start of a drive and the agreed start of its phase.',
  },
  MergeSeconds: {
    unit: 'Seconds',
    dimension: 'Step',
    meaning: 'Time to merge the measurements of drives: `settle` for a phase, `merge` for the run.',
  },
  StorageRefused: {
    unit: 'Count',
    meaning: 'Requests that the API refused with 507, because their team may keep no more runs.',
  },
  ApiLatency: {
    unit: 'Milliseconds',
    dimension: 'Route',
    meaning: 'Time that a function of the API took to answer, without the start of its environment.',
  },
} as const satisfies Readonly<Record<string, Metric>>;

export type MetricName = keyof typeof metrics;

/** The name of the dimension of a metric. Undefined for a metric without one. */
export function dimensionOf(name: MetricName): string | undefined {
  const metric = metrics[name];
  return 'dimension' in metric ? metric.dimension : undefined;
}

/** The namespace of a deployment's metrics. It keeps two stages of one account separate. */
export const metricNamespace = (stack: string): string => `Downpour/${stack}`;
