import { Duration, Validations } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { apiTimeoutS, driveMemoryMb, listPrices } from '../facts.ts';
import type { BurstMachine } from './burst-machine.ts';
import type { Functions } from './functions.ts';
import type { ResultsApi } from './results-api.ts';

export type AlarmsProps = {
  readonly api: ResultsApi;
  readonly functions: Functions;
  readonly machine: BurstMachine;
  /** Lambda dollars of all drives within an hour, above which an alarm is raised. */
  readonly driveDollarsPerHour: number;
  /**
   * Address that the alarms notify; it must confirm the subscription once.
   * @default - none: the alarms are only seen in the console
   */
  readonly email?: string;
};

/** Six alarms. Each tells a tired person what it means and what to do first. */
export class Alarms extends Construct {
  readonly #topic?: sns.Topic;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    if (props.email !== undefined) {
      this.#topic = new sns.Topic(this, 'Topic', { enforceSSL: true });
      this.#topic.addSubscription(new EmailSubscription(props.email));
      Validations.of(this.#topic).acknowledge({
        id: 'Serverless::Serverless-SNSRedrivePolicy',
        reason: 'Mail that does not arrive is seen in the console, where the alarm stays red.',
      });
    }
    this.#watchBursts(props);
    this.#watchDrives(props);
    this.#watchApi(props);
  }

  #watchBursts({ machine: { machine } }: AlarmsProps): void {
    this.#alarm('BurstFailed', {
      metric: machine.metricFailed({ period: Duration.minutes(5) }),
      threshold: 0,
      meaning:
        'A burst broke in the state machine; its load has been cleaned up, its run is missing or incomplete.',
      first: 'Open the failed execution of the state machine and read the cause of the red state.',
    });
    this.#alarm('BurstTimedOut', {
      metric: machine.metricTimedOut({ period: Duration.minutes(5) }),
      threshold: 0,
      meaning:
        'A burst ran past the longest time a burst may take: a task token was probably never answered.',
      first:
        'Check that no drive is still running (Lambda, concurrent executions), then look which phase waits.',
    });
  }

  #watchDrives({ functions, driveDollarsPerHour }: AlarmsProps): void {
    const drive = functions.get('driver/drive');
    this.#alarm('DriveThrottled', {
      metric: drive.metricThrottles({ period: Duration.minutes(1) }),
      threshold: 0,
      meaning: 'Lambda refused to start some shards, so the target got less load than planned.',
      first:
        'Treat the delivered load of that run as too low; use fewer shards or raise the concurrency limit.',
    });
    this.#alarm('DriveSpending', {
      metric: spending(drive.metricDuration({ statistic: 'Sum' })),
      threshold: driveDollarsPerHour,
      meaning: `The drives of the last hour cost more than ${driveDollarsPerHour} dollars of Lambda time.`,
      first: 'List the running bursts and stop those nobody knows: PUT /api/burst/{id}/stop.',
    });
  }

  #watchApi({ api: { api } }: AlarmsProps): void {
    this.#alarm('ApiBroken', {
      metric: api.metricServerError({ period: Duration.minutes(5), statistic: 'Sum' }),
      threshold: 0,
      meaning:
        'The results API answered a 5xx: a bug of ours or a store that cannot be reached, not a wrong request.',
      first:
        'Find the route in the access log by its status, then the error with its cause in that function’s log.',
    });
    this.#alarm('ApiSlow', {
      metric: api.metricLatency({ period: Duration.minutes(5), statistic: 'p99' }),
      threshold: slowS * 1000,
      meaning: `One call of the results API in a hundred takes over ${slowS} s; at ${apiTimeoutS} s it is cut off.`,
      first:
        'Look for a wide query ($..*) over a large run in the access log and ask its author to narrow it.',
    });
  }

  #alarm(
    id: string,
    spec: { metric: cloudwatch.IMetric; threshold: number; meaning: string; first: string },
  ): void {
    const alarm = new cloudwatch.Alarm(this, id, {
      metric: spec.metric,
      threshold: spec.threshold,
      evaluationPeriods: 1,
      comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,
      alarmDescription: `What it means: ${spec.meaning} What to do first: ${spec.first}`,
    });
    if (this.#topic !== undefined) alarm.addAlarmAction(new SnsAction(this.#topic));
  }
}

/** 80 % of the time after which a function of the API is cut off. */
const slowS = Math.floor(apiTimeoutS * 0.8);

/** Milliseconds of drives, as dollars. */
function spending(durationMs: cloudwatch.Metric): cloudwatch.MathExpression {
  return new cloudwatch.MathExpression({
    label: 'Dollars',
    expression: `ms / 1000 * ${driveMemoryMb / 1024} * ${listPrices.gbSecondDollars}`,
    usingMetrics: { ms: durationMs },
    period: Duration.hours(1),
  });
}
