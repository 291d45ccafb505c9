import { DownpourError } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository.ts';
import type { Table } from '../../ports/table.ts';
import { isGivenUp } from './row.ts';

/** The run that an idempotency key made, and a digest of its request. */
export type Claim = { readonly runId: number; readonly digest: string };

/**
 * The run of an idempotency key: the run of an earlier call with the same request, or the claimed one. When
 * the earlier run was abandoned, it is claimed again.
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another request before.
 */
export async function claimedRun(table: Table, user: string, key: string, claim: Claim): Promise<number> {
  const itemKey = repositoryKey.claim(user, key);
  const failed = await table.write([{ put: { ...itemKey, ...claim }, when: 'absent' }]);
  if (failed.length === 0) return claim.runId;
  const earlier = await table.get(itemKey);
  if (earlier === undefined) throw new Error(`the idempotency key ${key} was bound and has vanished`);
  if (earlier.digest !== claim.digest)
    throw new DownpourError(
      'IDEMPOTENCY_KEY_REUSED',
      409,
      `the idempotency key ${key} was used for another upload`,
    );
  const runId = Number(earlier.runId);
  if (!isGivenUp(await table.get(repositoryKey.run(runId)))) return runId;
  const anew = { update: itemKey, set: { runId: claim.runId }, when: { runId } };
  // When two calls claim it again concurrently, the second uses the run of the first.
  return (await table.write([anew])).length === 0 ? claim.runId : claimedRun(table, user, key, claim);
}
