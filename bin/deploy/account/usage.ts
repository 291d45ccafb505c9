/**
 * Reads the most executions at once, in the last 14 days, of all functions without a reservation. Returns the
 * error when CloudWatch does not report it. Functions with a reservation keep it, so they do not count.
 */
export type ReadUsage = (region: string | undefined) => Promise<number | Error>;

const days = 14;
const daySeconds = 86_400;

/** Uses the credentials of the CDK. No data means that no function ran. */
export const readUsage: ReadUsage = async (region) => {
  const { CloudWatchClient, GetMetricDataCommand } = await import('@aws-sdk/client-cloudwatch');
  const client = new CloudWatchClient({ ...(region === undefined ? {} : { region }), maxAttempts: 2 });
  const now = Date.now();
  try {
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
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.destroy();
  }
};
