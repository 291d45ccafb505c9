import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Api, connect } from '../../../bin/api/client.ts';
import { JsonLines } from '../../../bin/burst/json-lines.ts';
import { type Audience, runBurst } from '../../../bin/burst/run-burst.ts';
import { Signs } from '../../../bin/terminal/activity-indicator.ts';
import { aborted, type Interrupts } from '../../../bin/terminal/interrupts.ts';
import type { BurstStatus, PhaseStatus } from '../../../lib/api.generated.ts';
import { type ApiScript, apiKey, startApi } from '../api.ts';
import { captured } from '../captured.ts';
import { eventsOf } from './json-line.ts';

const request = { document: 'name: shop', file: 'shop.yaml', parameters: {} };
const none = { requests: 0, responses: 0, failed: 0, errors: 0, invalid: 0 };
const phase: PhaseStatus = {
  name: 'browse',
  status: 'NOT_STARTED',
  durationMs: 5_000,
  isWarmup: false,
  failed: false,
  expectedArrivals: 600,
  totals: none,
};
const second = {
  second: 0,
  requestsPerSec: 120,
  responsesPerSec: 119,
  failedPerSec: 0,
  errorsPerSec: 0,
  inFlight: 1,
  sessions: 2,
  usersDuePerSec: 120,
  usersStartedPerSec: 118,
  latencyP50Ns: 2_000_000,
  latencyP99Ns: 1_000_000,
  latenessP99Ns: 10_000,
};
const planning: BurstStatus = { id: 'b1', benchmark: 'shop', state: 'planning', phases: [] };
const running: BurstStatus = {
  ...planning,
  state: 'running',
  startedAt: 0,
  phases: [{ ...phase, status: 'RUNNING', startsAt: 0, live: second, totals: { ...none, requests: 120 } }],
};
const ended: BurstStatus = {
  ...running,
  state: 'passed',
  endedAt: 5_000,
  phases: [{ ...phase, status: 'TERMINATED', totals: { ...none, requests: 600 } }],
};

test('in a log a burst is reported phase by phase and second by second', async () => {
  const { code, text } = await ranBurst({ statuses: [planning, running, running, ended] });
  assert.equal(code, 0);
  assert.deepEqual(text.split('\n').slice(0, 6), [
    'shop: planning: connecting to the targets and dividing the load among load generators, burst b1',
    'shop: running, burst b1',
    'browse  phase started, lasts 5s',
    'browse     1s      120/s  users 118 of 120/s    in flight 1      sessions 2      p50 2.00ms   p99 1.00ms   late p99 10.0µs   failed 0/s',
    'browse  phase ended: 600 requests',
    '',
  ]);
});

test('a command shows that it is working until the first status', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
  t.mock.method(performance, 'now', () => Date.now());
  const { terminal, text } = captured();
  const signs = new Signs(terminal);
  signs.say('Getting ready');
  t.mock.timers.tick(1_000);
  const seen: string[] = [];
  const watchers = [() => seen.push(text()), () => t.mock.timers.tick(1_000)];
  await ranBurst({ statuses: [planning, ended] }, undefined, {}, { signs, watchers });
  assert.deepEqual(seen, Array(2).fill('Getting ready\nGetting ready, 1 s\n'));
});

test('on a terminal it is drawn in one place', async () => {
  const { text } = await ranBurst({ statuses: [running, ended] }, 100);
  assert.match(text, /browse {2}━+ 0ms left/);
  assert.match(text, /browse {2}✓ done/);
  assert.doesNotMatch(text, /started, lasts/);
});

test('with --quiet it reports only how the burst ended and why', async () => {
  const failed: BurstStatus = {
    ...ended,
    state: 'failed',
    reason: 'the target is gone',
    phases: [{ ...phase, status: 'TERMINATED', failed: true, failure: 'nobody listens' }],
  };
  const { text } = await ranBurst({ statuses: [planning, running, failed] }, undefined, {}, { quiet: true });
  assert.equal(text, 'shop  failed  5s\n  the target is gone\n✗ failed browse: nobody listens\n');
});

test('a program gets every change of the burst, of a phase, every second and every notice once', async () => {
  const lines: string[] = [];
  let now = 0;
  const events = new JsonLines(
    (line) => lines.push(line),
    () => now++,
  );
  const noticed = {
    ...running,
    phases: running.phases.map((each) => ({ ...each, notices: ['mind the gap'] })),
  };
  await ranBurst(
    { statuses: [planning, running, noticed, noticed, ended] },
    undefined,
    {},
    { watchers: [events.watch] },
  );
  assert.deepEqual(
    eventsOf(lines).map(({ event, at, ...rest }) => [
      event,
      rest.state ?? rest.status ?? rest.second ?? rest.message,
    ]),
    [
      ['burst', 'planning'],
      ['burst', 'running'],
      ['phase', 'RUNNING'],
      ['second', 0],
      ['notice', 'mind the gap'],
      ['burst', 'passed'],
      ['phase', 'TERMINATED'],
    ],
  );
});

test('each final state has its exit code', async () => {
  const codes = { passed: 0, failed: 1, incomplete: 3, inconclusive: 4, stopped: 130 } as const;
  for (const [state, code] of Object.entries(codes)) {
    const last = { ...ended, state: state as keyof typeof codes };
    assert.equal((await ranBurst({ statuses: [last] })).code, code, state);
  }
});

test('the first Ctrl-C stops the burst, and what was measured is still reported', async () => {
  const stopped: BurstStatus = { ...ended, state: 'stopped', reason: 'stopped by its user' };
  const stopRequested = new AbortController();
  const { code, text, heard } = await ranBurst({ statuses: [running], stopped }, undefined, {
    stopRequested: stopRequested.signal,
    onText: () => stopRequested.abort(),
  });
  assert.equal(code, 130);
  assert.ok(heard.includes('PUT /api/burst/b1/stop'));
  assert.match(text, /Stopping the load\. Press Ctrl-C again/);
  assert.match(text, /shop {2}stopped/);
});

test('a stop that no function accepts uses the token of the burst, and its user sees that', async () => {
  const answers = {
    'PUT /api/burst/b1/stop': { status: 503, body: '{"message":"Service Unavailable"}' },
    'POST /api/burst/stop': { status: 200, body: '{"status":"SUCCEEDED"}' },
  };
  const stopped: BurstStatus = { ...ended, state: 'stopped' };
  const stopRequested = new AbortController();
  const looks = [running, running, running, stopped];
  const { code, text, heard } = await ranBurst({ statuses: looks, answers }, undefined, {
    stopRequested: stopRequested.signal,
    onText: () => stopRequested.abort(),
  });
  assert.equal(code, 130);
  assert.ok(heard.includes('POST /api/burst/stop'));
  assert.match(
    text,
    /could not stop the burst \(the API answered with the status 503: Service Unavailable\); Downpour stopped the burst with its stop token/,
  );
});

test('the problems that the API reports about a document are shown', async () => {
  const warnings = [{ severity: 'warning', path: [], line: 1, column: 1, message: 'nearly full' }];
  const body = JSON.stringify({ id: 'b1', stopToken: 's', warnings });
  const output: string[] = [];
  await ranBurst(
    { statuses: [ended], answers: { 'POST /api/burst': { status: 202, body } } },
    undefined,
    {},
    { warn: (problems) => output.push(...problems.map(({ message }) => message)) },
  );
  assert.deepEqual(output, ['nearly full']);
});

test('the second Ctrl-C leaves at once', async () => {
  const [stopRequested, leaveRequested] = [new AbortController(), new AbortController()];
  const { code, text } = await ranBurst({ statuses: [running] }, undefined, {
    stopRequested: stopRequested.signal,
    leaveRequested: leaveRequested.signal,
    onText: () => {
      stopRequested.abort();
      leaveRequested.abort();
    },
  });
  assert.equal(code, 130);
  assert.match(text, /This command requested the stop of burst b1, and ends before the burst does/);
});

test('the picture of a burst disappears when its user leaves, before the API answers the stop request', async (t) => {
  await using server = await startApi({});
  const leaving = new AbortController();
  const stop = Promise.withResolvers<Awaited<ReturnType<Api['stopBurst']>>>();
  const statuses = [running, { ...running, state: 'merging' as const }];
  const api: Api = Object.assign(connect({ url: server.url, apiKey }), {
    burst: async () => {
      const status = statuses.shift() ?? running;
      if (status.state === 'merging') leaving.abort();
      return status;
    },
    stopBurst: () => stop.promise,
  });
  const { terminal } = captured(100);
  const shown: string[] = [];
  for (const name of ['draw', 'clear'] as const) {
    const act = terminal[name].bind(terminal);
    t.mock.method(terminal, name, (lines: readonly string[]) => {
      shown.push(name);
      act(lines);
    });
  }
  const { signal } = leaving;
  const stopping = { stopRequested: signal, leaveRequested: signal, [Symbol.dispose]() {} };
  const ran = runBurst(api, request, terminal, stopping);
  await aborted(signal);
  // After this signal the command reads no further status, so it continues without a timer.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(shown.slice(shown.lastIndexOf('draw')).slice(0, 2), ['draw', 'clear']);
  stop.resolve({ by: 'api' });
  assert.equal((await ran).code, 130);
});

test('a user who leaves with a failed stop request sees that the load continues, and how to stop it', async () => {
  const [stopRequested, leaveRequested] = [new AbortController(), new AbortController()];
  const answers = {
    'PUT /api/burst/b1/stop': { status: 400, body: '{"code":"BROKEN","message":"not now"}' },
  };
  const { code, text } = await ranBurst({ statuses: [running], answers }, undefined, {
    stopRequested: stopRequested.signal,
    leaveRequested: leaveRequested.signal,
    onText: () => {
      stopRequested.abort();
      leaveRequested.abort();
    },
  });
  assert.equal(code, 3);
  assert.match(
    text,
    /error not now\nBurst b1 could not be stopped: its load continues until about 1970.*\n {2}downpour stop b1/,
  );
});

test('a Ctrl-C after the end has no effect on it', async () => {
  const stopRequested = new AbortController();
  const { told } = await ranBurst({ statuses: [ended] }, undefined, { stopRequested: stopRequested.signal });
  stopRequested.abort();
  await new Promise((resolve) => setImmediate(resolve));
  assert.doesNotMatch(told(), /Stopping/);
});

type Pressing = {
  readonly stopRequested?: AbortSignal;
  readonly leaveRequested?: AbortSignal;
  readonly onText?: () => void;
};

/** Runs a burst against a scripted API. `onText` is called when the command has shown the burst. */
async function ranBurst(script: ApiScript, width?: number, pressing: Pressing = {}, audience?: Audience) {
  await using server = await startApi(script);
  const { terminal, text } = captured(width);
  const never = new AbortController().signal;
  const stopping: Interrupts = {
    stopRequested: pressing.stopRequested ?? never,
    leaveRequested: pressing.leaveRequested ?? never,
    [Symbol.dispose]() {},
  };
  const looked = waitFor(() => server.heard.some(({ path }) => path === '/api/burst/b1')).then(
    pressing.onText,
  );
  const { code } = await runBurst(
    connect({ url: server.url, apiKey }),
    request,
    terminal,
    stopping,
    audience,
  );
  await looked;
  return {
    code,
    text: text(),
    told: text,
    heard: server.heard.map(({ method, path }) => `${method} ${path}`),
  };
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
