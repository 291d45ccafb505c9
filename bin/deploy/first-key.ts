import type { FirstKey } from '../../functions/api/first-key.ts';
import { DownpourError } from '../../lib/errors.ts';
import { sdkSettings } from './account/sdk-settings.ts';

/** Requests the first administrator key of a deployment. */
export type MakeFirstKey = (request: {
  readonly function: string;
  readonly region: string | undefined;
  readonly replaceUnused: boolean;
}) => Promise<FirstKey>;

/**
 * Requests the key with the CDK's credentials.
 * @throws DownpourError `FIRST_KEY_FAILED` (502)
 */
export const makeFirstKey: MakeFirstKey = async ({ function: FunctionName, region, replaceUnused }) => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  const client = new LambdaClient({ ...sdkSettings(region), maxAttempts: 3 });
  try {
    const Payload = JSON.stringify({ replaceUnused });
    const reply = await client.send(new InvokeCommand({ FunctionName, Payload }));
    const text = reply.Payload?.transformToString() ?? '';
    if (reply.FunctionError !== undefined) throw new Error(text);
    return JSON.parse(text) as FirstKey;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new DownpourError(
      'FIRST_KEY_FAILED',
      502,
      `the deployment is up, but the first administrator key could not be created: ${why}; run the same command again`,
      { cause },
    );
  } finally {
    client.destroy();
  }
};
