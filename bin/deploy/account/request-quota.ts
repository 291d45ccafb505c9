import { answerOf } from './call-aws.ts';
import { sdkSettings } from './sdk-settings.ts';

/** Requests more concurrency from AWS. Returns the answer in words, or the error. */
export type RequestQuota = (region: string | undefined, executions: number) => Promise<string | Error>;

/**
 * The codes of the quota "concurrent executions" in AWS Service Quotas. They are the same in every account.
 */
const quota = { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384' } as const;

/**
 * Requests the quota with the CDK's credentials. AWS decides later, and may ask for reasons in a support
 * case.
 */
export const requestQuota: RequestQuota = async (region, executions) => {
  const { RequestServiceQuotaIncreaseCommand, ServiceQuotasClient } = await import(
    '@aws-sdk/client-service-quotas'
  );
  const client = new ServiceQuotasClient(sdkSettings(region));
  return answerOf(client, async () => {
    const command = new RequestServiceQuotaIncreaseCommand({ ...quota, DesiredValue: executions });
    const { RequestedQuota: { Status, CaseId } = {} } = await client.send(command);
    return `${Status ?? 'sent'}${CaseId === undefined ? '' : `, support case ${CaseId}`}`;
  });
};

/**
 * The concurrency quota that an account needs to run the drives of this many shards. Downpour reserves half
 * of the concurrency that other functions have not reserved.
 * @param free the concurrency that other functions have not reserved.
 */
export const quotaFor = (shards: number, limit: number, free: number): number => limit - free + 2 * shards;
