import { answerOf } from './call-aws.ts';
import { sdkSettings } from './sdk-settings.ts';

/**
 * Reads the most concurrent executions in the last 14 days, of all functions without a reservation. A
 * function with a reservation keeps it, so it does not count. Returns the error when CloudWatch does not
 * report the number.
 */
export type ReadUsage = (region: string | undefined) => Promise<number | Error>;

const days = 14;
const daySeconds = 86_400;

/** Reads the usage with the CDK's credentials. No data means that no function ran. */
export const readUsage: ReadUsage = async (region) => {
  const { CloudWatchClient, GetMetricDataCommand } = await import('@aws-sdk/client-cloudwatch');
  const client = new CloudWatchClient(sdkSettings(region));
  const now = Date.now();
  return answerOf(client, async () => {
    const { MetricDataResults = [] } = await client.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - days * daySeconds * 1e3),
        EndTime: new Date(now),
        MetricDataQueries: [
          {
            Id: 'used',
            MetricStat: {
              Metric: { Namespace: 'AWS/Lambda', MetricName: 'UnreservedConcurrentExecutions' },
              Stat: 'Maximum',
              Period: daySeconds,
            },
          },
        ],
      }),
    );
    return Math.max(0, ...MetricDataResults.flatMap(({ Values = [] }) => Values));
  });
};
