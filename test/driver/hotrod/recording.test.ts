import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CacheLink } from '../../../lib/driver/hotrod/link.ts';
import { connecting } from '../../../lib/driver/http/limits.ts';
import { openShardRun, type ShardRun } from '../../../lib/driver/session/shard-run.ts';
import { toLibrary } from '../../../lib/driver/statistics/histograms/to-hdr-histogram.ts';
import { responseAfter, ScriptedTarget } from '../http/scripted-target.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { assignmentFrom, type Drive, summary } from './drive.ts';
import { type CacheScript, ScriptedCaches } from './scripted-cache.ts';

/** The counters and times of Hot Rod requests, in virtual time with scripted connections. */

type Virtual = Drive & { readonly time: VirtualClock; readonly caches: ScriptedCaches };

const put = { hotrodRequest: { put: 'stock', key: 'k', value: 'käse' } };

const documentOf = (load: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  name: 'caches',
  hotrod: { uri: 'hotrod://a', caches: ['stock'] },
  phases: [{ load }],
  ...more,
});

/** Runs a document to its end. `during` is called when the run has begun. */
async function driveVirtually(
  document: unknown,
  script: CacheScript,
  during: (run: { time: VirtualClock; caches: ScriptedCaches; shardRun: ShardRun }) => void = () => {},
): Promise<Virtual> {
  const time = new VirtualClock();
  const { clock } = time;
  const caches = new ScriptedCaches(clock, script);
  const target = new ScriptedTarget(clock, { answer: () => responseAfter(5) });
  const { connect } = target;
  const opening = openShardRun(assignmentFrom(document), { clock, connect, connectHotRod: caches.connect });
  const shardRun = await time.until(opening);
  const running = shardRun.run(clock.nowNs());
  during({ time, caches, shardRun });
  const outcome = await time.until(running);
  assert.deepEqual(shardRun.active, { sessions: 0, inFlight: 0 });
  await time.until(shardRun.close());
  await time.pass(5_000);
  const left = [time.waiting, time.periodic, time.alarms, caches.open];
  assert.deepEqual(left, [0, 0, 0, 0], 'nothing is left open or ordered');
  return { ...summary(outcome, shardRun), time, caches };
}

/** The shortest and the longest latency and service time. Histograms are exact to half a percent. */
const timesMs = ({ all }: Drive) =>
  [all.latency, all.service].map((times) => {
    const { minNonZeroValue, maxValue } = toLibrary(times);
    return [minNonZeroValue, maxValue].map((ns) => Math.round(ns / 5e6) * 5);
  });

suite('a Hot Rod request', () => {
  test('row 79: its latency counts from the planned arrival, its service time from sending', async () => {
    const scenario = [{ main: [put] }];
    const waits = documentOf({
      constantRate: { usersPerSec: 10, variance: false, duration: '1050ms', maxSessions: 1, scenario },
    });
    // Requests are planned at 100, 200, 300 ms and so on. Each takes 350 ms, so they are served at 100, 450,
    // 800 ms and so on.
    const slow = await driveVirtually(waits, { answer: () => 350 });
    assert.equal(slow.counters.responses, 3);
    assert.deepEqual(timesMs(slow), [
      [350, 850],
      [350, 350],
    ]);
    // The generator is blocked from 95 to 245 ms, so it is late for the arrivals at 100 and 200 ms.
    const stalls = documentOf({
      constantRate: { usersPerSec: 10, variance: false, duration: '450ms', maxSessions: 5, scenario },
    });
    const late = await driveVirtually(stalls, { answer: () => 10 }, ({ time }) =>
      time.clock.after(95, () => time.stall(150)),
    );
    assert.equal(late.counters.responses, 4);
    assert.deepEqual(timesMs(late), [
      [10, 155],
      [10, 10],
    ]);
  });

  test('counts values as bytes, of what was written and of what was read', async () => {
    const get = { hotrodRequest: { get: 'stock', key: 'k' } };
    const scenario = [{ main: [put, get] }];
    const { counters } = await driveVirtually(documentOf({ atOnce: { users: 2, scenario } }), {
      answer: () => 1,
    });
    // The value 'käse' has 5 bytes, and the script answers 5 bytes to every request.
    assert.deepEqual([counters.requests, counters.bytesSent, counters.bytesReceived], [4, 10, 20]);
  });

  test('ignores an answer that comes after its time limit', async () => {
    const document = documentOf(
      { atOnce: { users: 1, scenario: [{ main: [put, put, put] }] } },
      {
        hotrod: { uri: 'hotrod://a?socket_timeout=90', caches: ['stock'] },
        ergonomics: { stopOnInvalid: false },
      },
    );
    const run = await driveVirtually(document, { answer: (_, index) => [120, 40, 20][index] ?? 0 });
    const { requests, responses, timeouts, invalid } = run.counters;
    assert.deepEqual([requests, responses, timeouts, invalid], [3, 2, 1, 1]);
    // The second and third requests come after the first has timed out. The late answer to the first ends
    // neither.
    assert.deepEqual(timesMs(run)[1], [20, 40]);
  });

  test('the time limit of an address that gives none is half a minute', async () => {
    const document = documentOf({ atOnce: { users: 1, scenario: [{ main: [put] }] } });
    for (const [afterMs, timedOut] of [
      [29_999, 0],
      [30_001, 1],
    ] as const)
      assert.equal((await driveVirtually(document, { answer: () => afterMs })).counters.timeouts, timedOut);
  });

  test('is neither answered nor failed when its phase cuts it off', async () => {
    const always = { users: 3, duration: '1s', maxDuration: '1s', scenario: [{ main: [put] }] };
    const { counters, outcome } = await driveVirtually(documentOf({ always }), { answer: () => 5_000 });
    assert.equal(outcome.result, 'completed');
    assert.deepEqual([counters.requests, counters.responses, counters.failed], [3, 0, 0]);
  });

  test('an error of the server ends the user, unless the document says otherwise', async () => {
    const scenario = [{ main: [put, put] }];
    for (const [stopOnInvalid, requests] of [
      [true, 2],
      [false, 4],
    ]) {
      const document = documentOf({ atOnce: { users: 2, scenario } }, { ergonomics: { stopOnInvalid } });
      const { counters, outcome, caches } = await driveVirtually(document, { answer: () => new Error('no') });
      assert.deepEqual([counters.requests, counters.connectionErrors], [requests, requests]);
      assert.deepEqual(outcome.errors, ['no']);
      assert.equal(caches.tried, 1, 'the connection stays');
    }
  });

  test('servers take turns', async () => {
    const document = documentOf(
      { atOnce: { users: 6, scenario: [{ main: [put] }] } },
      { hotrod: [{ uri: 'hotrod://a,b:7,c', caches: ['stock'] }] },
    );
    const { caches } = await driveVirtually(document, { answer: () => 10 });
    const servers = caches.seen.map(({ server: { host, port } }) => `${host}:${port}`);
    assert.deepEqual(
      servers,
      [...'ab', 'c', ...'ab', 'c'].map((host) => `${host}:${host === 'b' ? 7 : 11222}`),
    );
  });

  test('goes with HTTP requests in one scenario', async () => {
    const main = [put, { httpRequest: { GET: '/' } }, put];
    const scenario = { maxRequests: 1, initialSequences: [{ main }] };
    const document = documentOf({ atOnce: { users: 4, scenario } }, { http: { host: 'b' } });
    const { counters } = await driveVirtually(document, { answer: () => 10 });
    assert.deepEqual([counters.requests, counters.responses, counters.status2xx], [12, 12, 4]);
  });
});

suite('a connection', () => {
  test('that broke without a word is noticed within two probes, and opened again', async () => {
    const always = { users: 5, duration: '6s', scenario: [{ main: [put, { thinkTime: '10ms' }] }] };
    const run = await driveVirtually(
      documentOf({ always }, { ergonomics: { stopOnInvalid: false } }),
      {
        answer: ({ atNs }) => (atNs - t0Ns > 2e9 && atNs - t0Ns < 2.1e9 ? 'silence' : 20),
        open: (connection) => (connection === 2 ? refused : connection === 3 ? 30 : 0),
      },
      ({ time, caches }) => {
        t0Ns = time.clock.nowNs();
        time.clock.after(2_000, () => caches.break());
      },
    );
    const { counters, caches, outcome } = run;
    // Five requests in flight fail. All five try again and are rejected. Then they wait 50 ms, and later 30
    // ms.
    assert.equal(counters.connectionErrors, 10);
    assert.equal(counters.timeouts, 0);
    assert.equal(counters.requests, counters.responses + counters.connectionErrors);
    assert.equal(caches.tried, 3);
    assert.equal(Math.round(counters.blockedNs / 5e6), 80 - 10);
    assert.ok(counters.responses > 400, `${counters.responses}`);
    assert.match(outcome.errors.join(), /lost.*nothing listens on port 11222 of a/);
    assert.ok(caches.probes <= 2, `${caches.probes} probes`);
  });

  test('that cannot be opened fails the drive: temporary failures are repeated for a while, refusals of the server are not', async () => {
    for (const [why, tried] of [
      [refused, 50],
      ["Cache with name 'stock' not found", 1],
    ] as const) {
      const time = new VirtualClock();
      const caches = new ScriptedCaches(time.clock, { answer: () => 0, open: () => why });
      const document = documentOf({ atOnce: { users: 1, scenario: [{ main: [put] }] } });
      const { clock } = time;
      const opening = openShardRun(assignmentFrom(document), { clock, connectHotRod: caches.connect });
      await assert.rejects(time.until(opening), {
        name: 'Unreachable',
        message: /^cannot reach hotrod:\/\/a:11222: /,
      });
      assert.equal(caches.tried, tried);
    }
  });

  test('is closed when another one cannot be opened', async () => {
    const time = new VirtualClock();
    const { clock } = time;
    const caches = new ScriptedCaches(clock, {
      answer: () => 0,
      open: (connection) => (connection === 2 ? "Cache with name 'stock' not found" : 0),
    });
    const document = documentOf(
      { atOnce: { users: 1, scenario: [{ main: [put] }] } },
      { hotrod: { uri: 'hotrod://a,b', caches: ['stock'] } },
    );
    const opening = openShardRun(assignmentFrom(document), { clock, connectHotRod: caches.connect });
    await assert.rejects(time.until(opening), { name: 'Unreachable' });
    await time.pass(5_000);
    assert.deepEqual([time.waiting, time.periodic, time.alarms, caches.open], [0, 0, 0, 0]);
  });

  test('that opens after its time limit is closed', async () => {
    const time = new VirtualClock();
    const { clock } = time;
    const caches = new ScriptedCaches(clock, { answer: () => 0, open: () => connecting.reachMsMax + 1 });
    const document = documentOf({ atOnce: { users: 1, scenario: [{ main: [put] }] } });
    const opening = openShardRun(assignmentFrom(document), { clock, connectHotRod: caches.connect });
    await assert.rejects(time.until(opening), { name: 'Unreachable' });
    await time.pass(5_000);
    assert.equal(caches.open, 0);
  });

  for (const [when, tried, aborted] of [
    ['before the first attempt', 0, AbortSignal.abort(new Error('stopped'))],
    ['during an attempt that fails', 1, undefined],
  ] as const)
    test(`is opened no more when the drive stops: ${when}`, async () => {
      const time = new VirtualClock();
      const stop = new AbortController();
      const caches = new ScriptedCaches(time.clock, {
        answer: () => 0,
        open: () => {
          stop.abort(new Error('stopped'));
          return 'no such cache';
        },
      });
      const link = new CacheLink(server, 'stock', time.clock, caches.connect);
      await assert.rejects(time.until(link.open(aborted ?? stop.signal)), { message: 'stopped' });
      assert.equal(caches.tried, tried);
    });

  test('is opened no more when the drive stops: at once in the pause between two attempts', async () => {
    const time = new VirtualClock();
    const { clock } = time;
    const stop = new AbortController();
    const caches = new ScriptedCaches(clock, { answer: () => 0, open: () => refused });
    const link = new CacheLink(server, 'stock', clock, caches.connect);
    const startNs = clock.nowNs();
    clock.after(connecting.retryPauseMs / 2, () => stop.abort(new Error('stopped')));
    await assert.rejects(time.until(link.open(stop.signal)), { message: 'stopped' });
    assert.ok(clock.nowNs() - startNs < connecting.retryPauseMs * 1e6);
  });

  test('that is open sends a request without a wait', async () => {
    const time = new VirtualClock();
    const caches = new ScriptedCaches(time.clock, { answer: () => 0 });
    const link = new CacheLink(server, 'stock', time.clock, caches.connect);
    await time.until(link.open(new AbortController().signal));
    const waits: boolean[] = [];
    link.submit({ send: (_, waited) => waits.push(waited), fail: assert.fail });
    assert.deepEqual(waits, [false]);
    link.close();
  });

  test('is probed after a second when its first request has no answer', async () => {
    const time = new VirtualClock();
    const caches = new ScriptedCaches(time.clock, { answer: () => 0 });
    const link = new CacheLink(server, 'stock', time.clock, caches.connect);
    await time.until(link.open(new AbortController().signal));
    link.submit({ send: () => {}, fail: assert.fail });
    await time.pass(1_000);
    assert.equal(caches.probes, 1);
    link.close();
  });

  test('is probed when its requests end without an answer: the answers alone count', async () => {
    const time = new VirtualClock();
    const caches = new ScriptedCaches(time.clock, { answer: () => 0 });
    const link = new CacheLink(server, 'stock', time.clock, caches.connect);
    await time.until(link.open(new AbortController().signal));
    for (const isAnswered of [false, true]) {
      for (const _ of [1, 2]) link.submit({ send: () => {}, fail: assert.fail });
      link.release(isAnswered);
      await time.pass(1_000);
    }
    assert.equal(caches.probes, 1);
    link.close();
  });

  test('without requests in flight is not probed', async () => {
    const main = [put, { thinkTime: '5s' }, put];
    const document = documentOf({ atOnce: { users: 1, scenario: [{ main }] } });
    const { caches, counters } = await driveVirtually(document, { answer: () => 10 });
    assert.deepEqual([counters.responses, caches.probes], [2, 0]);
  });

  test('that cannot be opened fails only the requests that waited for it, and not those that follow them', async () => {
    const scenario = [{ main: [put, put, put] }];
    const document = documentOf({ atOnce: { users: 1, scenario } }, { ergonomics: { stopOnInvalid: false } });
    const { caches, counters } = await driveVirtually(
      document,
      { answer: () => 'silence', open: (connection) => (connection === 2 ? refused : 0) },
      ({ caches }) => caches.break(),
    );
    assert.deepEqual([counters.requests, counters.connectionErrors, caches.tried], [3, 2, 3]);
  });

  test('sends no waiting request of a user who has ended', async () => {
    const always = { users: 2, duration: '1s', maxDuration: '1s', scenario: [{ main: [put] }] };
    const { counters, caches } = await driveVirtually(documentOf({ always }), {
      answer: () => new Error('lost'),
      open: (connection) => (connection === 1 ? 0 : 2_400),
    });
    assert.deepEqual([counters.requests, caches.seen.length], [2, 2]);
  });
});

const server = { protocol: 'hotrod', host: 'a', port: 11222 } as const;
let t0Ns = 0;
const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
