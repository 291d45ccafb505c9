import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { driving } from '../../../../lib/driver/driving/limits.ts';
import { StoreRefused } from '../../../../lib/driver/driving/retries.ts';
import { Team } from '../../../../lib/driver/driving/threads/combined-run.ts';
import type { DriveRun } from '../../../../lib/driver/driving/threads/drive-run.ts';
import { plannedPhase } from '../../../../lib/driver/planning/planned-phase.ts';
import { moreErrors } from '../../../../lib/driver/session/kept-errors.ts';
import { sessions } from '../../../../lib/driver/session/limits.ts';
import { openShardRun } from '../../../../lib/driver/session/shard-run.ts';
import { sharing } from '../../../../lib/driver/sharing/limits.ts';
import { listRows } from '../../../../lib/driver/statistics/wire/row-cursor.ts';
import { noRows } from '../../../../lib/driver/statistics/wire/rows.ts';
import { responseAfter, ScriptedTarget } from '../../http/scripted-target.ts';
import { assignmentOf, targetAt, totals } from '../../session/shards.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { aheadMs, meterOf, type Stage, stops, task } from '../stage.ts';
import { byThread, stageFor, threadsPlan } from './team.ts';

/**
 * A drive with several threads works as one drive: its load, its numbers and its end are those of all threads
 * together.
 */

function instants(stage: Stage): readonly number[] {
  const [first = 0] = stage.target.seen.map(({ atNs }) => atNs);
  return stage.target.seen.map(({ atNs }) => Math.round((atNs - first) / 1e3)).sort((a, b) => a - b);
}

suite('the load of several threads', () => {
  const even = 'constantRate: { usersPerSec: 97, variance: false, duration: 2s, maxSessions: 50';

  test('even arrivals are the same instants, each once, on any number of threads', async () => {
    const alone = stageFor(threadsPlan({ threads: 1, kind: even }));
    assert.equal(await alone.run(), 'completed');
    for (const threads of [2, 3, 7]) {
      const stage = stageFor(threadsPlan({ threads, kind: even }));
      assert.equal(await stage.run(), 'completed');
      assert.deepEqual(instants(stage), instants(alone), `${threads} threads`);
      assert.deepEqual([stage.outcome.planned, stage.outcome.started], [194, 194]);
      assert.equal(Object.keys(byThread(stage)).length, threads);
      const [partial] = stage.partials;
      assert.equal(totals(listRows(partial?.rows ?? noRows)).responses, 194);
      assert.equal(stage.lives.at(-1)?.totals.responses, 194);
    }
  });

  test('users of a closed phase start once, on threads that differ by one at most', async () => {
    const stage = stageFor(threadsPlan({ threads: 4, kind: 'atOnce: { users: 10' }));
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(Object.values(byThread(stage)).toSorted(), [2, 2, 3, 3]);
    assert.deepEqual([stage.outcome.planned, stage.outcome.started], [10, 10]);
  });

  test('a seed repeats arrivals, think times and items, and threads draw apart', async () => {
    const scenario =
      '[ { fetch: [ { randomInt: "n <- 1 .. 1000000" }, { thinkTime: { duration: 20ms, random: NEGATIVE_EXPONENTIAL } }, { httpRequest: { GET: "/${hyperfoil.agent.thread.id}/${n}" } } ] } ]';
    const kind = 'constantRate: { usersPerSec: 50, duration: 2s, maxSessions: 50';
    const run = async (): Promise<Stage> => {
      const stage = stageFor(threadsPlan({ threads: 2, kind, scenario }));
      assert.equal(await stage.run(), 'completed');
      return stage;
    };
    const [one, other] = [await run(), await run()];
    const paths = (stage: Stage): readonly string[] => stage.target.seen.map(({ path }) => path);
    assert.deepEqual(paths(one), paths(other));
    assert.deepEqual(instants(one), instants(other));
    const drawn = (thread: number): readonly (string | undefined)[] =>
      paths(one)
        .filter((path) => path.startsWith(`/${thread}/`))
        .map((path) => path.split('/')[2]);
    assert.ok(drawn(0).length > 10 && drawn(1).length > 10);
    assert.notDeepEqual(drawn(0).slice(0, 5), drawn(1).slice(0, 5));
  });

  test('row 70: no thread gets more than 60 % of the users who catch up', async () => {
    const kind = 'constantRate: { usersPerSec: 200, duration: 4s, maxSessions: 10';
    let stage: Stage | undefined;
    // The target sends no response within the first second and a half, so all later users wait for a session.
    const answer = () => {
      const ms = (stage?.time.clock.epochMs() ?? 0) - began;
      return responseAfter(ms < 1_500 ? 1_500 - ms : 5);
    };
    stage = stageFor(threadsPlan({ threads: 2, kind }), {}, { answer });
    const began = stage.time.clock.epochMs();
    assert.equal(await stage.run(), 'completed');
    assert.ok(stage.outcome.throttled > 200, `${stage.outcome.throttled} had to wait`);
    const counts = Object.values(byThread(stage));
    const all = counts.reduce((sum, count) => sum + count, 0);
    assert.ok(all > 600 && counts.length === 2);
    assert.ok(Math.max(...counts) <= 0.6 * all, `${counts} of ${all}`);
  });

  test('row 146: 1 user on 2 agents of 2 threads: no errors', async () => {
    for (const [kind, sent] of [
      ['atOnce: { users: 1', 1],
      ['constantRate: { usersPerSec: 1, duration: 3s, variance: false', 3],
    ] as const) {
      const plan = threadsPlan({ threads: 2, top: 'agents: [ one, two ]', kind });
      assert.equal(plan.benchmark.agents.length, 2);
      const stages: Stage[] = [];
      for (let shard = 0; shard < plannedPhase(plan, 0).shards; shard += 1) {
        const stage = stageFor(plan);
        assert.equal(await stage.run({ ...task, shard }), 'completed');
        assert.deepEqual([stage.outcome.errors, stage.warnings], [[], []]);
        stages.push(stage);
      }
      assert.equal(
        stages.reduce((sum, { target }) => sum + target.seen.length, 0),
        sent,
      );
    }
  });
});

test('a run has the notices of each thread, also those of its last moment', async () => {
  const stage = stageFor(
    threadsPlan({ threads: 3 }),
    {},
    {
      answer: ({ path }) => ({
        kind: 'response',
        afterMs: 5,
        headers: { 'set-cookie': `of${path.slice(1)}=1; Domain=example.com` },
      }),
    },
  );
  assert.equal(await stage.run(), 'completed');
  // A target reports one cookie for each reason, and each thread has a target of its own.
  const named = (stage.outcome.notices ?? []).map((notice) => /cookie '(\w+)'/.exec(notice)?.[1]);
  assert.deepEqual(named.toSorted(), ['of0', 'of1', 'of2']);
});

suite('data that users of several threads share', () => {
  test('counters are of a thread, global counters add over all of them', async () => {
    const scenario =
      '[ { fetch: [ { addToSharedCounter: { key: n, value: 1 } }, { setInt: "one <- 1" }, { publishGlobalCounters: { key: all, vars: [ one ] } }, { getSharedCounter: { key: n, toVar: n } }, { httpRequest: { GET: "/${hyperfoil.agent.thread.id}/${n}" } } ] } ]';
    const stage = stageFor(threadsPlan({ threads: 3, kind: 'atOnce: { users: 9', scenario }), {
      shared: async () => undefined,
      share: async () => {},
    });
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(stage.target.seen.map(({ path }) => path).toSorted(), [
      ...[0, 1, 2].flatMap((thread) => [1, 2, 3].map((count) => `/${thread}/${count}`)),
    ]);
    assert.deepEqual(stage.partials[0]?.globalCounters, { all: { one: '9' } });
  });

  const published =
    '{ initialSequences: [ { owner: [ { breakSequence: { intCondition: hyperfoil.session.id > 0 } }, { publishAgentData: { name: who, fromVar: hyperfoil.agent.thread.id } } ] }, { reader: [ { thinkTime: 50ms }, { readAgentData: { name: who, toVar: who } }, { httpRequest: { GET: "/${hyperfoil.agent.thread.id}/${who}" } } ] } ] }';
  const backend = { shared: async () => undefined, share: async () => {} };

  test('data that is published on one thread is there on all of them', async () => {
    const stage = stageFor(threadsPlan({ threads: 3, scenario: published }), backend);
    assert.equal(await stage.run(), 'completed');
    assert.deepEqual(stage.target.seen.map(({ path }) => path).toSorted(), ['/0/0', '/0/0', '/1/0', '/2/0']);
  });

  test('a thread that cannot take what another has published does not continue without it', async () => {
    const stage = stageFor(threadsPlan({ threads: 3, scenario: published }), backend);
    stage.threads.fail('absorb', 'no room for it');
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.outcome.reason, 'no room for it');
    assert.equal(stage.target.seen.length, 0);
  });

  test('has a part of the bound for each of them', async () => {
    const whole = assignmentOf({ target: targetAt(80), scenario: [{ a: ['noop'] }] });
    const time = new VirtualClock();
    const { clock } = time;
    const { connect } = new ScriptedTarget(clock, { answer: () => responseAfter(1) });
    const open = (count: number) =>
      time.until(openShardRun({ ...whole, thread: { index: 0, count } }, { clock, connect }));
    const half = new Map([['text', 'x'.repeat(sharing.bytesMax / 4)]]);
    (await open(1)).shared.pool('k').push(half);
    const part = await open(4);
    assert.throws(() => part.shared.pool('k').push(half), /exceed 8 MiB; keep less in them$/);
  });

  test('a thread that fails its phase stops the users of all others', async () => {
    const stage = stageFor(
      threadsPlan({
        threads: 2,
        kind: 'always: { users: 2, duration: 60s',
        scenario:
          '[ { fetch: [ { httpRequest: { GET: "/" } }, { thinkTime: 100ms }, { breakSequence: { intCondition: hyperfoil.session.id == 0 } }, { readAgentData: { name: nobody, toVar: who } } ] } ]',
      }),
      backend,
    );
    const began = stage.time.clock.epochMs();
    assert.equal(await stage.run(), 'failed');
    assert.match(stage.outcome.reason ?? '', /agent data 'nobody' is not published/);
    assert.ok(stage.outcome.terminatedAt - began < 1_000);
    assert.deepEqual(stage.outcome.errors.length, 1);
  });
});

test('a drive reports the stalls of its other threads', async () => {
  const stage: Stage = stageFor(threadsPlan({ threads: 2 }), {
    start: async () => ({ kind: 'start', t0, lookAt: t0 - 50 }),
  });
  const t0 = Math.ceil(stage.time.clock.epochMs()) + aheadMs;
  stage.threadMeter = () => meterOf({ stalls: [{ fromMs: t0 + 10, toMs: t0 + 710 }] });
  assert.equal(await stage.run(), 'completed');
  assert.equal(stage.outcome.stallNsMax, 700e6);
});

suite('a thread that is lost', () => {
  const forever = 'always: { users: 4, duration: 60s';
  const paced =
    '[ { fetch: [ { httpRequest: { GET: "/${hyperfoil.agent.thread.id}" } }, { thinkTime: 100ms } ] } ]';

  test('fails the drive with its reason, and the others stop', async () => {
    const stage = stageFor(threadsPlan({ threads: 3, kind: forever, scenario: paced }));
    const began = stage.time.clock.epochMs();
    stage.time.clock.after(1_500, () => stage.threads.lose(1, 'out of memory'));
    const running = stage.time.until(stage.leased());
    assert.equal(await running, 'failed');
    assert.equal(stage.outcome.reason, 'event loop 3 of 3 was lost: out of memory');
    assert.equal(stage.outcome.planned, 4);
    assert.ok(stage.outcome.terminatedAt - began < 2_000);
    assert.deepEqual(stage.reports, ['ready', 'finished', 'delivered', 'terminated']);
    assert.deepEqual([stage.threads.ended, stage.threads.released], [1, 1]);
    assert.ok(
      totals(listRows(stage.partials[0]?.rows ?? noRows)).requests > 0,
      'what the others measured is kept',
    );
  });

  test('because it hangs is not waited for', async () => {
    const stage = stageFor(threadsPlan({ threads: 2, kind: forever, scenario: paced }));
    const began = stage.time.clock.epochMs();
    stage.time.clock.after(1_500, () => stage.threads.hang(0));
    assert.equal(await stage.time.until(stage.leased()), 'failed');
    assert.match(stage.outcome.reason ?? '', /event loop 2 of 2 was lost: it did not answer within/);
    assert.ok(stage.outcome.terminatedAt - began < 4_000 + driving.threadAnswerMsMax);
  });

  test('while it encodes what it measured fails the drive too', async () => {
    const stage = stageFor(threadsPlan({ threads: 2 }));
    stage.threads.when('measured', () => stage.threads.lose(0, 'out of memory'));
    assert.equal(await stage.time.until(stage.leased()), 'failed');
    assert.equal(stage.outcome.reason, 'event loop 2 of 2 was lost: out of memory');
  });

  test('is one, too, when it replies with an error to a call without a waiting caller', async () => {
    const stage = stageFor(threadsPlan({ threads: 2, kind: forever, scenario: paced }));
    stage.threads.fail('seal', 'seconds are out of order');
    const began = stage.time.clock.epochMs();
    assert.equal(await stage.time.until(stage.leased()), 'failed');
    assert.equal(stage.outcome.reason, 'event loop 2 of 2 was lost: seconds are out of order');
    assert.ok(stage.outcome.terminatedAt - began < 4_000);
  });

  test('and a thread that cannot report its measurements', async () => {
    const stage = stageFor(threadsPlan({ threads: 2 }));
    stage.threads.fail('measured', 'too many rows');
    assert.equal(await stage.time.until(stage.leased()), 'failed');
    assert.equal(stage.outcome.reason, 'event loop 2 of 2 was lost: too many rows');
    assert.deepEqual([stage.threads.ended, stage.threads.released], [1, 0], 'it serves no other drive');
  });

  test('before it has opened its connections keeps the phase from starting', async () => {
    const stage = stageFor(threadsPlan({ threads: 2 }));
    stage.threads.when('open', () => stage.threads.lose(0, 'no memory'));
    assert.equal(await stage.time.until(stage.leased()), 'failed');
    assert.deepEqual(stage.reports[0], 'failed: event loop 2 of 2 was lost: no memory');
    assert.equal(stage.target.seen.length, 0);
  });
});

test('Errors of several threads beyond the bound are left out with a notice', async () => {
  const noticesOf = async (...counts: readonly number[]) => {
    const parts = counts.map((count, thread) => {
      const errors = Array.from({ length: count }, (_, index) => `${thread} ${index}`);
      const outcome = { result: 'completed', started: 0, throttled: 0, sessionLimitExceeded: false, errors };
      return { notices: [], run: async () => outcome } as unknown as DriveRun;
    });
    const { errors, notices } = await new Team(parts).run(0, () => {}, 0);
    assert.equal(errors.length, sessions.errorsMax);
    return notices;
  };
  assert.deepEqual(await noticesOf(60, 40), []);
  assert.deepEqual(await noticesOf(60, 41), [moreErrors]);
});

suite('threads are stopped together', () => {
  test('while they are at work', async () => {
    const stage = stageFor(
      threadsPlan({ threads: 3, kind: 'always: { users: 6, duration: 60s' }),
      stops(undefined, undefined, 'enough'),
    );
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.outcome.reason, 'enough');
    assert.equal(stage.threads.released, 2);
  });

  test('while they open their connections', async () => {
    const stage = stageFor(threadsPlan({ threads: 3 }), stops(undefined, 'enough'), {
      open: () => 60_000,
    });
    assert.equal(await stage.run(), 'stopped');
    assert.equal(stage.outcome.reason, 'enough');
    assert.equal(stage.threads.released, 2);
  });

  test('when no start comes, or the stores refuse it', async () => {
    for (const start of [
      async () => ({ kind: 'stop', reason: 'enough' }) as const,
      async () => Promise.reject(new StoreRefused('no start')),
    ]) {
      const stage = stageFor(threadsPlan({ threads: 3 }), { start });
      await stage.time.until(stage.leased());
      assert.deepEqual([stage.target.seen.length, stage.threads.released], [0, 2], stage.outcome.reason);
    }
  });

  test('when one of them cannot reach the target', async () => {
    const stage = stageFor(
      threadsPlan({ threads: 3 }),
      {},
      {
        open: (socket) => (socket > 25 ? new Error('refused') : 0),
      },
    );
    assert.equal(await stage.run(), 'failed');
    assert.match(stage.outcome.reason ?? '', /refused/);
    assert.deepEqual([stage.target.seen.length, stage.threads.released], [0, 2]);
  });

  test('when one of them has no file descriptors left, which is no fault of the target', async () => {
    const open = (socket: number) => (socket > 25 ? Object.assign(new Error(), { code: 'EMFILE' }) : 0);
    const stage = stageFor(threadsPlan({ threads: 3 }), {}, { open });
    assert.equal(await stage.run(), 'missed');
    assert.match(stage.outcome.reason ?? '', /no file descriptors or ports left/);
    assert.equal(stage.target.seen.length, 0);
  });
});
