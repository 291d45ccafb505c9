import type { Concurrency } from '../../../functions/lambda-concurrency.ts';
import { answerOf } from './call-aws.ts';
import { sdkSettings } from './sdk-settings.ts';

/** Reads the concurrency limits of an account. Returns the error when AWS does not report them. */
export type ReadConcurrency = (region: string | undefined) => Promise<Concurrency | Error>;

/** Reads the limits with the CDK's credentials. */
export const readConcurrency: ReadConcurrency = async (region) => {
  const { GetAccountSettingsCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient(sdkSettings(region));
  return answerOf(client, async () => {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } = AccountLimit ?? {};
    return limit === undefined
      ? new Error('Lambda did not report the limit')
      : { limit, unreserved: unreserved ?? limit };
  });
};
