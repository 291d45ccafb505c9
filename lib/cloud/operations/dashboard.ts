import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { metrics } from '../../metrics.ts';
import type { Measured } from './metrics.ts';

export type DashboardProps = {
  readonly measured: Measured;
  readonly alarms: readonly cloudwatch.IAlarm[];
};

const period = Duration.minutes(1);

/** A page about a deployment: alarms, bursts, their drives, their use of resources, and the API. */
export class Dashboard extends Construct {
  constructor(scope: Construct, id: string, { measured, alarms }: DashboardProps) {
    super(scope, id);
    const board = new cloudwatch.Dashboard(this, 'Board', { defaultInterval: Duration.hours(3) });
    board.addWidgets(
      new cloudwatch.AlarmStatusWidget({
        title: 'Alarms: docs/operations.md explains each alarm and its first step',
        alarms: [...alarms],
        width: 24,
        height: 4,
      }),
    );
    board.addWidgets(
      graph('Bursts', [
        measured.own('BurstsStarted', 'Sum', period),
        ...endStates.map((state) => measured.own('BurstsEnded', 'Sum', period, state)),
        measured.own('SchedulesFailed', 'Sum', period),
      ]),
      graph('Drives', [
        measured.own('DrivesStarted', 'Sum', period),
        measured.own('DrivesMissed', 'Sum', period),
        measured.own('DrivesLost', 'Sum', period),
      ]),
      graph('Requests per drive', [
        measured.own('RequestsPerDrive', 'Average', period),
        measured.own('RequestsPerDrive', 'Maximum', period),
      ]),
    );
    board.addWidgets(
      graph('Lateness and skew, ms', [
        measured.own('LatenessP99', 'Maximum', period),
        measured.own('StartSkew', 'Maximum', period),
      ]),
      graph('Merging, s', [
        measured.own('MergeSeconds', 'Maximum', period, 'settle'),
        measured.own('MergeSeconds', 'Maximum', period, 'merge'),
      ]),
      graph('Concurrency', [measured.drivesAtOnce(period), measured.concurrency(period)]),
    );
    board.addWidgets(
      graph('Refused', [
        measured.driveThrottles(period),
        measured.throttles('conducting', period),
        measured.throttles('finishing', period),
        measured.tableThrottles(period),
      ]),
      graph('Tables', [measured.tableUnits('Read', period), measured.tableUnits('Write', period)]),
      graph('Drives, dollars an hour', [measured.driveDollars()]),
    );
    board.addWidgets(
      graph('Work that waits', [measured.workWaiting('now', period), measured.workWaiting('later', period)]),
      graph('Delay of work, s after it was due', [
        measured.workAge('now', period),
        measured.workAge('later', period),
      ]),
      graph('Work that failed', [measured.workFailed(period)]),
    );
    board.addWidgets(
      graph('API by route, ms at p99', [measured.ownByDimension('ApiLatency', 'p99', period)]),
      graph('API', [
        measured.apiLatency('p50', period),
        measured.apiLatency('p99', period),
        measured.apiFaults(period),
        measured.own('StorageRefused', 'Sum', period),
      ]),
    );
    board.addWidgets(
      new cloudwatch.TextWidget({
        markdown: ['| metric | what it is |', '| --- | --- |', ...explained].join('\n'),
        width: 24,
        height: 8,
      }),
    );
  }
}

/** The final states of a burst (schema/openapi.json, `BurstState`). */
const endStates = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;

const graph = (title: string, left: cloudwatch.IMetric[]): cloudwatch.GraphWidget =>
  new cloudwatch.GraphWidget({ title, left, width: 8, height: 6, leftYAxis: { min: 0, showUnits: false } });

const explained = Object.entries(metrics).map(([name, { meaning }]) => `| ${name} | ${meaning} |`);
