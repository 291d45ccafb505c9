import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, suite, test } from 'node:test';
import type { BurstStatus } from '../../../lib/api.generated.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { apiKey, startApi } from '../api.ts';
import { downpour, type Ended, startDownpour } from '../downpour.ts';
import { typed } from '../typed.ts';

/** `downpour wrk` and `wrk2` against a server of this process. */

const counted = { requests: 0, responses: 0 };
let dropped = 0;

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/highway': (response) => response.end('highway'),
  // Two of three responses are complete. Every response sends its first byte, because Downpour repeats a
  // request when the connection ends before that.
  '/unpredictable': (response) => {
    dropped = (dropped + 1) % 3;
    if (dropped === 0) response.writeHead(200, { 'content-length': 2 }).write('1', () => response.destroy());
    else response.end();
  },
  '/missing': (response) => response.writeHead(404).end(),
  '/500ms': (response) => setTimeout(() => response.end('500ms!'), 500),
  '/10s': () => {},
};

const server = createServer((request, response) => {
  counted.requests += 1;
  response.on('finish', () => {
    counted.responses += 1;
  });
  answers[request.url ?? '']?.(response);
});

let folder = '';
let port = 0;
let serve: ReturnType<typeof startDownpour>;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-wrk-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  // The commands use this API. Without it, each command would first start its own local cloud.
  serve = startDownpour(['serve', '--port', '0', '--json', '--data', join(folder, 'data')]);
  await once(serve.stdout, 'data');
});
after(async () => {
  serve.kill('SIGINT');
  await once(serve, 'close');
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

/** The result of a command, its run, and the counts of the server. */
type Tested = Ended & {
  readonly run: RunDocument | undefined;
  readonly seen: { readonly requests: number; readonly responses: number };
};

const known = new Map<string, Promise<Tested>>();

/** Runs a command once, also when several tests need it. `/path` is a path of the server. */
async function tested(command: string): Promise<Tested> {
  // The commands run one after the other, so that the server knows which command sent a request.
  await Promise.all(known.values());
  const running = known.get(command) ?? testing(command);
  known.set(command, running);
  return running;
}

async function testing(command: string): Promise<Tested> {
  Object.assign(counted, { requests: 0, responses: 0 });
  const words = command
    .split(' ')
    .map((word) => (Object.hasOwn(answers, word) ? `127.0.0.1:${port}${word}` : word));
  const file = join(folder, `${known.size}.json`);
  const ended = await downpour([...words, '--json', file, '--data', join(folder, 'data')]);
  // A rejected command writes no file.
  const run = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;
  return { ...ended, run, seen: { ...counted } };
}

const short = '-d 1s --warmup-duration 500ms --timeout 5s';
/** On a busy machine, a second may pass before the first response arrives. */
const longer = '-d 4s --warmup-duration 500ms --timeout 5s';
const plain = `wrk -c 4 ${short} /highway`;
const slowly = `wrk2 -R 5 -U ${short} /highway`;
const losing = `wrk2 -R 20 ${short} /unpredictable`;
/** When the test ends, most of its users still wait for a connection. */
const crowded = `wrk2 -R 200 -c 2 ${short} /500ms`;
const unreachable = 'wrk nowhere.invalid/highway';

const summaryOf = ({ run }: Tested, phase: string) =>
  run?.stats.find(({ name, metric }) => name === phase && metric === 'request')?.total.summary;

suite('row 142: on a local server', () => {
  test('wrk succeeds and prints what wrk prints', async () => {
    const { code, stdout, stderr } = await tested(plain);
    assert.equal(code, 0, stderr);
    const shape = [
      /^Running 1s test @ 127\.0\.0\.1:\d+\/highway$/,
      /^ {2}2 threads and 4 connections$/,
      /^ {2}Thread Stats {3}Avg {6}Stdev {5}Max {3}\+\/- Stdev$/,
      /^ {4}Latency +[\d.]+m?u?s +[\d.]+m?u?s +[\d.]+m?u?s +[\d.]+%$/,
      /^ {4}Req\/Sec +[\d.]+k? +[\d.]+k? +[\d.]+k? +[\d.]+%$/,
      /^ {2}\d+ requests in [\d.]+m?s, [\d.]+[KMG]?B read$/,
      /^Requests\/sec: +[\d.]+$/,
      /^Transfer\/sec: +[\d.]+[KMG]?B$/,
    ];
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, shape.length, stdout);
    for (const [at, line] of lines.entries()) assert.match(line, shape[at] ?? /^$/);
  });

  test('wrk2 succeeds, with percentiles and those without the waiting time', async () => {
    const { code, stdout, stderr } = await tested(slowly);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^ {2}Latency Distribution \(HdrHistogram - Recorded Latency\)$/m);
    assert.match(stdout, /^ 99\.999% +[\d.]+m?u?s$/m);
    assert.match(stdout, /^ {2}Latency Distribution \(HdrHistogram - Uncorrected Latency/m);
    // When the second is over, the last of the five requests may have no response yet.
    assert.match(stdout, /^ {2}[45] requests in /m);
  });

  test('they succeed where a part of the requests fails, and report how many', async () => {
    const [lost, missing] = [await tested(losing), await tested(`wrk -c 2 ${longer} /missing`)];
    assert.deepEqual([lost.code, missing.code], [0, 0]);
    assert.match(lost.stdout, /^ {2}Socket errors: connect [1-9]\d*, read 0, write 0, timeout 0$/m);
    assert.match(missing.stdout, /^ {2}Non-2xx or 3xx responses: [1-9]\d*$/m);
    assert.ok(missing.run?.stats.some(({ total }) => total.failures > 0));
  });

  test('the report of the run is written to a file', async () => {
    const file = join(folder, 'report.html');
    const { code, stderr } = await tested(`wrk -d 300ms --warmup-duration 0 -o ${file} -c 1 -t 1 /highway`);
    assert.equal(code, 0, stderr);
    assert.match(await readFile(file, 'utf8'), /^<!doctype html>[\s\S]*request[\s\S]*<\/html>\s*$/i);
  });

  test('an unreachable host fails, with a sentence that reports the reason', async () => {
    const { code, stdout, stderr } = await tested(unreachable);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^error cannot reach http:\/\/nowhere\.invalid:80: (no host has the name|the name nowhere\.invalid could not be looked up)/m,
    );
    assert.doesNotMatch(stderr, /is stored/, 'a run without numbers has no report to look at');
  });
});

test('a test without a run replaces the document of an earlier test by the reason', async () => {
  const status = { id: 'b1', benchmark: 'wrk', state: 'incomplete', reason: 'Merge failed', phases: [] };
  await using api = await startApi({ statuses: [status as BurstStatus] });
  const environment = { DOWNPOUR_URL: api.url, DOWNPOUR_API_KEY: apiKey };
  const file = join(folder, 'earlier.json');
  await writeFile(file, '{"event":"result","state":"passed"}');
  const { code } = await typed(['wrk', '127.0.0.1:1', '--json', file], { environment });
  const { state, reason } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  assert.deepEqual([code, state, reason], [3, 'incomplete', 'Merge failed']);
});

test('two outputs to one place are refused', async () => {
  for (const place of ['-', join(folder, 'both')]) {
    const { error } = await typed(['wrk', '127.0.0.1:1', '--json', place, '-o', place]);
    assert.match(error?.message ?? '', /^Two outputs are written to /);
  }
});

test('Ctrl-C ends the test, shows what was measured and exits 130; the run document can go to a script', async () => {
  await Promise.all(known.values());
  const to = ['--json', '-', '--data', join(folder, 'data')];
  const command = startDownpour([
    'wrk',
    '-d',
    '60s',
    '--warmup-duration',
    '0',
    ...to,
    `127.0.0.1:${port}/highway`,
  ]);
  const output = [text(command.stdout), text(command.stderr)] as const;
  const ended = once(command, 'close');
  await once(server, 'request');
  command.kill('SIGINT');
  const [code] = await ended;
  const [stdout, stderr] = await Promise.all(output);
  assert.equal(code, 130, stderr);
  assert.equal((JSON.parse(stdout) as RunDocument).state, 'stopped');
  assert.match(stderr, /^Running 60s test @ [\s\S]*^ {2}\d+ requests in [\s\S]*^! stopped by you$/m);
});

suite('row 143: limits', () => {
  test('hold at a low rate', async () => {
    const { run } = await tested(slowly);
    assert.deepEqual(
      run?.stats.map(({ name, total }) => [name, total.failures]),
      [
        ['calibration', 0],
        ['test', 0],
      ],
    );
    assert.deepEqual(run.failures, []);
  });

  test('that the warm-up breaks do not cancel the test', async () => {
    const lost = await tested(losing);
    const broken = lost.run?.verdicts.filter(({ phase, passed }) => phase === 'calibration' && !passed);
    assert.deepEqual(
      broken?.map(({ criterion }) => criterion),
      ['failedRatio'],
    );
    assert.ok(Number(summaryOf(lost, 'test')?.responseCount) > 0);
  });

  test('that an overload breaks are listed, and change no exit code', async () => {
    const { run, code, stderr } = await tested(crowded);
    assert.equal(code, 0, stderr);
    const broken = run?.verdicts.filter(({ phase, passed }) => phase === 'test' && !passed);
    assert.deepEqual(
      broken?.map(({ criterion }) => criterion),
      ['blockedRatio'],
    );
    assert.match(
      stderr,
      /^! 19\d of 200 requests were not sent, because they still waited for a connection at the end of the run$/m,
    );
  });
});

/**
 * The most connections of a command. The command closes them at its end, and a busy server may not have read
 * the last request of each.
 */
const connectionsMax = 10;

suite('row 144: statistics', () => {
  for (const command of [plain, slowly, losing, crowded])
    test(`are those of warm-up and test, with all requests that the server saw: ${command}`, async () => {
      const each = await tested(command);
      const [warmup, measured] = [summaryOf(each, 'calibration'), summaryOf(each, 'test')];
      assert.ok(warmup && measured);
      const unread = warmup.requestCount + measured.requestCount - each.seen.requests;
      assert.ok(unread >= 0 && unread <= connectionsMax, `the server has not read ${unread} requests`);
      assert.ok(warmup.responseCount + measured.responseCount <= each.seen.responses);
    });

  test('are none of a target that cannot be reached', async () => {
    const { run } = await tested(unreachable);
    assert.deepEqual(run?.stats ?? [], []);
  });

  test('are those of the test alone without a warm-up', async () => {
    const { run } = await tested('wrk -d 500ms --warmup-duration 0 /highway');
    assert.deepEqual(
      run?.stats.map(({ name }) => name),
      ['test'],
    );
  });

  test('count the requests of a target that answers nothing before the test ends', async () => {
    const slow = await tested('wrk2 -R 10 -d 1s --warmup-duration 300ms --timeout 1s /10s');
    assert.equal(slow.code, 0, slow.stderr);
    const { requestCount, responseCount } = summaryOf(slow, 'test') ?? {};
    assert.deepEqual([requestCount, responseCount], [10, 0]);
    assert.match(slow.stdout, /^ {4}Latency {5}0\.00us {4}0\.00us {3}0\.00us {4}0\.00%$/m);
    assert.ok(summaryOf(slow, 'calibration'));
  });
});
