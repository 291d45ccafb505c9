import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Start } from '../../../lib/driver/conducting/replies.ts';
import type { DriveBackend, DriveEnvironment } from '../../../lib/driver/driving/backend.ts';
import { type DriveTask, drive } from '../../../lib/driver/driving/drive.ts';
import { Sharing } from '../../../lib/driver/driving/shared-data-handover.ts';
import type { DriveRun } from '../../../lib/driver/driving/threads/drive-run.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import type { SharedSnapshot } from '../../../lib/driver/model/shared-state.ts';
import type { Source } from '../../../lib/driver/planning/sharding/shared-state-sources.ts';
import type { Partial } from '../../../lib/driver/statistics/partial.ts';
import { responseAfter, ScriptedTarget } from '../http/scripted-target.ts';
import { planned } from '../planning/planned.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { meterOf } from './stage.ts';

/** Drives pass the data that their users share to later drives, before those report that they are ready. */

function planOf(phases: string, segmentMsMax = 60_000): Plan {
  const http = "{ host: 'http://127.0.0.1:80', sharedConnections: 4 }";
  return planned(`name: test\nhttp: ${http}\nphases:${phases}`, { burst: 'b', shards: 1, segmentMsMax });
}

/** The drives of a burst in one virtual time, with the store that they share. */
class Burst {
  readonly time = new VirtualClock();
  readonly stored = new Map<string, SharedSnapshot>();
  readonly partials: Partial[] = [];
  readonly events: string[] = [];
  readonly log: string[] = [];
  /** The milliseconds that the store takes to write an interim state of shared data. */
  storingMs = 1;
  readonly #plan: Plan;
  readonly #target: ScriptedTarget;
  /** The start instant (T0) of each phase, when it is known. */
  readonly t0: (number | undefined)[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#target = new ScriptedTarget(this.time.clock, { answer: () => responseAfter(5) });
  }

  start(task: DriveTask): Promise<unknown> {
    const { clock } = this.time;
    const key = (source: DriveTask): string => `${source.phase}/${source.shard}/${source.segment}`;
    const note = (what: string) => async (): Promise<void> => void this.events.push(`${key(task)} ${what}`);
    const backend: DriveBackend = {
      lease: async () => true,
      lives: async () => assert.fail('no drive judges early'),
      flush: async () => {},
      plan: async () => this.#plan,
      files: async () => new Map(),
      gone: async () => assert.fail('no store refuses'),
      shared: async (source) => this.stored.get(key(source)),
      share: async (snapshot) => {
        if (!snapshot.final) await new Promise<void>((resolve) => clock.after(this.storingMs, resolve));
        this.events.push(`${key(task)} ${snapshot.final ? 'leaves' : 'publishes'}`);
        this.stored.set(key(task), JSON.parse(JSON.stringify(snapshot)));
      },
      stopReason: async () => undefined,
      ready: async () => {
        this.events.push(`${key(task)} ready`);
        this.t0[task.phase] ??= clock.epochMs() + 100;
      },
      start: async (): Promise<Start> => {
        const t0 = this.t0[task.phase];
        return t0 === undefined
          ? { kind: 'wait', ms: 100, tickAt: Infinity }
          : { kind: 'start', t0, lookAt: t0 - 10 };
      },
      failed: async (reason) => void this.events.push(`${key(task)} failed: ${reason}`),
      live: async () => {},
      recent: async () => {},
      finished: note('finished'),
      deliver: async (partial) => void this.partials.push(partial),
      terminated: note('terminated'),
    };
    const environment: DriveEnvironment = {
      clock,
      connect: this.#target.connect,
      lease: key(task),
      remainingMs: () => 900_000,
      startThread: () => assert.fail('this drive has one thread'),
      meter: () => meterOf({}),
      log: (line) => this.log.push(line),
      clockOffset: async () => undefined,
      warn: (message, error) => this.events.push(`${message}: ${error}`),
    };
    return drive(task, backend, environment);
  }
}

const task = (phase: number, segment = 0): DriveTask => ({ phase, shard: 0, segment });

const chain = planOf(
  `
- first:
    atOnce:
      users: 3
      scenario:
      - main:
        - addToSharedCounter: n++
        - getSharedCounter: n
        - pushSharedMap: { key: maps, vars: [n] }
        - publishGlobalCounters: { key: sums, vars: [n] }
        - thinkTime: 2s
- second:
    atOnce:
      users: 5
      startAfterStrict: first
      scenario:
      - main:
        - set: got <- none
        - pullSharedMap: { key: maps, vars: [n] }
        - addToSharedCounter: n += 10
        - getSharedCounter: { key: n, toVar: count }
        - log: '\${count}'
`.replaceAll('\\$', '$'),
);

suite('a drive that shares', () => {
  test('waits for what the phase before leaves, then is ready, and begins with that', async () => {
    const burst = new Burst(chain);
    const running = Promise.all([burst.start(task(1)), burst.start(task(0))]);
    assert.deepEqual(await burst.time.until(running), ['completed', 'completed']);
    assert.deepEqual(burst.events, [
      ...['0/0/0 ready', '0/0/0 finished', '0/0/0 leaves', '0/0/0 terminated'],
      ...['1/0/0 ready', '1/0/0 finished', '1/0/0 leaves', '1/0/0 terminated'],
    ]);
    assert.deepEqual(burst.log, ['13', '23', '33', '43', '53']);
    assert.deepEqual(
      [burst.stored.get('0/0/0')?.maps.length, burst.stored.get('1/0/0')?.maps.length],
      [3, 0],
    );
    const [first] = burst.partials;
    assert.deepEqual(first?.globalCounters, { sums: { n: '6' } });
  });

  test('goes without what was lost once its start is known, and reports it', async () => {
    const burst = new Burst(chain);
    const running = burst.start(task(1));
    await burst.time.pass(3_000);
    assert.deepEqual(burst.events, [], 'it is not ready');
    burst.t0[1] = burst.time.clock.epochMs() + 1_000;
    assert.equal(await burst.time.until(running), 'completed');
    assert.deepEqual(burst.log, ['10', '20', '30', '40', '50']);
    assert.equal(burst.events[0], '1/0/0 finished', 'nothing waits for a drive whose start is known');
    assert.deepEqual(burst.partials[0]?.outcome.notices, [
      'the data that the users of segment 0 of shard 0 of phase number 0 shared is lost, because that load generator was lost',
    ]);
  });

  test('fails when two phases published one name', async () => {
    const publish = (name: string, more = ''): string => `
- ${name}:
    atOnce:
      users: 1${more}
      scenario: [{ main: [{ set: token <- ${name} }, { publishAgentData: token }] }]`;
    const burst = new Burst(
      planOf(publish('one') + publish('two') + publish('three', '\n      startAfterStrict: [one, two]')),
    );
    for (const phase of [0, 1, 2]) await burst.time.until(burst.start(task(phase)));
    assert.ok(
      burst.events.includes(
        "2/0/0 failed: agent data 'token' was published by two phases; a name can be published only once",
      ),
    );
  });

  test('publishes nothing on the way when no segment follows', async () => {
    const burst = new Burst(
      planOf(`
- only:
    atOnce:
      users: 1
      scenario: [{ main: [{ set: token <- abc }, { publishAgentData: token }, { thinkTime: 5s }] }]`),
    );
    await burst.time.until(burst.start(task(0)));
    assert.deepEqual(burst.events, ['0/0/0 ready', '0/0/0 finished', '0/0/0 leaves', '0/0/0 terminated']);
  });

  test('reads nothing and leaves nothing when its users share nothing', async () => {
    const burst = new Burst(
      planOf('\n- only: { atOnce: { users: 1, scenario: [{ main: [{ httpRequest: { GET: / } }] }] } }'),
    );
    await burst.time.until(burst.start(task(0)));
    assert.equal(burst.stored.size, 0);
  });
});

suite('segments of a phase', () => {
  test('hand on: data while they run, maps and counters when their last user is gone', async () => {
    const plan = planOf(
      `
- long:
    constantRate:
      usersPerSec: 1
      variance: false
      maxSessions: 5
      duration: 20s
      scenario:
      - main:
        - addToSharedCounter: n++
        - getSharedCounter: n
        - pushSharedMap: { key: maps, vars: [n] }
        - thinkTime: 1500ms
`,
      10_000,
    );
    assert.equal(plan.phases[0]?.segments.length, 2);
    const burst = new Burst(plan);
    await burst.time.until(Promise.all([burst.start(task(0, 0)), burst.start(task(0, 1))]));
    const left = burst.stored.get('0/0/1');
    assert.deepEqual([left?.final, left?.maps.length], [true, 20]);
    assert.deepEqual(
      left?.counters.map(({ add }) => add),
      [10, 10],
    );
    assert.ok(burst.events.indexOf('0/0/0 leaves') < burst.events.indexOf('0/0/1 leaves'));
  });

  const rare = (steps: string): Plan =>
    planOf(
      `
- long:
    constantRate:
      usersPerSec: 0.1
      variance: false
      maxSessions: 5
      duration: 20s
      scenario: [{ main: [${steps}] }]
`,
      10_000,
    );

  test('begin with what a user of the segment before has published by then', async () => {
    const burst = new Burst(rare('{ readAgentData: token }'));
    burst.stored.set('0/0/0', {
      version: 1,
      final: false,
      maps: [],
      taken: [],
      counters: [],
      data: [{ name: 'token', phase: 0, shard: 0, value: 'abc' }],
    });
    burst.t0[0] = burst.time.clock.epochMs() - 9_000;
    assert.equal(await burst.time.until(burst.start(task(0, 1))), 'completed');
  });

  test('report that the data of a lost segment is missing, also when this is known at their end only', async () => {
    const burst = new Burst(rare('{ addToSharedCounter: n++ }'));
    burst.t0[0] = burst.time.clock.epochMs() - 9_000;
    assert.equal(await burst.time.until(burst.start(task(0, 1))), 'completed');
    assert.deepEqual(burst.partials[0]?.outcome.notices, [
      'the data that the users of segment 0 of shard 0 of phase number 0 shared is lost, because that load generator was lost',
    ]);
  });

  test('hear of what is published while both are at work', async () => {
    const burst = new Burst(rare('{ set: token <- abc }, { publishAgentData: token }, { thinkTime: 30s }'));
    const running = Promise.all([burst.start(task(0, 0)), burst.start(task(0, 1))]);
    assert.deepEqual(await burst.time.until(running), ['completed', 'failed']);
    assert.equal(burst.events.filter((event) => event === '0/0/0 publishes').length, 1);
    const [second] = burst.partials.filter(({ segment }) => segment === 1);
    assert.match(
      second?.outcome.reason ?? '',
      /agent data 'token' was published before; a name can be published only once$/,
    );
  });

  test('leave the state of the end, however slowly the store takes the one before', async () => {
    const burst = new Burst(rare('{ set: token <- abc }, { publishAgentData: token }, { thinkTime: 2s }'));
    burst.storingMs = 8_000;
    const first = burst.start(task(0, 0));
    await burst.time.until(first);
    await burst.time.pass(20_000);
    assert.equal(burst.stored.get('0/0/0')?.final, true);
    assert.ok(burst.events.indexOf('0/0/0 publishes') < burst.events.indexOf('0/0/0 leaves'));
  });
});

suite('a drive that leaves', () => {
  const late: Source = { phase: 0, shard: 0, segment: 0, late: true, maps: undefined };

  /** A drive that notes what it does, and the phases whose shared data is stored. */
  function stage() {
    const done: string[] = [];
    const stored = new Set<number>();
    const nothing = { version: 1, final: true, maps: [], taken: [], counters: [], data: [] } as const;
    const run = {
      publications: 0,
      absorb: async () => void done.push('absorbed'),
      notice: (message: string) => done.push(message),
      snapshot: async (final: boolean) => ({ ...nothing, final }),
    } as unknown as DriveRun;
    const backend = {
      shared: async ({ phase }: Source) => (stored.has(phase) ? nothing : undefined),
      share: async ({ final }: SharedSnapshot) => void done.push(final ? 'left' : 'published'),
      start: async () => ({ kind: 'start', t0: 0, lookAt: 0 }),
    } as unknown as DriveBackend;
    const { clock } = new VirtualClock();
    const environment = { clock, warn: assert.fail } as unknown as DriveEnvironment;
    const sharingOf = (sources: readonly Source[]) => new Sharing(sources, false, run, backend, environment);
    return { done, stored, sharingOf };
  }

  test('takes over what came since its last look, and then hands on all of it', async () => {
    const { done, stored, sharingOf } = stage();
    const sharing = sharingOf([late]);
    assert.equal(await sharing.takeOver(), undefined);
    stored.add(0);
    await sharing.leave();
    assert.deepEqual(done, ['absorbed', 'left']);
  });

  test('still takes over the data of the previous segment when a drive of an earlier phase was lost', async () => {
    const { done, stored, sharingOf } = stage();
    const sharing = sharingOf([
      { ...late, late: false },
      { ...late, phase: 1 },
    ]);
    assert.deepEqual(await sharing.takeOver(), { kind: 'start', t0: 0, lookAt: 0 });
    stored.add(1);
    const lost =
      'the data that the users of segment 0 of shard 0 of phase number 0 shared is lost, because that load generator was lost';
    assert.deepEqual(done, [lost]);
    assert.deepEqual(await sharing.leave(), []);
    assert.deepEqual(done, [lost, 'absorbed', 'left']);
  });
});
