import { createHash } from 'node:crypto';
import { reduce } from '../../../lib/driver/conducting/conductor.ts';
import { nextSnapshot } from '../../../lib/driver/conducting/live-snapshot.ts';
import { type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import { flagCopies, flagOf } from '../../../lib/driver/conducting/stop-flag.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import { type Recent, recentSecond } from '../../../lib/driver/progress/recent.ts';
import { type KeptSecond, secondsOfItem } from '../../../lib/driver/progress/seconds.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { itemBytes } from './item-bytes.ts';

/** Measures the sizes of a burst's items as its stores write them, with an id like the API's. */

export const burst = 'b-20261122-120000-x7k2';
const now = 1_700_000_000_000;

/** The size of each item that `use` writes, in bytes. */
async function written(use: (bursts: Bursts) => Promise<unknown>): Promise<readonly number[]> {
  const sizes: number[] = [];
  const send = async ({ input }: { readonly input: Record<string, unknown> }): Promise<object> => {
    const {
      Item,
      Key,
      ExpressionAttributeValues: values = {},
    } = input as Readonly<Record<string, Record<string, unknown>>>;
    // After an update, the size is the sum of the key and the values. The names of the values are short and
    // hardly matter.
    sizes.push(itemBytes(Item ?? { ...Key, ...values }));
    return {};
  };
  await use(openBursts({ send } as unknown as Parameters<typeof openBursts>[0], 'bursts', () => now));
  return sizes;
}

async function bytesOf(use: (bursts: Bursts) => Promise<unknown>): Promise<number> {
  return (await written(use))[0] ?? 0;
}

/**
 * An example of a drive's last report. The drive sends as many requests as one shard may send, and `more`
 * requests.
 * @param slower factor of all response times.
 */
export function busyLive(slower = 1, more = 0): Live {
  const recorder = new Recorder();
  const metric = recorder.metric('browse', 0);
  const requests = planning.requestsPerSecShard + more;
  for (let n = 0; n < requests; n += 1) {
    // The response times have a lognormal distribution: half of the requests take about 20 ms, and one in a
    // hundred takes 100 ms.
    const u = (n + 0.5) / requests;
    metric.time(4, slower * 20e6 * Math.exp(0.69 * normal(u)), true);
    metric.at(4).lateness.record(50e3 * Math.exp(normal(u)));
  }
  return {
    second: 4,
    ended: false,
    sessions: 80,
    inFlight: 80,
    coversMs: 1_000.123,
    totals: { requests: 20_000, responses: 19_920, failed: 12, errors: 3, invalid: 9 },
    slice: recorder.live(),
  };
}

/** Examples of the last seconds of a drive that sends as many requests as a shard may. All seconds differ. */
export const busyRecent = (isAlone: boolean): Recent => ({
  ended: false,
  seconds: Array.from({ length: recents.keptSeconds }, (_, n) => {
    const live = busyLive(0.9 + 0.02 * n, 60 + 7 * n);
    return recentSecond({ ...live, second: 180 + n, inFlight: 70 + 3 * n }, isAlone);
  }),
});

/** Examples of the seconds of a phase's minute. All values differ. */
const busyMinute = (): readonly KeptSecond[] =>
  Array.from({ length: secondsOfItem }, (_, n) => ({
    second: 180 + n,
    requestsPerSec: planning.requestsPerSecShard + 60 * noise(n, 1),
    responsesPerSec: planning.requestsPerSecShard + 60 * noise(n, 2),
    failedPerSec: Math.round(5 * noise(n, 3)),
    errorsPerSec: Math.round(2 * noise(n, 4)),
    inFlight: Math.round(70 + 20 * noise(n, 5)),
    sessions: 80,
    usersDuePerSec: planning.requestsPerSecShard + 10 * noise(n, 6),
    usersStartedPerSec: planning.requestsPerSecShard + 10 * noise(n, 7),
    latencyP50Ns: 131_072 * Math.round(150 + 8 * noise(n, 8)) - 1,
    latencyP99Ns: 524_288 * Math.round(190 + 20 * noise(n, 9)) - 1,
    latenessP99Ns: 4_096 * Math.round(125 + 40 * noise(n, 10)) - 1,
    exact: true,
  }));

/** A pseudo-random number from 0 to below 1, the same in each run. */
function noise(n: number, kind: number): number {
  const large = Math.sin(12.9898 * n + 78.233 * kind) * 43_758.5453;
  return large - Math.floor(large);
}

/** The quantile of the normal distribution, by Winitzki's formula for the inverse of the error function. */
function normal(u: number): number {
  const x = 2 * u - 1;
  const log = Math.log(1 - x * x);
  const half = 2 / (Math.PI * 0.147) + log / 2;
  return Math.SQRT2 * Math.sign(x) * Math.sqrt(Math.sqrt(half * half - log / 0.147) - half);
}

/** The conductor's state of a burst in which all phases run at the same time with all of their drives. */
function conductorOf(graph: readonly GraphPhase[]): ConductorState {
  const asks = graph.map((_, phase) => ({
    phase,
    token: createHash('sha256').update(`${phase}`).digest('base64url').slice(0, 12),
  }));
  const first = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 5_000, startedAt: now });
  const tokens = asks.map(({ token }) => token);
  let state = reduce(first, { type: 'PhasesWaiting', waiting: asks, at: now + 1_234 }).state;
  state = reduce(state, { type: 'RepliesSent', tokens, at: now + 1_345 }).state;
  for (const phase of graph.keys())
    state = reduce(state, { type: 'PhaseReady', phase, at: now + 4_000 + 17 * phase }).state;
  return state;
}

export const graphOf = (phases: number, shards: number): readonly GraphPhase[] =>
  Array.from({ length: phases }, (_, index) => ({
    name: `phase-${index}`,
    noop: false,
    startTimeMs: 0,
    startAfter: [],
    startAfterStrict: [],
    covers: [],
    durationMs: 600_000,
    shards,
    segments: 1,
    segmentMs: 600_000,
  }));

export type ItemSizes = {
  readonly live: number;
  readonly recent: number;
  /** The size of the item that has the seconds of one minute, when the minute is complete. */
  readonly minute: number;
  readonly flag: number;
  readonly start: number;
  readonly token: number;
  readonly lease: number;
  readonly conductor: number;
  readonly snapshot: number;
  readonly record: number;
};

/** The bytes of the items of a burst with this many phases and shards in each phase. */
export async function itemSizes(phases: number, shards: number): Promise<ItemSizes> {
  const drive = { phase: phases - 1, shard: shards - 1, segment: 0 };
  const graph = graphOf(phases, shards);
  const state = conductorOf(graph);
  const live = busyLive();
  const recent = busyRecent(shards === 1);
  const minute = busyMinute();
  const reports = Array.from({ length: Math.min(shards, 100) }, (_, shard) => ({ shard, segment: 0, live }));
  const read = graph.map((_, phase) => ({ phase, shards, from: 0, reports }));
  const id = { id: burst, benchmark: 'shop', file: 'shop.hf.yaml', seed: 3_123_456_789, user: 'ada' };
  const start = { kind: 'start', t0: now, lookAt: now - 600 } as const;
  return {
    live: await bytesOf((bursts) => bursts.putLive(burst, drive, live)),
    recent: await bytesOf((bursts) => bursts.putRecent(burst, drive, recent)),
    minute: await bytesOf((bursts) => bursts.putMinute(burst, drive.phase, 3, minute)),
    flag: await bytesOf((bursts) => bursts.putFlag(burst, 7, flagOf(state), flagCopies(graph))),
    start: await bytesOf((bursts) => bursts.putStart(burst, drive.phase, 7, start, 1)),
    token: await bytesOf((bursts) =>
      bursts.putToken(burst, drive.phase, { token: 'x'.repeat(tokenBytes), mark: 'x'.repeat(12) }),
    ),
    lease: await bytesOf((bursts) => bursts.lease(burst, drive, '36-characters-of-a-universally-unique')),
    conductor: await bytesOf((bursts) => bursts.replaceConductor(burst, 7, state)),
    snapshot: await bytesOf((bursts) =>
      bursts.putSnapshot(burst, nextSnapshot(undefined, state, read, now), now),
    ),
    record: await bytesOf((bursts) => bursts.create({ ...id, createdAt: now, state: 'running' })),
  };
}

/** The assumed bytes of a task token. Measured tokens had about 700, and the API allows 2,048. */
const tokenBytes = 1_024;

/** The bytes of the set with the numbers of a phase's ready drives. */
export const countBytes = (shards: number): number =>
  itemBytes({
    pk: `${burst}#drives#99#15`,
    sk: 'count#0000000000',
    expiresAt: now,
    ready: new Set(Array.from({ length: shards }, (_, n) => 16 * n + 15)),
  });
