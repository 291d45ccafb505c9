import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { mock, test } from 'node:test';
import { promisify } from 'node:util';
import { queryObjects } from 'node:v8';
import { realClock } from '../../../functions/driver/clock/real-clock.ts';
import { warmUp } from '../../../functions/driver/warmup/warm-up.ts';
import type { Clock } from '../../../lib/driver/clock.ts';
import { Http1Connection } from '../../../lib/driver/http/http1/connection.ts';
import { Session } from '../../../lib/driver/session/session.ts';
import type { Rows } from '../../../lib/driver/statistics/partial.ts';
import type { LiveSlice } from '../../../lib/driver/statistics/recording/live-slice.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { listRows } from '../../../lib/driver/statistics/wire/row-cursor.ts';

/** The URL of a module of the driver's functions. */
const sourceOf = (path: string): string => new URL(`../../../functions/driver/${path}`, import.meta.url).href;

test('warming up runs the engine and leaves nothing behind that holds the process', async () => {
  assert.equal(await printedAfterWarmUp(`console.log('warm')`), 'warm\n');
});

test('after the warm-up, V8 optimises a function fully within a thousand calls', async () => {
  const program = `
    const [maglev, turbofan] = [1 << 5, 1 << 6];
    const sum = (one, other) => one * 31 + (other % 7);
    const isOptimised = async (by) => {
      sum(1, 2);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return (%GetOptimizationStatus(sum) & by) !== 0;
    };
    while (!(await isOptimised(maglev)));
    for (let calls = 0; calls < 400; calls += 1) sum(1, 2);
    // V8 compiles in another thread, so each call after these only looks for the result.
    for (let calls = 0; calls < 600 && !(await isOptimised(turbofan)); calls += 1);
    console.log(await isOptimised(turbofan));`;
  assert.equal(await printedAfterWarmUp(program, '--allow-natives-syntax'), 'true\n');
});

/**
 * Code that counts full collections of garbage. V8's memory reducer begins eight seconds after a collection.
 */
const quiet = `
  const { PerformanceObserver, constants } = await import('node:perf_hooks');
  const { collectGarbage } = await import('${sourceOf('process/collect-garbage.ts')}');
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const isFull = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
  let full = 0;
  new PerformanceObserver((list) => { full += list.getEntries().filter(isFull).length; })
    .observe({ entryTypes: ['gc'] });
  const kept = Array.from({ length: 300_000 }, (_, n) => ({ n }));
  collectGarbage();`;

test('after the warm-up, V8 does not collect all garbage because few objects are created', async () => {
  // A busy machine may take longer than five seconds for the warm-up.
  const program = `process.uptime = () => 1; await warmUp(realClock); ${quiet}
    await pause(9_500);
    console.log(full, kept.length);`;
  assert.equal(await printed(program), '1 300000\n');
});

test('a process that is old at its warm-up continues, although V8 has begun to reduce its memory', async () => {
  const program = `${quiet}
    await pause(1_000);
    const before = full;
    for (let waits = 0; full === before && waits < 1_000; waits += 1) await pause(10);
    await warmUp(realClock);
    await pause(2_000);
    console.log(kept.length);`;
  assert.equal(await printed(program), '300000\n');
});

test('the thread of the alarms starts with the flags of V8 for which Node contains compiled code', async () => {
  const program = `
    const { cachedDataVersionTag } = await import('node:v8');
    const tag = cachedDataVersionTag();
    const rings = [];
    const alarm = (ring) => realClock.alarm(() => {
      rings.push(cachedDataVersionTag() === tag);
      ring();
    });
    await warmUp({ ...realClock, alarm });
    console.log(rings[0], cachedDataVersionTag() === tag);`;
  assert.equal(await printed(program), 'true false\n');
});

test('warming up sends requests with values, bodies and captures to itself, and reads what was measured', async () => {
  let watched = await watchedWarmUp();
  // On a busy machine, one load may be too short for a response, so the load is repeated.
  for (let tries = 1; tries < 20 && responsesOf(watched) === 0; tries += 1) watched = await watchedWarmUp();
  const { seen, ringsBefore, rows } = watched;
  const posts = seen.filter(({ line }) => line.startsWith('POST'));
  assert.ok(posts.length > 0 && responsesOf(watched) > 0);
  // The thread that wakes alarms already runs before the phase needs it.
  assert.deepEqual(ringsBefore, [0, 1]);
  // All instants are too large for V8's small integers.
  const measured = listRows(rows);
  assert.ok(measured.length > 0 && measured.every(({ second }) => second * 1e9 > 2 ** 31));
  for (const { line, n, host, body } of posts) {
    // The body of the request is 10: the counter was 9 and is increased by 1.
    assert.match(line, /^POST \/[ab]\?n=10$/);
    assert.ok(line.endsWith(`n=${n}`));
    assert.match(host ?? '', /^127\.0\.0\.1:\d+$/);
    assert.ok(['', `{"n":${n}}`].includes(await body.catch(() => '')));
  }
  // On a busy machine, the second request of a user may be missing.
  const others = seen.filter(({ line }) => !line.startsWith('POST'));
  assert.ok(others.every(({ line }) => line === 'GET /1'));
});

test('warming up keeps objects of the engine, because V8 discards compiled code with the last object of its form', async () => {
  await warmUp(realClock);
  await new Promise((resolve) => setTimeout(resolve, 50));
  // The call collects all garbage before it counts.
  for (const kind of [Session, Http1Connection]) assert.ok(Number(queryObjects(kind)) > 0, kind.name);
});

test('warming up closes every alarm and cancels every timer of its load', async () => {
  const open = new Set<object>();
  const clock: Clock = {
    ...realClock,
    after: (ms, call) => {
      const timer = {};
      open.add(timer);
      const cancel = realClock.after(ms, () => {
        open.delete(timer);
        call();
      });
      return () => {
        open.delete(timer);
        cancel();
      };
    },
    alarm: (ring) => {
      const alarm = realClock.alarm(ring);
      open.add(alarm);
      return {
        set: (...at) => alarm.set(...at),
        cancel: () => alarm.cancel(),
        close: () => {
          open.delete(alarm);
          alarm.close();
        },
      };
    },
  };
  await warmUp(clock);
  assert.equal(open.size, 0);
});

/** The output of a process that warms up and then runs the program. */
const printedAfterWarmUp = (program: string, ...flags: readonly string[]): Promise<string> =>
  printed(`await warmUp(realClock); ${program}`, ...flags);

/** The output of a process that runs the program, which can warm up. */
async function printed(program: string, ...flags: readonly string[]): Promise<string> {
  const whole = `const { warmUp } = await import('${sourceOf('warmup/warm-up.ts')}');
    const { realClock } = await import('${sourceOf('clock/real-clock.ts')}');
    ${program}`;
  const args = [...flags, '--input-type=module', '-e', whole];
  return (await promisify(execFile)(process.execPath, args, { timeout: 60_000 })).stdout;
}

type Watched = Awaited<ReturnType<typeof watchedWarmUp>>;

const responsesOf = ({ live }: Watched): number => live.counters.responses;

async function watchedWarmUp() {
  const seen: { line: string; n: unknown; host: string | undefined; body: Promise<string> }[] = [];
  const started = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage };
    const { method, url, headers } = request;
    const body = request.toArray().then((chunks) => Buffer.concat(chunks).toString());
    seen.push({ line: `${method} ${url}`, n: headers['x-n'], host: headers.host, body });
  };
  const [live, rows] = [mock.method(Recorder.prototype, 'live'), mock.method(Recorder.prototype, 'rows')];
  subscribe('http.server.request.start', started);
  let rings = 0;
  const ringsBefore: number[] = [];
  const alarm: Clock['alarm'] = (ring) => {
    ringsBefore.push(rings);
    return realClock.alarm(() => {
      rings += 1;
      ring();
    });
  };
  await warmUp({ ...realClock, alarm });
  unsubscribe('http.server.request.start', started);
  const [ofLive, ofRows] = [live.mock.calls[0]?.result, rows.mock.calls[0]?.result];
  mock.restoreAll();
  return { seen, ringsBefore, live: ofLive as LiveSlice, rows: ofRows as Rows };
}
