import { createHash, randomBytes, randomInt } from 'node:crypto';
import { burstId } from '../lib/driver/conducting/burst-id.ts';
import type { Problem } from '../lib/driver/document/problem.ts';
import type { Plan } from '../lib/driver/model/plan.ts';
import { judgePlan } from '../lib/driver/planning/judge.ts';
import { auditOf } from '../lib/driver/planning/targets/audit.ts';
import { DownpourError } from '../lib/errors.ts';
import type { BurstDocument } from '../lib/store/burst-objects.ts';
import type { BurstRecord } from '../lib/store/bursts.ts';
import { environment } from '../lib/store/names.ts';
import { named } from '../lib/store/stores.ts';
import { ensureMachine, startMachine } from './burst-machine.ts';
import { deployment } from './deployment.ts';
import { forgetDocument, forgetFiles, readFiles } from './files.ts';
import { log } from './log.ts';
import { measure } from './metrics.ts';
import { burstStores } from './stores.ts';

/** A document with what was asked for beside it. */
export type BurstOrder = BurstDocument &
  Pick<BurstRecord, 'shards' | 'maxErrors' | 'stopOnFailure' | 'files' | 'user' | 'ownHost'> & {
    readonly file?: string | undefined;
    readonly seed?: number | undefined;
    /** Id of the burst, when the caller has to know it before. */
    readonly id?: string | undefined;
    /** Makes a repeat harmless: the same key with the same order is the same burst. Absent: every order is a new one. */
    readonly idempotencyKey?: string | undefined;
    /** Epoch milliseconds. */
    readonly now: number;
  };

export type BurstAnswer =
  | { readonly burst: string; readonly stopToken: string }
  | { readonly message: string; readonly problems: readonly Problem[] };

/**
 * Checks and plans a document, so that all of its problems are reported at once, then starts it.
 *
 * @throws DownpourError BURST_EXISTS (409) for an id that is taken, IDEMPOTENCY_KEY_REUSED (409) when the key came with
 *   another order before.
 */
export async function startBurst(order: BurstOrder): Promise<BurstAnswer> {
  const repeated = await startedBefore(order);
  if (repeated !== undefined) return answerTo(repeated);
  const { requestsPerSecShard } = (await burstStores().bursts.calibration()) ?? {};
  const record = { ...recordOf(order), requestsPerSecShard };
  const { problems, plan } = await judge(record, order);
  const message = refusalOf(plan, problems);
  if (plan === undefined || message !== undefined) {
    // Of the burst itself nothing is stored yet, and what is under this id may be another's.
    await forgetFiles(record.files);
    return { message: message ?? '', problems };
  }
  const planned = { ...record, benchmark: plan.benchmark.name, audit: auditOf(plan) };
  if (order.idempotencyKey !== undefined)
    return answerTo(await startOnce(planned, order, order.idempotencyKey));
  await startNew(planned, order);
  return answerTo(record.id);
}

/** With a new token that stops it: of the last one, whose answer may have got lost, only a hash is known. */
async function answerTo(burst: string): Promise<BurstAnswer> {
  const stopToken = randomBytes(16).toString('base64url');
  await burstStores().bursts.putStopHash(burst, createHash('sha256').update(stopToken).digest('hex'));
  return { burst, stopToken };
}

/** The burst that the same key with the same order has started. */
async function startedBefore(order: BurstOrder): Promise<string | undefined> {
  const { idempotencyKey: key, user } = order;
  if (key === undefined) return undefined;
  const { bursts } = burstStores();
  const claim = await bursts.claimOf(user, key);
  if (claim === undefined) return undefined;
  refuseOther(claim.digest, order, key);
  return (await bursts.get(claim.burst))?.isStarted ? claim.burst : undefined;
}

function refuseOther(digest: string, order: BurstOrder, key: string): void {
  if (digest === digestOf(order)) return;
  const message = `the idempotency key ${key} was used for another burst`;
  throw new DownpourError('IDEMPOTENCY_KEY_REUSED', 409, message);
}

/** Everything that was asked for. */
function digestOf({ now: _, idempotencyKey: __, ...order }: BurstOrder): string {
  const members = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

const seedMax = 2 ** 32;

const recordOf = (order: BurstOrder): BurstRecord => ({
  id: order.id ?? burstId(order.now, (below) => randomInt(below)),
  benchmark: '',
  file: order.file ?? 'benchmark',
  shards: order.shards,
  seed: order.seed ?? randomInt(seedMax),
  maxErrors: order.maxErrors,
  stopOnFailure: order.stopOnFailure,
  ownHost: order.ownHost,
  ...(order.files === undefined ? {} : { files: order.files }),
  machine: named(process.env, environment.stateMachineArn),
  user: order.user,
  createdAt: order.now,
  state: 'planning',
});

type Judged = { readonly problems: readonly Problem[]; readonly plan?: Plan };

/** With the contents of the files, so that nothing that is wrong in them waits for a shard to find it. */
async function judge(record: BurstRecord, { text, parameters }: BurstDocument): Promise<Judged> {
  const { contents, problems } = await readFiles(record.files);
  return judgePlan({
    ...record,
    ...{ text, parameters },
    ...deployment(record.ownHost),
    burst: record.id,
    plannedAt: record.createdAt,
    files: contents,
    fileProblems: problems,
    fileRefs: record.files?.list,
    refusesHooks: true,
  });
}

function refusalOf(plan: Plan | undefined, problems: readonly Problem[]): string | undefined {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (plan === undefined) return `the benchmark has ${errors} ${errors === 1 ? 'problem' : 'problems'}`;
  return plan.phases.length === 0 ? 'the benchmark has no phases, so there is nothing to run' : undefined;
}

async function startNew(record: BurstRecord, order: BurstOrder): Promise<void> {
  if (!(await burstStores().bursts.create(record))) throw exists(record.id, order.id !== undefined);
  await carry(record, order, () => forgetDocument(record.id, record.files));
}

/** An id of the caller's own is the caller's to change; of two that were made here, the second is a fault. */
function exists(id: string, isGiven: boolean): Error {
  const message = `there is a burst ${id} already`;
  return isGiven ? new DownpourError('BURST_EXISTS', 409, message) : new Error(message);
}

/**
 * Starts the burst that the key is bound to, unless it has been started. Of several requests at once each does all of it,
 * and only the first of each write counts; one that comes after a request that was lost half-way completes it.
 */
async function startOnce(record: BurstRecord, order: BurstOrder, key: string): Promise<string> {
  const { bursts, objects } = burstStores();
  const { user } = record;
  const { burst: id, digest } = await bursts.claim(user, key, { burst: record.id, digest: digestOf(order) });
  refuseOther(digest, order, key);
  const mine = { ...record, id };
  if (await bursts.create(mine)) {
    // The files stay for the repeat; without one, they expire.
    await carry(mine, order, async () => {
      await objects.eraseDocument(id);
      await bursts.release(user, key, id);
    });
    return id;
  }
  const known = await bursts.get(id);
  if (known === undefined || known.user !== user) throw exists(id, order.id !== undefined);
  if (known.isStarted || known.state !== 'planning') return id;
  await objects.putDocument(id, order.text, order.parameters);
  await ensureMachine(id);
  await noteStarted(id);
  return id;
}

/** Stores the document and starts the state machine; when that fails, the burst ends and what is stored is undone. */
async function carry(
  { id }: BurstRecord,
  { text, parameters }: BurstDocument,
  undo: () => Promise<void>,
): Promise<void> {
  const { bursts, objects } = burstStores();
  try {
    await objects.putDocument(id, text, parameters);
    await startMachine(id);
  } catch (error) {
    const reason = 'the state machine did not start';
    await bursts.conclude(id, { state: 'incomplete', endedAt: Date.now(), reason });
    measure({ BurstsEnded: 1 }, 'incomplete');
    await undo();
    throw error;
  }
  await noteStarted(id);
}

async function noteStarted(burst: string): Promise<void> {
  await burstStores().bursts.started(burst);
  measure({ BurstsStarted: 1 });
  log.info('the burst is started', { burst });
}
