import { createHash } from 'node:crypto';
import { DownpourError } from '../errors.ts';
import type { IndexedRun } from '../results/upload.ts';
import type { Stores } from './stores.ts';

/** The user and the time of an upload. */
export type StoreRunContext = {
  /** User whose idempotency keys are looked at. */
  readonly user: string;
  /** Makes a repeat harmless: the same key with the same draft gives the same id. Absent: every call is a new run. */
  readonly idempotencyKey?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * Stores a run: first the document and its index, last the catalogue row, which makes it visible. An interruption in
 * between leaves nothing that a reader could see, and a repeat with the same idempotency key completes the run.
 * @throws DownpourError IDEMPOTENCY_KEY_REUSED (409) when the key came with another draft before.
 */
export async function storeRun(
  stores: Pick<Stores, 'runs' | 'catalogue'>,
  draft: IndexedRun,
  { user, idempotencyKey, now }: StoreRunContext,
): Promise<{ readonly id: number }> {
  const { catalogue, runs } = stores;
  const { body, index, test: testText, ...rest } = draft;
  const id = await runId(catalogue, draft, user, idempotencyKey);
  const test = (await catalogue.findTest(testText)) ?? (await catalogue.createTest(testText));
  await runs.put(id, body);
  await runs.putIndex(id, index);
  const names = { testId: test.id, testName: test.name };
  await catalogue.putRun({ id, ...names, ...rest, trashed: false, sizeBytes: body.length, uploadedAt: now });
  return { id };
}

async function runId(
  catalogue: Stores['catalogue'],
  draft: IndexedRun,
  user: string,
  key: string | undefined,
): Promise<number> {
  const fresh = await catalogue.nextRunId();
  if (key === undefined) return fresh;
  const digest = digestOf(draft);
  const claim = await catalogue.claim(user, key, { runId: fresh, digest });
  if (claim.digest === digest) return claim.runId;
  throw new DownpourError(
    'IDEMPOTENCY_KEY_REUSED',
    409,
    `the idempotency key ${key} was used for another upload`,
  );
}

/** The index and the outcome follow from the document and the release. */
function digestOf({ body, index: _, outcome: __, ...parameters }: IndexedRun): string {
  return createHash('sha256').update(JSON.stringify(parameters)).update('\0').update(body).digest('hex');
}
