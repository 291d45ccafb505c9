/** Asks AWS for more concurrency. Returns the answer in words, or the error. */
export type RequestQuota = (region: string | undefined, executions: number) => Promise<string | Error>;

/** Service and code of the quota in Service Quotas, the same in every account. */
const quota = { ServiceCode: 'lambda', QuotaCode: 'L-B99A9384' } as const;

/** Uses the credentials of the CDK. AWS decides later, and may ask for reasons in a support case. */
export const requestQuota: RequestQuota = async (region, executions) => {
  const { RequestServiceQuotaIncreaseCommand, ServiceQuotasClient } = await import(
    '@aws-sdk/client-service-quotas'
  );
  const client = new ServiceQuotasClient({ ...(region === undefined ? {} : { region }), maxAttempts: 2 });
  try {
    const command = new RequestServiceQuotaIncreaseCommand({ ...quota, DesiredValue: executions });
    const { RequestedQuota: { Status, CaseId } = {} } = await client.send(command);
    return `${Status ?? 'sent'}${CaseId === undefined ? '' : `, support case ${CaseId}`}`;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    client.destroy();
  }
};

/**
 * The quota of an account in which the drives of this many shards may run. Downpour reserves half of the
 * concurrency that is not reserved for other functions.
 * @param free concurrency that other functions have not reserved.
 */
export const quotaFor = (shards: number, limit: number, free: number): number => limit - free + 2 * shards;
