import { createHash, randomBytes } from 'node:crypto';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { deadlineMs } from '../../lib/driver/planning/deadline.ts';
import { auditOf } from '../../lib/driver/planning/targets/audit-record.ts';
import { afterFailure, DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import type { BurstDocument } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { named } from '../../lib/store/stores.ts';
import { forgetDocument, forgetFiles } from '../burst-files.ts';
import { ensureMachine, startMachine } from '../burst-machine.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { scheduleReap } from '../scheduler.ts';
import { burstStores } from '../stores.ts';
import { type BurstOrder, judgeBurst, type Refusal, refusalOf, tooManyBursts } from './judge-burst.ts';

export type BurstAnswer =
  | { readonly burst: string; readonly stopToken: string; readonly warnings?: readonly Problem[] }
  | Refusal;

/**
 * Checks and plans a document, reports all of its problems at once, or starts it.
 *
 * @throws DownpourError BURST_EXISTS (409) for an id that is in use, IDEMPOTENCY_KEY_REUSED (409) when the
 * key
 * came with another request before.
 */
export async function startBurst(order: BurstOrder): Promise<BurstAnswer> {
  const repeated = await startedBefore(order);
  if (repeated !== undefined) return withStopToken(repeated, order);
  const judged = await judgeBurst(order);
  const { record, problems, plan } = judged;
  // The rejection of a request. Nothing of its burst is stored yet, and data under this id may belong to
  // another burst.
  const refused = async (quotaProblem = judged.quotaProblem): Promise<Refusal> => {
    await forgetFiles(record.files);
    return refusalOf({ problems, quotaProblem });
  };
  if (plan === undefined) return refused();
  const planned: BurstRecord = {
    ...record,
    machine: named(process.env, environment.stateMachineArn),
    benchmark: plan.benchmark.name,
    audit: auditOf(plan),
    overdueAt: record.createdAt + deadlineMs(plan.benchmark.phases, plan.fargate),
  };
  const { idempotencyKey: key } = order;
  const started = key === undefined ? await startNew(planned, order) : await startOnce(planned, order, key);
  if (typeof started !== 'string') return refused(started);
  return {
    ...(await withStopToken(started, order)),
    ...(problems.length === 0 ? {} : { warnings: problems }),
  };
}

/**
 * Takes a slot for a burst, if its API key limits the number of bursts at the same time. A burst takes one
 * slot, however often it is started. Returns a problem when all slots are in use.
 */
async function acquireSlotFor(burst: string, { key }: BurstOrder): Promise<Problem | undefined> {
  const most = key?.limits.burstsAtOnceMax;
  if (key === undefined || most === undefined) return undefined;
  const { bursts } = burstStores();
  if (await bursts.acquireSlot(key.id, burst, most)) return undefined;
  return tooManyBursts(await bursts.slotsInUse(key.id), most);
}

/**
 * Issues a new stop token. The response with an earlier token may be lost, and only the hash of a token is
 * stored.
 */
async function withStopToken(burst: string, { holdS }: BurstOrder) {
  if (holdS !== undefined) await burstStores().bursts.hold(burst, Date.now() + holdS * 1000);
  const stopToken = randomBytes(16).toString('base64url');
  await burstStores().bursts.putStopHash(burst, createHash('sha256').update(stopToken).digest('hex'));
  return { burst, stopToken };
}

/** The burst that an earlier request with the same idempotency key and the same contents has started. */
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
  const message = `the idempotency key ${key} was used for another burst; send a new key with each new request`;
  throw new DownpourError('IDEMPOTENCY_KEY_REUSED', 409, message);
}

/** The digest of everything that the caller requested. */
function digestOf({ now: _, idempotencyKey: __, key: ___, ...order }: BurstOrder): string {
  const members = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

async function startNew(record: BurstRecord, order: BurstOrder): Promise<string | Problem> {
  const quotaProblem = await acquireSlotFor(record.id, order);
  if (quotaProblem !== undefined) return quotaProblem;
  if (!(await burstStores().bursts.create(record))) throw exists(record.id, order.id !== undefined);
  await launch(record, order, () => forgetDocument(record.id, record.files));
  return record.id;
}

/**
 * The error for an id that is in use. A caller can change an id that it chose. A duplicate of a generated id
 * is a fault of Downpour.
 */
function exists(id: string, isGiven: boolean): Error {
  const message = `a burst with the id ${id} exists already`;
  return isGiven ? new DownpourError('BURST_EXISTS', 409, `${message}; send another id`) : new Error(message);
}

/**
 * Starts the burst of an idempotency key, unless it has been started. Concurrent requests may all do the
 * work, but each write takes effect only once. A later request completes the work of a request that was lost
 * half-way.
 */
async function startOnce(record: BurstRecord, order: BurstOrder, key: string): Promise<string | Problem> {
  const { bursts, objects } = burstStores();
  const { user } = record;
  const { burst: id, digest } = await bursts.claim(user, key, { burst: record.id, digest: digestOf(order) });
  refuseOther(digest, order, key);
  const quotaProblem = await acquireSlotFor(id, order);
  if (quotaProblem !== undefined) {
    // The idempotency key is released, because no burst was started. A repeated request then starts a new
    // burst.
    await bursts.release(user, key, id);
    return quotaProblem;
  }
  const mine = { ...record, id };
  if (await bursts.create(mine)) {
    // The files remain for a repeated request. Without one they expire.
    await launch(mine, order, async () => {
      await objects.eraseDocument(id);
      await bursts.release(user, key, id);
    });
    return id;
  }
  const known = await bursts.get(id);
  if (known === undefined || known.user !== user) throw exists(id, order.id !== undefined);
  if (known.isStarted || known.state !== 'planning') return id;
  await objects.putDocument(id, order.text, order.parameters);
  await scheduleReaper(known);
  await ensureMachine(id);
  await noteStarted(id);
  return id;
}

/**
 * Stores the document and starts the state machine. If that fails, the burst ends and the stored data is
 * deleted.
 */
async function launch(
  record: BurstRecord,
  { text, parameters }: BurstDocument,
  undo: () => Promise<void>,
): Promise<void> {
  const { bursts, objects } = burstStores();
  const { id } = record;
  // The reaper, which ends bursts that did not end by themselves, is scheduled before the start. It ends the
  // burst even if this function is lost right afterwards.
  await scheduleReaper(record);
  try {
    await objects.putDocument(id, text, parameters);
    await startMachine(id);
  } catch (error) {
    const reason =
      'the state machine could not be started; the log of the function that started the burst has the reason';
    await afterFailure(error, async () => {
      await bursts.conclude(id, { state: 'incomplete', endedAt: Date.now(), reason });
      measure({ BurstsEnded: 1 }, 'incomplete');
      await undo();
    });
  }
  await noteStarted(id);
}

/** Schedules the reaper, which ends a burst whose execution was lost or never began. */
async function scheduleReaper({ id, overdueAt }: BurstRecord): Promise<void> {
  if (overdueAt === undefined) return;
  try {
    await scheduleReap(id, overdueAt);
  } catch (error) {
    // The burst can start without the reaper, because other functions usually detect the end of its
    // execution.
    log.error(
      'Downpour could not create the schedule that ends the burst if its state machine execution fails',
      { burst: id },
      error,
    );
  }
}

async function noteStarted(burst: string): Promise<void> {
  await burstStores().bursts.started(burst);
  measure({ BurstsStarted: 1 });
  log.info('the burst has started', { burst });
}
