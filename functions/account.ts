import type { LambdaClient } from '@aws-sdk/client-lambda';
import { log } from './log.ts';

/** Executions at once of an account and region. */
export type Concurrency = {
  /** All functions together. */
  readonly limit: number;
  /** What functions without a reservation of their own share. */
  readonly unreserved: number;
};

const opened = new Map<string | undefined, LambdaClient>();

/**
 * Asks Lambda, whose client is loaded for it; undefined when it does not say, which is a warning and no reason to say
 * nothing else.
 *
 * @param region absent: that of the function. The right to ask has no resource, and so no region.
 */
export async function accountConcurrency(region?: string): Promise<Concurrency | undefined> {
  const { GetAccountSettingsCommand, LambdaClient: Client } = await import('@aws-sdk/client-lambda');
  const client = opened.get(region) ?? new Client(region === undefined ? {} : { region });
  opened.set(region, client);
  const limits = await client.send(new GetAccountSettingsCommand({})).then(
    ({ AccountLimit }) => AccountLimit,
    (error: unknown) =>
      log.warn(
        `the settings of the account${region === undefined ? '' : ` in ${region}`} could not be read`,
        {},
        error,
      ),
  );
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = limits ?? {};
  return limit === undefined ? undefined : { limit, unreserved: unreserved ?? limit };
}
