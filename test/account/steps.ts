import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  DescribeAlarmsCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import type { Api } from '../../bin/api/client.ts';
import { check } from '../../bin/document/read-document.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';

/**
 * A target that belongs to the person who runs the tests: the version page of the deployment itself, which
 * needs no key.
 */
export type Target = { readonly url: string; readonly path: string };

/** The deployment that the steps test. */
export type Place = {
  readonly api: Api;
  readonly target: Target;
  /** Absent when the deployment is on one machine. */
  readonly aws?: { readonly region: string; readonly stack: string };
};

/** A property of a deployment that no simulation can prove. */
export type Step = {
  readonly proves: string;
  /**
   * The estimated probability that a real account behaves in another way than the simulations of this
   * project, from 0 to 1. The step with the highest value runs first.
   */
  readonly likely: number;
  /** The highest cost of the step in US dollars. For a burst, it is the planner's estimate. */
  readonly dollars: (target: Target) => Promise<number>;
  /** True for a check that only AWS can pass. The local cloud skips it. */
  readonly isOfAws?: true;
  readonly run: (place: Required<Place>) => Promise<void>;
};

type Load = { readonly rate: number; readonly seconds: number; readonly shards?: number };

/**
 * The loads that the steps send. Their users arrive at even intervals, so the number of requests is known.
 */
const loads = {
  short: { rate: 10, seconds: 5 },
  wide: { rate: 50, seconds: 5, shards: 50 },
  stopped: { rate: 5, seconds: 60 },
} as const satisfies Readonly<Record<string, Load>>;

/** The largest number of shards and the highest rate of these loads, as ceilings of the stage. */
export const ceilings = { shardsMax: 50, usersPerSecMax: 50 } as const;

const free = async (): Promise<number> => 0;
const cent = async (): Promise<number> => 0.01;

/** All steps. Those that most likely find a difference are the first. */
export const steps: readonly Step[] = [
  {
    proves: 'an alarm reaches its topic',
    likely: 0.97,
    dollars: free,
    isOfAws: true,
    run: ({ aws }) => alarmReaches(aws.region, aws.stack),
  },
  {
    proves: 'other functions of the account keep at least 100 executions at once',
    likely: 0.4,
    dollars: free,
    isOfAws: true,
    async run({ api }) {
      const { concurrency } = await api.doctor();
      assert.ok(concurrency !== undefined && concurrency.unreserved >= 100, JSON.stringify(concurrency));
    },
  },
  {
    proves: 'the first key opens the API, in the region of the stage',
    likely: 0.3,
    dollars: free,
    async run({ api, aws }) {
      assert.ok((await api.keys()).length > 0);
      if (aws !== undefined) assert.match(api.url, new RegExp(`\\.${aws.region}\\.`));
    },
  },
  {
    proves: 'a shard is measured with TLS',
    likely: 0.3,
    dollars: cent,
    isOfAws: true,
    async run({ api }) {
      const begun = Date.now();
      await ended(api, await api.startDoctorBurst());
      const { calibratedAt = 0, requestsPerSecTls } = await api.doctor();
      assert.ok(calibratedAt >= begun && requestsPerSecTls !== undefined);
    },
  },
  {
    proves: 'fifty drives of one phase are ready in time and send all of their load',
    likely: 0.2,
    dollars: (target) => priceOf(target, loads.wide),
    isOfAws: true,
    run: (place) => countedToTheLast(place, loads.wide),
  },
  {
    proves: 'a page of another origin may send a preflight request to the API',
    likely: 0.15,
    dollars: free,
    async run({ target }) {
      const headers = {
        origin: 'https://pages.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const reply = await fetch(`${target.url}/api/run/list`, { method: 'OPTIONS', headers });
      assert.ok(reply.ok, String(reply.status));
      assert.match(reply.headers.get('access-control-allow-origin') ?? '', /^(\*|https:\/\/pages)/);
    },
  },
  {
    proves: 'a burst is stopped with its token, without a function, and with no other token',
    likely: 0.1,
    dollars: (target) => priceOf(target, loads.stopped),
    async run({ api, target }) {
      const burst = await running(api, target);
      const stop = async (token: string): Promise<unknown> => {
        const body = JSON.stringify({ burst, token });
        const headers = { 'content-type': 'application/json' };
        const reply = await fetch(`${target.url}/api/burst/stop`, { method: 'POST', headers, body });
        return ((await reply.json()) as { readonly status?: string }).status;
      };
      assert.equal(await stop('another token'), 'FAILED');
      assert.equal(await stop(api.stopToken(burst) ?? ''), 'SUCCEEDED');
      assert.equal((await ended(api, burst)).state, 'stopped');
    },
  },
  {
    proves: `a burst of ${loads.short.rate * loads.short.seconds} requests is counted to the last`,
    likely: 0.1,
    dollars: (target) => priceOf(target, loads.short),
    run: (place) => countedToTheLast(place, loads.short),
  },
  {
    proves: 'a burst that is stopped ends as stopped',
    likely: 0.05,
    dollars: (target) => priceOf(target, loads.stopped),
    async run({ api, target }) {
      const burst = await running(api, target);
      await api.stopBurst(burst);
      const { state, reason } = await ended(api, burst);
      assert.equal(state, 'stopped', reason);
    },
  },
  {
    proves: 'an upload is stored and can be queried',
    likely: 0.02,
    dollars: free,
    async run({ api }) {
      const body = new TextEncoder().encode('{"a":[1,2]}');
      const uploaded = await api.upload({ body }, { test: 'account', start: '1', stop: '2' });
      assert.equal((await api.query(Number(uploaded), '$.a', {})).value, '[1,2]');
    },
  },
  {
    proves: 'a key is made and revoked',
    likely: 0.01,
    dollars: free,
    async run({ api }) {
      const name = 'account suite';
      await api.createKey(name);
      const made = (await api.keys()).find((key) => key.name === name && !key.isRevoked);
      assert.ok(made);
      await api.revokeKey(made.id);
      assert.equal((await api.keys()).find(({ id }) => id === made.id)?.isRevoked, true);
    },
  },
];

/**
 * Runs the steps in their order. A step that would cost more than the remaining dollars is left out, and its
 * line has its price. Every other line reports a property that was checked.
 */
export async function tryAll(
  place: Place,
  dollarsMax: number,
  say: (line: string) => void,
  all: readonly Step[] = steps,
): Promise<void> {
  let left = dollarsMax;
  for (const { proves, isOfAws, dollars, run } of all) {
    if (isOfAws && place.aws === undefined) continue;
    const price = await dollars(place.target);
    if (price > left) {
      say(`- left out: ${proves}: $${price.toFixed(4)} is more than the remaining $${left.toFixed(4)}`);
      continue;
    }
    left -= price;
    await run(place as Required<Place>);
    say(`✓ ${proves}`);
  }
}

function documentOf({ url, path }: Target, { rate, seconds }: Load): string {
  const scenario = [{ ask: [{ httpRequest: { GET: path } }] }];
  const constantRate = { usersPerSec: rate, duration: `${seconds}s`, variance: false, scenario };
  const http = { host: url, sharedConnections: 100 };
  return JSON.stringify({ name: 'account', http, phases: [{ load: { constantRate } }] });
}

/** The price of a load in AWS in US dollars, by the planner's own estimate. */
async function priceOf(target: Target, load: Load): Promise<number> {
  const options = { param: {}, ...(load.shards === undefined ? {} : { shards: load.shards }) };
  const { plan, problems } = await check('account', documentOf(target, load), options, {
    DOWNPOUR_URL: target.url,
  });
  assert.ok(plan, problems.map(({ message }) => message).join('; '));
  return plan.estimate.dollars;
}

async function countedToTheLast({ api, target }: Place, load: Load): Promise<void> {
  const shards = load.shards === undefined ? {} : { shards: load.shards };
  const { state, reason, runId } = await ended(
    api,
    await api.startBurst({ document: documentOf(target, load), ...shards }),
  );
  // On a busy machine the run is inconclusive, which is accepted too.
  assert.match(state, /^(passed|inconclusive)$/, reason);
  assert.ok(runId);
  const counts = await api.query(runId, '$.stats[*].total.summary.requestCount', { array: true });
  assert.deepEqual(JSON.parse(counts.value ?? ''), [load.rate * load.seconds]);
}

/** Starts a burst that will be stopped long before its end. */
async function running(api: Api, target: Target): Promise<string> {
  const burst = await api.startBurst({ document: documentOf(target, loads.stopped) });
  await until(api, burst, ({ phases }) => phases.some(({ status }) => status === 'RUNNING'));
  return burst;
}

/**
 * Raises an alarm of the stack by hand. CloudWatch records in its history whether the topic accepted the
 * mail.
 */
async function alarmReaches(region: string, stack: string): Promise<void> {
  const client = new CloudWatchClient({ region });
  try {
    const { MetricAlarms = [] } = await client.send(
      new DescribeAlarmsCommand({ AlarmNamePrefix: `${stack}-` }),
    );
    const AlarmName = MetricAlarms.find(({ AlarmActions = [] }) => AlarmActions.length > 0)?.AlarmName;
    assert.ok(AlarmName, `stack ${stack} has no alarm with an action`);
    const StateReason = 'the account suite tries whether this alarm reaches its topic';
    await client.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
    for (let attempt = 0; attempt < 60; attempt += 1) {
      const history = new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: 'Action' });
      const [action] = (await client.send(history)).AlarmHistoryItems ?? [];
      if (action !== undefined) return assert.match(action.HistorySummary ?? '', /^Successfully executed/);
      await pause(1_000);
    }
    assert.fail(`${AlarmName} has executed no action for a minute`);
  } finally {
    client.destroy();
  }
}

type Status = Awaited<ReturnType<Api['burst']>>;

const ended = (api: Api, burst: string): Promise<Status> => until(api, burst, ({ state }) => isFinal(state));

async function until(api: Api, burst: string, holds: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await api.burst(burst);
    if (holds(status) || isFinal(status.state)) return status;
    await pause(250);
  }
}
