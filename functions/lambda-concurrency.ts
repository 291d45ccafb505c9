import type { LambdaClient } from '@aws-sdk/client-lambda';
import { log } from './log.ts';

/** The concurrency of Lambda in an account and region. */
export type Concurrency = {
  /** The concurrency of all functions together. */
  readonly limit: number;
  /** The concurrency that functions without a reservation share. */
  readonly unreserved: number;
};

const opened = new Map<string | undefined, LambdaClient>();

/**
 * Asks Lambda for the account's concurrency. The client of Lambda is loaded only for this call. Undefined
 * after an error, which is logged as a warning.
 *
 * @param region absent: that of the function. The permission has no resource, so it applies to every region.
 */
export async function accountConcurrency(region?: string): Promise<Concurrency | undefined> {
  const { GetAccountSettingsCommand, LambdaClient: Client } = await import('@aws-sdk/client-lambda');
  const client = opened.get(region) ?? new Client(region === undefined ? {} : { region });
  opened.set(region, client);
  const limits = await client.send(new GetAccountSettingsCommand({})).then(
    ({ AccountLimit }) => AccountLimit,
    (error: unknown) =>
      log.warn(
        `the Lambda limits of the AWS account${region === undefined ? '' : ` in ${region}`} could not be read`,
        {},
        error,
      ),
  );
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = limits ?? {};
  return limit === undefined ? undefined : { limit, unreserved: unreserved ?? limit };
}
