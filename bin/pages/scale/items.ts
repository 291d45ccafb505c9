import { createHash } from 'node:crypto';
import { reduce } from '../../../lib/driver/conducting/conductor.ts';
import { flagCopies, flagOf } from '../../../lib/driver/conducting/flag.ts';
import { nextSnapshot } from '../../../lib/driver/conducting/snapshot.ts';
import { type ConductorState, startConducting } from '../../../lib/driver/conducting/state.ts';
import type { GraphPhase } from '../../../lib/driver/model/plan.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import type { Live } from '../../../lib/driver/progress/live.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { type Bursts, openBursts } from '../../../lib/store/bursts.ts';
import { itemBytes } from './item-bytes.ts';

/** Items of a burst as its stores write them, for their sizes. The burst has an id as the API makes them. */

export const burst = 'b-20261122-120000-x7k2';
const now = 1_700_000_000_000;

/** The bytes of each item that is written meanwhile. */
async function written(use: (bursts: Bursts) => Promise<unknown>): Promise<readonly number[]> {
  const sizes: number[] = [];
  const send = async ({ input }: { readonly input: Record<string, unknown> }): Promise<object> => {
    const {
      Item,
      Key,
      ExpressionAttributeValues: values = {},
    } = input as Readonly<Record<string, Record<string, unknown>>>;
    // What an update leaves is its key and its values, under names of a few letters.
    sizes.push(itemBytes(Item ?? { ...Key, ...values }));
    return {};
  };
  await use(openBursts({ send } as unknown as Parameters<typeof openBursts>[0], 'bursts', () => now));
  return sizes;
}

async function bytesOf(use: (bursts: Bursts) => Promise<unknown>): Promise<number> {
  return (await written(use))[0] ?? 0;
}

/** The last report of a drive that sends as much as a shard is trusted with. */
export function busyLive(): Live {
  const recorder = new Recorder();
  const metric = recorder.metric('browse', 0);
  for (let n = 0; n < planning.requestsPerSecShard; n += 1) {
    // Half of them take about 20 ms, one in a hundred 100 ms, as a lognormal distribution has it.
    const u = (n + 0.5) / planning.requestsPerSecShard;
    metric.time(4, 20e6 * Math.exp(0.69 * normal(u)), true);
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

/** The quantile of the normal distribution, by Winitzki's formula for the inverse of the error function. */
function normal(u: number): number {
  const x = 2 * u - 1;
  const log = Math.log(1 - x * x);
  const half = 2 / (Math.PI * 0.147) + log / 2;
  return Math.SQRT2 * Math.sign(x) * Math.sqrt(Math.sqrt(half * half - log / 0.147) - half);
}

/** Phases side by side, with all of their drives at work. */
export function conductorOf(graph: readonly GraphPhase[]): ConductorState {
  const asks = graph.map((_, phase) => ({
    phase,
    token: createHash('sha256').update(`${phase}`).digest('base64url').slice(0, 12),
  }));
  const first = startConducting({ graph, failurePolicy: 'CANCEL', leadMs: 5_000, startedAt: now });
  const tokens = asks.map(({ token }) => token);
  let state = reduce(first, { type: 'PhasesWaiting', asks, at: now + 1_234 }).state;
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
  readonly flag: number;
  readonly start: number;
  readonly token: number;
  readonly lease: number;
  readonly conductor: number;
  readonly snapshot: number;
  readonly record: number;
};

/** Bytes of the items of a burst whose phases have so many shards each. */
export async function itemSizes(phases: number, shards: number): Promise<ItemSizes> {
  const drive = { phase: phases - 1, shard: shards - 1, segment: 0 };
  const graph = graphOf(phases, shards);
  const state = conductorOf(graph);
  const live = busyLive();
  const reports = Array.from({ length: Math.min(shards, 100) }, (_, shard) => ({ shard, segment: 0, live }));
  const read = graph.map((_, phase) => ({ phase, shards, from: 0, reports }));
  const id = { id: burst, benchmark: 'shop', file: 'shop.hf.yaml', seed: 3_123_456_789, user: 'ada' };
  const start = { kind: 'start', t0: now, lookAt: now - 600 } as const;
  return {
    live: await bytesOf((bursts) => bursts.putLive(burst, drive, live)),
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

/** Task tokens were seen to have about 700 characters; the API allows 2,048. */
const tokenBytes = 1_024;

/** Of the drives of one phase that reported ready: a set of their numbers. */
export const countBytes = (shards: number): number =>
  itemBytes({
    pk: `${burst}#drives#99#15`,
    sk: 'count#0000000000',
    expiresAt: now,
    ready: new Set(Array.from({ length: shards }, (_, n) => 16 * n + 15)),
  });
