import { createHash, randomBytes } from 'node:crypto';
import type { Problem } from '../../lib/driver/document/problem.ts';
import { overdueMs } from '../../lib/driver/planning/overdue.ts';
import { auditOf } from '../../lib/driver/planning/targets/audit.ts';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import type { BurstDocument } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { named } from '../../lib/store/stores.ts';
import { ensureMachine, startMachine } from '../burst-machine.ts';
import { forgetDocument, forgetFiles } from '../files.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { scheduleReap } from '../scheduler.ts';
import { burstStores } from '../stores.ts';
import { type BurstOrder, judgeBurst, type Refusal, refusalOf, tooMany } from './judge-burst.ts';

export type BurstAnswer =
  | { readonly burst: string; readonly stopToken: string; readonly warnings?: readonly Problem[] }
  | Refusal;

/**
 * Checks and plans a document, so that all of its problems are reported at once, then starts it.
 *
 * @throws DownpourError BURST_EXISTS (409) for an id that is taken, IDEMPOTENCY_KEY_REUSED (409) when the key came with
 *   another order before.
 */
export async function startBurst(order: BurstOrder): Promise<BurstAnswer> {
  const repeated = await startedBefore(order);
  if (repeated !== undefined) return answerTo(repeated, order);
  const judged = await judgeBurst(order);
  const { record, problems, plan } = judged;
  // Of the burst itself nothing is stored yet, and what is under this id may be another's.
  const refused = async (crowd = judged.crowd): Promise<Refusal> => {
    await forgetFiles(record.files);
    return refusalOf({ problems, crowd });
  };
  if (plan === undefined) return refused();
  const planned: BurstRecord = {
    ...record,
    machine: named(process.env, environment.stateMachineArn),
    benchmark: plan.benchmark.name,
    audit: auditOf(plan),
    overdueAt: record.createdAt + overdueMs(plan.benchmark.phases),
  };
  const { idempotencyKey: key } = order;
  const started = key === undefined ? await startNew(planned, order) : await startOnce(planned, order, key);
  if (typeof started !== 'string') return refused(started);
  return { ...(await answerTo(started, order)), ...(problems.length === 0 ? {} : { warnings: problems }) };
}

/**
 * Takes one of the places of a key that may not have any number of bursts, once for each burst; the problem when all are
 * taken.
 */
async function placeFor(burst: string, { key }: BurstOrder): Promise<Problem | undefined> {
  const most = key?.limits.burstsAtOnceMax;
  if (key === undefined || most === undefined) return undefined;
  const { bursts } = burstStores();
  if (await bursts.takePlace(key.id, burst, most)) return undefined;
  return tooMany(await bursts.busyPlaces(key.id), most);
}

/** With a new token that stops it: of the last one, whose answer may have got lost, only a hash is known. */
async function answerTo(burst: string, { holdS }: BurstOrder) {
  if (holdS !== undefined) await burstStores().bursts.hold(burst, Date.now() + holdS * 1000);
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
function digestOf({ now: _, idempotencyKey: __, key: ___, ...order }: BurstOrder): string {
  const members = Object.entries(order).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

async function startNew(record: BurstRecord, order: BurstOrder): Promise<string | Problem> {
  const crowd = await placeFor(record.id, order);
  if (crowd !== undefined) return crowd;
  if (!(await burstStores().bursts.create(record))) throw exists(record.id, order.id !== undefined);
  await carry(record, order, () => forgetDocument(record.id, record.files));
  return record.id;
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
async function startOnce(record: BurstRecord, order: BurstOrder, key: string): Promise<string | Problem> {
  const { bursts, objects } = burstStores();
  const { user } = record;
  const { burst: id, digest } = await bursts.claim(user, key, { burst: record.id, digest: digestOf(order) });
  refuseOther(digest, order, key);
  const crowd = await placeFor(id, order);
  if (crowd !== undefined) {
    // A repeat comes when there may be a place.
    await bursts.release(user, key, id);
    return crowd;
  }
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
  await lookAfter(known);
  await ensureMachine(id);
  await noteStarted(id);
  return id;
}

/** Stores the document and starts the state machine; when that fails, the burst ends and what is stored is undone. */
async function carry(
  record: BurstRecord,
  { text, parameters }: BurstDocument,
  undo: () => Promise<void>,
): Promise<void> {
  const { bursts, objects } = burstStores();
  const { id } = record;
  // First, so that somebody ends it also when this function is lost before anything else is done.
  await lookAfter(record);
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

/** A burst whose execution is lost without a word, or never begins, is ended when it should be over. */
async function lookAfter({ id, overdueAt }: BurstRecord): Promise<void> {
  if (overdueAt === undefined) return;
  try {
    await scheduleReap(id, overdueAt);
  } catch (error) {
    // A burst that can be started is no worse without it: the end of its execution is heard of in other ways.
    log.error('nobody will look after the burst when its execution is lost', { burst: id }, error);
  }
}

async function noteStarted(burst: string): Promise<void> {
  await burstStores().bursts.started(burst);
  measure({ BurstsStarted: 1 });
  log.info('the burst is started', { burst });
}
