import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** Executions at once of an account and region. */
export type Concurrency = {
  /** All functions together. */
  readonly limit: number;
  /** What functions without a reservation of their own share. */
  readonly unreserved: number;
};

let opened: LambdaClient | undefined;

/** Asks Lambda; undefined when it does not say. */
export async function accountConcurrency(): Promise<Concurrency | undefined> {
  opened ??= new LambdaClient({});
  const { AccountLimit: limits } = await opened.send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = limits ?? {};
  return limit === undefined ? undefined : { limit, unreserved: unreserved ?? limit };
}
