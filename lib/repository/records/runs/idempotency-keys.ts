import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Table } from '../../ports/table.ts';
import { isGivenUp } from './row.ts';

/** The run that an idempotency key belongs to, and a digest of the request. */
export type Claim = { readonly runId: number; readonly digest: string };

/**
 * Finds the run of an idempotency key. If an earlier call sent the same request, the key has the run of that
 * call. Otherwise the key gets the run of `claim`, also when the earlier run was abandoned or is in the
 * trash. A user who sends the document of such a run again expects to see a run.
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another request before.
 */
export async function claimedRun(table: Table, user: string, key: string, claim: Claim): Promise<number> {
  const itemKey = repositoryKey.claim(user, key);
  const failed = await table.write([{ put: { ...itemKey, ...claim }, when: 'absent' }]);
  if (failed.length === 0) return claim.runId;
  const earlier = await table.get(itemKey);
  if (earlier === undefined)
    throw new Error(`a bug in Downpour: the idempotency key ${key} is in use, but has no run`);
  if (earlier.digest !== claim.digest)
    throw new DownpourError(
      'IDEMPOTENCY_KEY_REUSED',
      409,
      `the idempotency key '${key}' was already used for another upload; send another key with each new upload`,
    );
  const runId = Number(earlier.runId);
  const row = await table.get(repositoryKey.run(runId));
  if (!isGivenUp(row) && row?.trashed !== true) return runId;
  const anew = { update: itemKey, set: { runId: claim.runId }, when: { runId } };
  // If another call claims the key concurrently, this call uses the run of the other call.
  return (await table.write([anew])).length === 0 ? claim.runId : claimedRun(table, user, key, claim);
}
