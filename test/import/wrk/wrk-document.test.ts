import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { check } from '../../../bin/document/read-document.ts';
import { assignmentOf } from '../../../lib/driver/planning/sharding/assignment.ts';
import { openShardRun } from '../../../lib/driver/session/shard-run.ts';
import { Refusal } from '../../../lib/import/refusal.ts';
import type { Agent } from '../../../lib/import/wrk/option-values.ts';
import { wrkDocument } from '../../../lib/import/wrk/wrk-document.ts';
import type { WrkOrder } from '../../../lib/import/wrk/wrk-options.ts';
import { responseAfter, ScriptedTarget } from '../../driver/http/scripted-target.ts';
import { VirtualClock } from '../../driver/virtual-clock.ts';

const wrk: WrkOrder = {
  tool: 'wrk',
  url: 'shop.example/items',
  connections: 10,
  threads: 2,
  durationMs: 10_000,
  timeoutMs: 60_000,
  warmupMs: 6_000,
  headers: [],
  agents: [],
  http2: false,
  httpCache: false,
};
const wrk2: WrkOrder = { ...wrk, tool: 'wrk2', rate: 2000 };

async function planOf(order: WrkOrder) {
  const { plan, problems } = await check('wrk', JSON.stringify(wrkDocument(order)), { param: {}, shards: 1 });
  assert.deepEqual(
    problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  assert.ok(plan);
  return plan;
}

test('wrk: as many users as connections, again and again, first to warm up', async () => {
  const { benchmark } = await planOf(wrk);
  assert.equal(benchmark.name, 'wrk');
  assert.equal(benchmark.threads, 2);
  assert.equal(benchmark.failurePolicy, 'CONTINUE');
  assert.deepEqual(
    [benchmark.ergonomics.repeatCookies, benchmark.ergonomics.userAgentFromSession],
    [false, false],
  );
  const [target] = benchmark.targets;
  assert.deepEqual([target?.key, target?.connections.max], ['http://shop.example:80', 10]);
  assert.deepEqual(
    benchmark.phases.map(({ name, arrivals, durationMs, maxDurationMs, startAfterStrict, isWarmup }) => [
      ...[name, arrivals, durationMs, maxDurationMs, startAfterStrict, isWarmup],
    ]),
    [
      ['calibration', { kind: 'always', users: 10 }, 6_000, 66_000, [], true],
      ['test', { kind: 'always', users: 10 }, 10_000, 10_000, ['calibration'], false],
    ],
  );
});

test('wrk2: even arrivals, and sessions for those who may have to wait', async () => {
  const { benchmark } = await planOf({ ...wrk2, durationMs: 60_000 });
  assert.deepEqual(
    benchmark.phases.map(({ arrivals, maxSessions }) => [arrivals, maxSessions]),
    [
      [{ kind: 'constantRate', usersPerSec: 2000, variance: false }, 12_000],
      [{ kind: 'constantRate', usersPerSec: 2000, variance: false }, 30_000],
    ],
  );
  const short = await planOf({ ...wrk2, rate: 3, durationMs: 500, warmupMs: 100 });
  assert.deepEqual(
    short.benchmark.phases.map(({ maxSessions }) => maxSessions),
    [1, 2],
    'never more than arrive, and never none',
  );
});

test('without a warm-up there is only the test, and it waits for nothing', async () => {
  for (const order of [wrk, wrk2]) {
    const { benchmark } = await planOf({ ...order, warmupMs: 0 });
    assert.deepEqual(
      benchmark.phases.map(({ name, startAfterStrict }) => [name, startAfterStrict]),
      [['test', []]],
    );
  }
});

test('agents, HTTP/2 and the cache are there when they are requested', async () => {
  const agents: readonly Agent[] = [
    { name: 'one', properties: { threads: '3' } },
    { name: 'two', properties: {} },
  ];
  const { benchmark } = await planOf({
    ...wrk,
    url: 'https://shop.example',
    agents,
    http2: true,
    httpCache: true,
  });
  assert.deepEqual(benchmark.agents, [
    { name: 'one', threads: 3 },
    { name: 'two', threads: 2 },
  ]);
  const document = wrkDocument({ ...wrk, http2: true, httpCache: true }) as { http: object };
  assert.deepEqual(document.http, {
    host: 'http://shop.example',
    allowHttp2: true,
    sharedConnections: 10,
    useHttpCache: true,
  });
});

suite('an address', () => {
  const request = (url: string) => {
    const document = JSON.stringify(wrkDocument({ ...wrk, url }));
    return [/"host":"([^"]*)"/.exec(document)?.[1], /"GET":"([^"]*)"/.exec(document)?.[1]];
  };

  for (const [url, host, path] of [
    ['shop.example', 'http://shop.example', '/'],
    ['localhost:8080/a', 'http://localhost:8080', '/a'],
    ['http://shop.example?q=1', 'http://shop.example', '/?q=1'],
    ['https://shop.example:8443/a/../b?q=%20#there', 'https://shop.example:8443', '/a/../b?q=%20'],
    ['http://[::1]:81/', 'http://[::1]:81', '/'],
    ['shop.example/${name}', 'http://shop.example', '/$${name}'],
  ] as const)
    test(`${url}`, () => assert.deepEqual(request(url), [host, path]));

  for (const [url, why] of [
    ['ftp://shop.example/', /the scheme 'ftp' is not supported/],
    ['http://', /there is no host name/],
    ['shop.example:99999', /the port is 99999/],
    ['http://ann:secret@shop.example/', /^user:password in an address is not sent/],
  ] as const)
    test(`${url} is refused`, () =>
      assert.throws(
        () => request(url),
        (error: unknown) =>
          error instanceof Refusal && why.test(error.message) && !/secret/.test(error.message),
      ));
});

/**
 * Runs a phase of the benchmark in virtual time against a target that answers after this many milliseconds.
 */
async function runPhase(order: WrkOrder, index: number, answerMs: number) {
  const time = new VirtualClock();
  const { clock } = time;
  const target = new ScriptedTarget(clock, { answer: () => responseAfter(answerMs) });
  const assignment = assignmentOf(await planOf(order), index, 0, 0);
  const shardRun = await time.until(openShardRun(assignment, { clock, connect: target.connect }));
  const t0Ns = clock.nowNs();
  await time.until(shardRun.run(t0Ns));
  await time.until(shardRun.close());
  return target.seen.map(({ atNs, path, headers }) => ({ ms: (atNs - t0Ns) / 1e6, path, headers }));
}

test('row 144 (arrivals): never more requests in a stretch of time than the rate has', async () => {
  const at = (await runPhase({ ...wrk2, durationMs: 5_000 }, 1, 1)).map(({ ms }) => ms);
  assert.equal(at.length, 10_000);
  const windowMs = 10;
  const most = at.map(
    (from, first) => at.slice(first, first + 50).filter((ms) => ms < from + windowMs).length,
  );
  assert.equal(Math.max(...most), 20);
});

test('every header is sent as it was given, and no other', async () => {
  const headers = [
    ['accept', 'a'],
    ['X-Price', '${5}'],
    ['x-twice', '1'],
    ['x-twice', '2'],
  ] as const;
  const [request] = await runPhase({ ...wrk, headers, warmupMs: 0, durationMs: 10 }, 0, 20);
  assert.equal(request?.path, '/items');
  assert.deepEqual(request?.headers, headers.flat());
});
