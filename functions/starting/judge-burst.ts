import { randomInt } from 'node:crypto';
import type { KeyLimits } from '../../lib/api.generated.ts';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import type { Room } from '../../lib/driver/planning/checks/room.ts';
import { judgePlan } from '../../lib/driver/planning/judge.ts';
import type { BurstDocument } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { counted } from '../../lib/words.ts';
import { deployment } from '../deployment.ts';
import { readFiles } from '../files.ts';
import { burstStores } from '../stores.ts';
import { roomForDrives } from './room.ts';

/** A document with what was asked for beside it. */
export type BurstOrder = BurstDocument &
  Pick<BurstRecord, 'shards' | 'maxErrors' | 'stopOnFailure' | 'files' | 'user' | 'ownHost' | 'schedule'> & {
    readonly file?: string | undefined;
    readonly seed?: number | undefined;
    readonly regions?: BurstRecord['askedRegions'];
    /** Id of the burst, when the caller has to know it before. */
    readonly id?: string | undefined;
    /** Makes a repeat harmless: the same key with the same order is the same burst. Absent: every order is a new one. */
    readonly idempotencyKey?: string | undefined;
    /** The caller holds the burst for so many seconds. Absent: it goes on without its caller. */
    readonly holdS?: number | undefined;
    /** The API key that asks, when it is limited. */
    readonly key?: { readonly id: number; readonly limits: KeyLimits } | undefined;
    /** Epoch milliseconds. */
    readonly now: number;
  };

export type Judged = {
  readonly record: BurstRecord;
  /** Of the document, and of what it asks for. */
  readonly problems: readonly Problem[];
  /** Of the key, which has as many bursts at work as it may. It may be one of them that is asked for again. */
  readonly crowd?: Problem | undefined;
  /** Absent when the problems allow none. */
  readonly plan?: Plan | undefined;
  /** How many drives may run at once. Absent: as many as there are. */
  readonly room: Room | undefined;
};

/**
 * Everything that speaks against a burst: its document, what the deployment allows, what its key allows, and what Lambda has
 * room for. Of the files all is judged when they were sent, so that nothing that is wrong in them waits for a shard to find it.
 */
export async function judgeBurst(order: BurstOrder, filesMayLack = false): Promise<Judged> {
  const { text, parameters, key } = order;
  const { bursts } = burstStores();
  const [{ requestsPerSecShard } = {}, room, busy] = await Promise.all([
    bursts.calibration(),
    roomForDrives(order.now),
    key?.limits.burstsAtOnceMax === undefined ? [] : bursts.busyPlaces(key.id),
  ]);
  const record = { ...recordOf(order), requestsPerSecShard };
  const isLacking = filesMayLack && record.files === undefined;
  const { contents, problems: fileProblems } = await readFiles(record.files);
  const { burstsAtOnceMax = Number.POSITIVE_INFINITY, ...ownLimits } = key?.limits ?? {};
  const judged = await judgePlan({
    ...record,
    ...{ text, parameters, ownLimits, room, fileProblems },
    ...deployment(record.ownHost),
    burst: record.id,
    plannedAt: record.createdAt,
    files: isLacking ? undefined : contents,
    fileRefs: record.files?.list,
    refusesHooks: true,
  });
  const crowd = busy.length < burstsAtOnceMax ? undefined : tooMany(busy, burstsAtOnceMax);
  // Without phases there is nothing to run.
  const plan = judged.plan?.phases.length === 0 ? undefined : judged.plan;
  return { record, problems: judged.problems, crowd, plan, room };
}

export type Refusal = { readonly message: string; readonly problems: readonly Problem[] };

/** All that speaks against a burst, and how many of it are errors. */
export function refusalOf({ problems: own, crowd }: Pick<Judged, 'problems' | 'crowd'>): Refusal {
  const problems = crowd === undefined ? own : [crowd, ...own];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors === 0) return { message: 'the benchmark has no phases, so there is nothing to run', problems };
  return { message: `the benchmark has ${counted(errors, 'problem')}`, problems };
}

/** It lies in no line of the document. */
export function tooMany(busy: readonly string[], most: number): Problem {
  return {
    ...{ severity: 'error', path: [], line: 1, column: 1 },
    message: `${busy.join(', ')} ${busy.length === 1 ? 'is' : 'are'} at work, and this API key allows ${most} at once`,
    hint: `wait for ${busy.length === 1 ? 'its end' : 'one of them'}, or stop it: downpour stop ${busy[0]}`,
  };
}

const seedMax = 2 ** 32;

const recordOf = (order: BurstOrder): BurstRecord => ({
  id: order.id ?? burstId(order.now, (below) => randomInt(below)),
  benchmark: '',
  file: order.file ?? 'benchmark',
  shards: order.shards,
  ...(order.regions === undefined ? {} : { askedRegions: order.regions }),
  seed: order.seed ?? randomInt(seedMax),
  maxErrors: order.maxErrors,
  stopOnFailure: order.stopOnFailure,
  ownHost: order.ownHost,
  ...(order.files === undefined ? {} : { files: order.files }),
  schedule: order.schedule,
  user: order.user,
  createdAt: order.now,
  state: 'planning',
});
