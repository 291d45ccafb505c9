import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { apiTimeoutS } from '../../facts/timeouts.ts';
import { type AlarmName, type AlarmText, alarmTexts } from './alarm-texts.ts';
import type { MeasuredDrives } from './drive-metrics.ts';
import type { Measured } from './metrics.ts';

export type AlarmsProps = { readonly thresholds: Thresholds };

/** The alarms of a deployment. `alarm-texts.ts` has their meaning and the first thing to do. */
export class Alarms extends Construct {
  readonly all: readonly cloudwatch.Alarm[];

  constructor(scope: Construct, id: string, { thresholds }: AlarmsProps) {
    super(scope, id);
    const named = Object.entries(thresholds) as [AlarmName, Threshold][];
    this.all = named.map(([name, threshold]) => this.#alarm(name, threshold));
  }

  /** Lets all alarms notify a topic. Without a topic they are visible only in the console. */
  notify(topic: sns.ITopic): void {
    const action = new SnsAction(topic);
    for (const alarm of this.all) alarm.addAlarmAction(action);
  }

  #alarm(name: AlarmName, { metric, above }: Threshold): cloudwatch.Alarm {
    return new cloudwatch.Alarm(this, name, {
      metric,
      threshold: above,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: descriptionOf(alarmTexts[name], name, above),
    });
  }
}

type Threshold = { readonly metric: cloudwatch.IMetric; readonly above: number };
type Thresholds = Readonly<Partial<Record<AlarmName, Threshold>>>;

const fiveMinutes = Duration.minutes(5);
const minute = Duration.minutes(1);

/** The alarms in a deployment's own region, with their thresholds. */
export const allThresholds = (measured: Measured, dollarsPerHour: number) =>
  ({
    BurstFailed: { metric: measured.burstsFailed(fiveMinutes), above: 0 },
    BurstTimedOut: { metric: measured.burstsTimedOut(fiveMinutes), above: 0 },
    BurstAbandoned: { metric: measured.own('BurstsReaped', 'Sum', fiveMinutes), above: 0 },
    ScheduleFailed: { metric: measured.schedulesFailed(fiveMinutes), above: 0 },
    ScheduleUndelivered: { metric: measured.schedulesUndelivered(fiveMinutes), above: 0 },
    StopFailed: { metric: measured.stopsFailed(fiveMinutes), above: 0 },
    DrivesLost: { metric: measured.own('DrivesLost', 'Sum', fiveMinutes), above: 0 },
    ...driveThresholds(measured, dollarsPerHour),
    ControlThrottled: { metric: measured.throttles('conducting', minute), above: 0 },
    ControlFailed: { metric: measured.errors('conducting', fiveMinutes), above: 3 },
    FinishThrottled: { metric: measured.throttles('finishing', minute), above: 0 },
    FinishFailed: { metric: measured.errors('finishing', fiveMinutes), above: 3 },
    TablesThrottled: { metric: measured.tableThrottles(minute), above: 10 },
    WorkFailed: { metric: measured.workFailed(fiveMinutes), above: 0 },
    WorkLate: { metric: measured.workAge('now', fiveMinutes), above: lateS },
    ApiBroken: { metric: measured.apiBroken(fiveMinutes), above: 0 },
    ApiSlow: { metric: measured.apiLatency('p99', fiveMinutes), above: slowS * 1000 },
  }) satisfies Record<AlarmName, Threshold>;

/**
 * The alarms in each region with drives, with their thresholds. Throttles and costs are counted where the
 * drives run.
 */
export const driveThresholds = (measured: MeasuredDrives, dollarsPerHour: number) => ({
  DriveThrottled: { metric: measured.driveThrottles(minute), above: 0 },
  DriveSpending: { metric: measured.driveDollars(), above: dollarsPerHour },
  ConcurrencyHigh: { metric: measured.concurrencyPercent(minute), above: 80 },
});

/** The seconds after which waiting datasets and labels of an upload cause an alarm. */
export const lateS = 300;

/** The API counts as slow above these seconds: 80 % of the time limit of its functions. */
export const slowS = Math.floor(apiTimeoutS * 0.8);

/** The description of an alarm in CloudWatch, which accepts at most 1,024 characters. */
function descriptionOf({ meaning, first }: AlarmText, name: AlarmName, above: number): string {
  const limit = name === 'DriveSpending' ? ` The limit is ${above} dollars.` : '';
  return `Meaning: ${meaning}${limit} First step: ${first} More: docs/operations.md, ${name}.`;
}
