import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { handler as awaitStart } from '../../../../functions/driver/await-start.ts';
import type { AwaitStartInput, DriveInput } from '../../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../../functions/stores.ts';
import { groupsFor } from '../../../../lib/driver/planning/sharding/merge-groups.ts';
import { StatesError } from '../../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../../lib/local/state-machine/interpreter/json.ts';
import type { Cloud } from '../../../functions/driver/cloud.ts';
import type { Ended } from './interpreters.ts';

/** A function that replaces the real function in a case. */
export type Instead = (payload: never) => Promise<unknown>;

/** A burst, and the results that an interpreter must give, because Step Functions gives them. */
export type Case = {
  /** A part of the ids of all bursts of this case. */
  readonly id: string;
  readonly holds: string;
  /** The text of the document's phases. `burst` is the id of the burst. */
  readonly phases: (burst: string) => string;
  readonly body?: Parameters<Cloud['prepare']>[2];
  /**
   * Functions that replace real ones, by the name of the function in the definition. `real` calls the
   * original function.
   */
  readonly instead?: (
    real: (name: string, payload: Json) => Promise<Json>,
  ) => Readonly<Record<string, Instead>>;
  /** The burst is stopped by its token when the target has received this many requests. */
  readonly stopAt?: number;
  /** True: the numbers of requests and calls depend on the instant at which the burst ends. */
  readonly isTimed?: true;
  /** The execution that ends the burst. Absent: the execution of the burst itself. */
  readonly endedBy?: (burst: string) => string;
  readonly expect: (seen: Seen) => void;
};

/** The outcome of a case on an interpreter. */
export type Seen = {
  readonly status: string | undefined;
  readonly error: string | undefined;
  /** The final state. A busy machine makes some bursts inconclusive, which count as `passed` here. */
  readonly state: string | undefined;
  readonly fault: string | undefined;
  /** The number of requests that the target received. */
  readonly sent: number;
  /** The number of invocations of each function. Repeated calls of a state that waits are left out. */
  readonly calls: Readonly<Record<string, number>>;
  /** `phase/shard/segment` of all invocations of drives. */
  readonly drives: readonly string[];
};

const phase = (burst: string, name: string, more = ''): string =>
  `- ${name}: { atOnce: { users: 4, ${more}scenario: [ get: [ { httpRequest: { GET: /${burst}/${name} } } ] ] } }\n`;

const steady = (burst: string, duration: string): string =>
  `- a: { constantRate: { usersPerSec: 20, duration: ${duration}, scenario: [ get: [ { httpRequest: { GET: /${burst}/a } } ] ] } }\n`;

const failing =
  (name: string, error: string, message: string, times = Number.POSITIVE_INFINITY): Case['instead'] =>
  (real) => {
    let left = times;
    return {
      [name]: async (payload: Json) => {
        left -= 1;
        if (left < 0) return real(name, payload);
        throw new StatesError(error, JSON.stringify({ errorType: error, errorMessage: message }));
      },
    };
  };

export const stopToken = 'the token of this burst';
export const stopHash = createHash('sha256').update(stopToken).digest('hex');
export const otherRegion = 'eu-west-1';
/** The longest segment of a phase in milliseconds, so that short bursts have several segments. */
export const segmentMsMax = 4_000;

/** The slowest cases are the first, so that they start first. */
export const cases: readonly Case[] = [
  {
    id: 'silent',
    holds: 'AwaitStart asks again when it gets no answer for 20 s',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 2 },
    // The first call gets no answer. The second gets an answer from the service.
    instead() {
      let asked = 0;
      return {
        async awaitStart(input: AwaitStartInput) {
          asked += 1;
          if (asked > 1) await awaitStart(input);
          return null;
        },
      };
    },
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.driveLost], ['passed', 4, undefined]),
  },
  {
    id: 'cut',
    holds: 'eighty drives of twenty shards and four segments, each once, merged in groups',
    phases: (burst) => steady(burst, '16s'),
    body: { shards: 20 },
    instead: () => ({ drive: async () => ({ result: 'missed' }) }),
    expect({ state, calls, drives }) {
      const all = Array.from({ length: 80 }, (_, n) => `0/${n % 20}/${Math.floor(n / 20)}`);
      assert.deepEqual(drives, all.sort());
      assert.deepEqual([state, calls.mergeGroup], ['incomplete', groupsFor(80)]);
    },
  },
  {
    id: 'later',
    holds: 'a burst that is stopped while drives wait for their start is ended by another execution',
    phases: (burst) => phase(burst, 'a') + phase(burst, 'b', 'startTime: 40s, '),
    body: { shards: 1 },
    stopAt: 1,
    isTimed: true,
    endedBy: (burst) => `${burst}-end`,
    expect: ({ status, state, calls }) =>
      assert.deepEqual([status, state, calls.drive, calls.merge], ['SUCCEEDED', 'stopped', 1, 1]),
  },
  {
    id: 'broken',
    holds: 'a phase that cannot be settled leaves its reason, and the burst is cleaned up',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 1 },
    instead: failing('settle', 'DownpourError', 'settle is broken'),
    endedBy: (burst) => `${burst}-rest`,
    expect({ fault, calls }) {
      assert.match(fault ?? '', /settle is broken/);
      assert.deepEqual([calls.phaseLost, calls.clean], [2, 2]);
    },
  },
  {
    id: 'two',
    holds: 'two phases, one strictly after the other, of two drives each',
    phases: (burst) => phase(burst, 'a') + phase(burst, 'b', 'startAfterStrict: a, '),
    body: { shards: 2 },
    expect({ state, sent, calls }) {
      assert.deepEqual([state, sent], ['passed', 8]);
      assert.deepEqual(calls, { plan: 1, drive: 4, settle: 2, merge: 1 });
    },
  },
  {
    id: 'pause',
    holds: 'a pause behind a phase, which ends with a whole second after its own end',
    phases: (burst) => `${phase(burst, 'a')}- pause: { noop: { duration: 1500ms, startAfter: a } }\n`,
    body: { shards: 2 },
    expect: ({ state, sent }) => assert.deepEqual([state, sent], ['passed', 4]),
  },
  {
    id: 'iterations',
    holds: 'three iterations of a phase, which take turns in one child of the map',
    phases: (burst) => phase(burst, 'a', 'maxIterations: 3, '),
    body: { shards: 1 },
    expect: ({ state, calls }) => assert.deepEqual([state, calls.drive], ['passed', 3]),
  },
  {
    id: 'refused',
    holds: 'a document that is refused is not planned again, and its words come through whole',
    phases: (burst) => phase(burst, 'a'),
    instead: failing('plan', 'DownpourError', 'line 1: "quoted"\n\\ and more'),
    expect({ status, error, calls, fault }) {
      assert.deepEqual([status, error], ['FAILED', 'DownpourError']);
      assert.equal(JSON.parse(fault ?? '').errorMessage, 'line 1: "quoted"\n\\ and more');
      assert.deepEqual(calls, { plan: 1, clean: 1 });
    },
  },
  {
    id: 'again',
    holds: 'a Plan that fails once is tried again',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 2 },
    instead: failing('plan', 'Error', 'once', 1),
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.plan, calls.clean], ['passed', 4, 2, undefined]),
  },
  {
    id: 'throttled',
    holds: 'a drive that is throttled is invoked again, once it can be',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 2 },
    instead: failing('drive', 'Lambda.TooManyRequestsException', 'Rate Exceeded.', 2),
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.drive, calls.driveLost], ['passed', 4, 4, undefined]),
  },
  {
    id: 'lost',
    holds: 'drives that fail are not invoked again, and the phase fails before anything is sent',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 2 },
    instead: failing('drive', 'Error', 'out of memory'),
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.drive, calls.driveLost], ['incomplete', 0, 2, 2]),
  },
  {
    id: 'partly',
    holds: 'one drive of ten that fails is missing from the run, and the others send their part',
    phases: (burst) => phase(burst, 'a').replace('users: 4', 'users: 20'),
    body: { shards: 10 },
    instead: (real) => ({
      async drive(input: DriveInput) {
        if (input.shard === 9) throw new StatesError('Error', '{"errorType":"Error","errorMessage":"gone"}');
        return real('drive', input as unknown as Json);
      },
    }),
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.driveLost], ['incomplete', 18, 1]),
  },
  {
    id: 'limit',
    holds: 'a phase behind one that breaks its limit is cancelled, and the burst has failed',
    phases: (burst) =>
      steady(burst, '4s').replaceAll('/a }', '/refused, sla: { invalidRatio: 0 } }') +
      phase(burst, 'b', 'startAfterStrict: a, '),
    body: { shards: 1 },
    isTimed: true,
    expect: ({ status, state, calls }) =>
      assert.deepEqual([status, state, calls.settle], ['SUCCEEDED', 'failed', 2]),
  },
  {
    id: 'regions',
    holds: 'the drives of a further region are started there, by a state machine of their own',
    phases: (burst) => phase(burst, 'a'),
    body: { shards: 2, askedRegions: { 'us-east-1': 1, [otherRegion]: 1 } },
    expect: ({ state, sent, calls }) =>
      assert.deepEqual([state, sent, calls.callRegions, calls.drive], ['passed', 4, 1, 2]),
  },
  {
    id: 'stopped',
    holds: 'a burst that is stopped with its token during a phase ends by itself',
    phases: (burst) => steady(burst, '4s'),
    body: { shards: 2 },
    stopAt: 5,
    isTimed: true,
    expect: ({ status, state, calls }) =>
      assert.deepEqual([status, state, calls.drive, calls.merge], ['SUCCEEDED', 'stopped', 2, 1]),
  },
];

/**
 * The part of the outcome that must be equal on all interpreters. The error is left out: an inline map fails
 * with the error of its child, and a distributed map with an error of Step Functions.
 */
export function agreed({ isTimed }: Case, { error: _, ...found }: Seen): object {
  return isTimed ? { ...found, calls: undefined, sent: undefined, drives: undefined } : found;
}

/** The stored parts of a burst that has ended. */
export async function seen(
  burst: string,
  { status, error, cause }: Ended,
  more: Pick<Seen, 'sent' | 'calls' | 'drives'>,
): Promise<Seen> {
  const record = await burstStores().bursts.get(burst);
  const state = record?.state === 'inconclusive' ? 'passed' : record?.state;
  return { status, error, state, fault: record?.fault?.cause ?? cause, ...more };
}
