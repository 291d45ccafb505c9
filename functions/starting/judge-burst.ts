import { randomInt } from 'node:crypto';
import type { KeyLimits } from '../../lib/api.generated.ts';
import { burstId } from '../../lib/driver/conducting/burst-id.ts';
import type { DeclaredParameter } from '../../lib/driver/document/parameter.ts';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import type { Capacity } from '../../lib/driver/planning/checks/drive-concurrency.ts';
import { judgePlan } from '../../lib/driver/planning/plan-with-stores.ts';
import type { BurstDocument } from '../../lib/store/burst-objects.ts';
import type { BurstRecord } from '../../lib/store/bursts.ts';
import { counted } from '../../lib/words.ts';
import { readFiles } from '../burst-files.ts';
import { deployment } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { driveCapacity } from './capacity.ts';

/** A request for a burst: the document and its options. */
export type BurstOrder = BurstDocument &
  Pick<
    BurstRecord,
    'shards' | 'executor' | 'maxErrors' | 'stopOnFailure' | 'files' | 'user' | 'ownHost' | 'schedule'
  > & {
    readonly file?: string | undefined;
    readonly seed?: number | undefined;
    readonly regions?: BurstRecord['askedRegions'];
    /** The id of the burst, for callers that must know it before the start. Absent: Downpour makes one. */
    readonly id?: string | undefined;
    /**
     * The idempotency key: the same key with the same request gives the same burst, so a repeat is harmless.
     * Absent: every request starts a new burst.
     */
    readonly idempotencyKey?: string | undefined;
    /**
     * The number of seconds for which the burst runs without a sign of life from its caller. Absent: the
     * burst continues without its caller.
     */
    readonly holdS?: number | undefined;
    /** The API key of the request, when it has limits. */
    readonly key?: { readonly id: number; readonly limits: KeyLimits } | undefined;
    /** The present time in epoch milliseconds. */
    readonly now: number;
  };

/**
 * The parameters and files that a document needs besides its text. Empty when Downpour could not read the
 * document.
 */
export type Needs = {
  readonly parameters?: readonly DeclaredParameter[];
  /** Paths of files. */
  readonly files?: readonly string[];
};

export type Judged = {
  readonly record: BurstRecord;
  /** The problems of the document and of the options. */
  readonly problems: readonly Problem[];
  readonly needs: Needs;
  /**
   * Present when the API key already has as many running bursts as it may have. The requested burst may be
   * one of them.
   */
  readonly quotaProblem?: Problem | undefined;
  /** The plan. Absent when the problems prevent one. */
  readonly plan?: Plan | undefined;
  /** The number of drives that may run at once. Absent: Downpour sets no limit. */
  readonly capacity: Capacity | undefined;
};

/**
 * Finds every problem of a burst: in its document, with the policy of the deployment, with the limits of its
 * API key, and with the concurrency of Lambda. Uploaded files are checked completely here, so that no drive
 * fails because of a faulty file.
 */
export async function judgeBurst(order: BurstOrder, filesMayLack = false): Promise<Judged> {
  const { text, parameters, key } = order;
  const { bursts } = burstStores();
  const [{ requestsPerSecShard, requestsPerSecTls } = {}, capacity, busy] = await Promise.all([
    bursts.calibration(),
    driveCapacity(order.now),
    key?.limits.burstsAtOnceMax === undefined ? [] : bursts.slotsInUse(key.id),
  ]);
  const record = { ...recordOf(order), requestsPerSecShard, requestsPerSecTls };
  const isLacking = filesMayLack && record.files === undefined;
  const { contents, problems: fileProblems } = await readFiles(record.files);
  const { burstsAtOnceMax = Number.POSITIVE_INFINITY, ...ownLimits } = key?.limits ?? {};
  const judged = await judgePlan({
    ...record,
    text,
    parameters,
    ownLimits,
    capacity,
    fileProblems,
    ...deployment(record.ownHost),
    burst: record.id,
    plannedAt: record.createdAt,
    files: isLacking ? undefined : contents,
    fileRefs: record.files?.list,
    refusesHooks: true,
  });
  const quotaProblem = busy.length < burstsAtOnceMax ? undefined : tooManyBursts(busy, burstsAtOnceMax);
  // A plan without phases has no load to run, so it counts as absent.
  const plan = judged.plan?.phases.length === 0 ? undefined : judged.plan;
  const needs = judged.declared === undefined ? {} : { parameters: judged.declared, files: judged.files };
  const problems = (judged.plan === undefined ? await otherTool(text) : undefined) ?? judged.problems;
  return { record, problems, needs, quotaProblem, plan, capacity };
}

/** The only problem of a text of another tool, such as curl commands. Undefined for other texts. */
async function otherTool(text: string): Promise<readonly Problem[] | undefined> {
  const { otherFormat } = await import('../../lib/import/other-formats.ts');
  const found = otherFormat(text);
  if (found === undefined) return undefined;
  const { name, isImported, next } = found;
  const hint = isImported ? '`downpour import FILE` makes a benchmark document from it' : next;
  const message = `this text is ${name}, not a benchmark document`;
  return [{ severity: 'error', path: [], line: 1, column: 1, message, hint }];
}

export type Refusal = { readonly message: string; readonly problems: readonly Problem[] };

/** The error with all problems of a burst, and the number of errors among them. */
export function refusalOf({
  problems: own,
  quotaProblem,
}: Pick<Judged, 'problems' | 'quotaProblem'>): Refusal {
  const problems = quotaProblem === undefined ? own : [quotaProblem, ...own];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (errors === 0)
    return { message: 'the benchmark has no phases, so there is nothing to run: add a phase', problems };
  return {
    message: `the benchmark has ${counted(errors, 'problem')}`,
    problems,
  };
}

/**
 * The problem that too many bursts are running. It belongs to no line of the document, so it points at the
 * first line.
 */
export function tooManyBursts(busy: readonly string[], most: number): Problem {
  return {
    severity: 'error',
    path: [],
    line: 1,
    column: 1,
    message: `${busy.join(', ')} ${busy.length === 1 ? 'is' : 'are'} running, and this API key allows ${most} at once`,
    hint: `wait for ${busy.length === 1 ? 'its end' : 'one of them'}, or stop it: downpour stop ${busy[0]}`,
  };
}

const seedMax = 2 ** 32;

const recordOf = (order: BurstOrder): BurstRecord => ({
  id: order.id ?? burstId(order.now, (below) => randomInt(below)),
  benchmark: '',
  file: order.file ?? 'benchmark',
  shards: order.shards,
  executor: order.executor,
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
