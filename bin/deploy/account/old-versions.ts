import { burstS } from '../../../lib/facts/timeouts.ts';
import { sdkSettings } from './sdk-settings.ts';

/**
 * Deletes the versions of functions that no execution of a state machine can call any more. Returns their
 * number, or the error of AWS.
 */
export type DeleteOldVersions = (machine: string, now: number) => Promise<number | Error>;

/** A published version of a function. `at` is the time of its publication in epoch milliseconds. */
export type Version = { readonly name: string; readonly at: number };

/** Deletes versions with the CDK's credentials, in the region of the state machine. */
export const deleteOldVersions: DeleteOldVersions = async (machine, now) => {
  const [{ DescribeStateMachineCommand, SFNClient }, lambda] = await Promise.all([
    import('@aws-sdk/client-sfn'),
    import('@aws-sdk/client-lambda'),
  ]);
  const settings = { ...sdkSettings(machine.split(':')[3]), maxAttempts: 4 };
  const [machines, functions] = [new SFNClient(settings), new lambda.LambdaClient(settings)];
  try {
    const { definition = '' } = await machines.send(
      new DescribeStateMachineCommand({ stateMachineArn: machine }),
    );
    let deleted = 0;
    for (const [FunctionName, current] of namedIn(definition)) {
      const pages = lambda.paginateListVersionsByFunction({ client: functions }, { FunctionName });
      const versions: Version[] = [];
      for await (const { Versions = [] } of pages)
        versions.push(
          ...Versions.map(({ Version: name = '', LastModified = '' }) => ({
            name,
            at: Date.parse(LastModified),
          })),
        );
      for (const Qualifier of oldVersions(versions, current, now)) {
        await functions.send(new lambda.DeleteFunctionCommand({ FunctionName, Qualifier }));
        deleted += 1;
      }
    }
    return deleted;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    machines.destroy();
    functions.destroy();
  }
};

/** The functions that a definition names, with their versions. */
export const namedIn = (definition: string): ReadonlyMap<string, string> =>
  new Map(
    [...definition.matchAll(/:function:([\w-]+):(\d+)/g)].map(([, name = '', version = '']) => [
      name,
      version,
    ]),
  );

/**
 * The versions that were replaced longer ago than an execution can last. Until then, an older execution may
 * still call them.
 * @param current the version that new executions call.
 */
export function oldVersions(versions: readonly Version[], current: string, now: number): readonly string[] {
  const published = versions
    .filter(({ name }) => name !== '$LATEST')
    .sort((a, b) => Number(a.name) - Number(b.name));
  return published.flatMap(({ name }, index) => {
    const next = published[index + 1];
    return name !== current && next !== undefined && next.at < now - burstS * 1000 ? [name] : [];
  });
}
