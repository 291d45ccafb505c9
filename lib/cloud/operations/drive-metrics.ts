import { Duration } from 'aws-cdk-lib';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { driveMemoryMb } from '../../facts/memory.ts';
import { listPrices } from '../../facts/prices.ts';
import type { Functions } from '../function-constructs.ts';

/** The metrics of every region with drives. */
export class MeasuredDrives {
  readonly #drives: lambda.IFunction;

  constructor(functions: Functions) {
    this.#drives = functions.get('driver/drive');
  }

  readonly driveThrottles = (period: Duration): cloudwatch.IMetric =>
    this.#drives.metricThrottles({ period });

  readonly drivesAtOnce = (period: Duration): cloudwatch.IMetric =>
    this.#drives.metric('ConcurrentExecutions', { statistic: 'Maximum', period, label: 'drives' });

  /** The cost of the time of drives within an hour, in dollars. */
  readonly driveDollars = (): cloudwatch.IMetric =>
    new cloudwatch.MathExpression({
      label: 'Dollars',
      expression: `ms / 1000 * ${driveMemoryMb / 1024} * ${listPrices.gbSecondDollars}`,
      usingMetrics: {
        ms: this.#drives.metricDuration({ statistic: 'Sum' }),
      },
      period: Duration.hours(1),
    });

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
}
