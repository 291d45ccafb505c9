import type { LambdaClient } from '@aws-sdk/client-lambda';
import { log } from './log.ts';

/** Executions at once of an account and region. */
export type Concurrency = {
  /** All functions together. */
  readonly limit: number;
  /** What functions without a reservation of their own share. */
  readonly unreserved: number;
};

let opened: LambdaClient | undefined;

/**
 * Asks Lambda, whose client is loaded for it; undefined when it does not say, which is a warning and no reason to say
 * nothing else.
 */
export async function accountConcurrency(): Promise<Concurrency | undefined> {
  const { GetAccountSettingsCommand, LambdaClient: Client } = await import('@aws-sdk/client-lambda');
  opened ??= new Client({});
  const limits = await opened.send(new GetAccountSettingsCommand({})).then(
    ({ AccountLimit }) => AccountLimit,
    (error: unknown) => log.warn('the settings of the account could not be read', {}, error),
  );
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = limits ?? {};
  return limit === undefined ? undefined : { limit, unreserved: unreserved ?? limit };
}
