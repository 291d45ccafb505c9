import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from 'playwright-core';
import type { BurstAccepted, BurstStatus } from '../../../../lib/api.generated.ts';
import { silentAfterMs } from '../../../../lib/web/data/answer-timeout.ts';
import { listening, suiteScope } from '../../../local/scratch.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People watch a burst from its start or from later on, can stop it, and get to its run when it ends. */
describe('the page of a burst', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let target = '';
  before(async () => {
    stage = await openStage(scope);
    const server = createServer((_, response) =>
      setTimeout(() => response.end('ok'), 5 + Math.random() * 20),
    );
    target = (await listening(scope, server)).replace(/\/$/, '');
  });

  const start = async (seconds: number): Promise<string> => {
    const document = `
name: checkout
http: { host: '${target}', sharedConnections: 20 }
phases:
- warm:
    constantRate:
      usersPerSec: 10
      duration: 3s
      isWarmup: true
      scenario:
      - home:
        - httpRequest: { GET: / }
- browse:
    constantRate:
      usersPerSec: 30
      startAfter: warm
      duration: ${seconds}s
      scenario:
      - products:
        - httpRequest: { GET: /, sla: { limits: { 0.99: 250ms }, errorRatio: 0.01 } }
`;
    return (await stage.api<BurstAccepted>('POST', '/api/burst', { document })).id;
  };
  const statusOf = (id: string): Promise<BurstStatus> => stage.api('GET', `/api/burst/${id}`);
  const until = async (id: string, is: (status: BurstStatus) => boolean): Promise<void> => {
    while (!is(await statusOf(id))) await pause(300);
  };
  const isOver = ({ state }: BurstStatus): boolean => !['planning', 'running', 'merging'].includes(state);

  it('shows the curve since the start to people who come late, in every look', async () => {
    const id = await start(60);
    // The first page watches the burst from the start, and the other pages open later.
    const first = await stage.open(`/burst/${id}`);
    await until(id, ({ phases }) => phases[1]?.limits?.[0]?.measured !== undefined);
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open(`/burst/${id}`, options);
      await page.waitForSelector('.live-charts .chart canvas');
      await page.waitForSelector('table.limits .state-passed');
      const spoken = await page.locator('.burst-top p').first().ariaSnapshot();
      assert.equal(spoken.match(/running/g)?.length, 1, spoken);
      await shot(page, `burst-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(complaints, [], name);
      // The table behind the chart begins with the first second of load.
      await page.click('.live-charts figure:first-child summary');
      await page.waitForSelector('.live-charts figure:first-child table tbody tr:nth-child(8)');
      assert.match(await page.title(), /^\d+ % checkout p99 \d/);
      await close();
    }
    const { page } = first;
    await page.click('.stop button');
    await page.waitForSelector('.stop button.danger:focus');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.stop button:not(.danger):focus');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.stop button.danger:focus');
    await page.clock.install();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<Route>();
    await page.route('**/stop', asked);
    // A key that is held down repeats, and is no answer to the question.
    await page.keyboard.press('Escape');
    await page.waitForSelector('.stop button:not(.danger):focus');
    await page.keyboard.down('Enter');
    await page.waitForSelector('.stop button.danger:focus');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.waitForSelector('.stop button.danger:focus');
    await page.keyboard.press('Enter');
    const route = await isAsked;
    await page.clock.fastForward(silentAfterMs);
    await page.locator('.stop').getByText('The server has not answered yet.').waitFor();
    await route.continue();
    await page.waitForSelector('text=/Stopping|The load has stopped/');
    await page.waitForURL(/\/run\/\d+$/);
    assert.deepEqual(first.complaints, []);
    assert.equal((await statusOf(id)).state, 'stopped');
    await first.close();
  });

  it('follows a burst for an hour with the memory, the nodes and the work of its first minutes', async (t) => {
    const { page, complaints, close } = await stage.open('/bursts', {
      viewport: { width: 1280, height: 900 },
    });
    await page.addInitScript({ content: hourOfAnswers });
    await page.goto(`${stage.url}/burst/b-hour`);
    await page.waitForSelector('.live-charts .chart canvas');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const after = async (answers: number) => {
      await page.evaluate(`hour.go(${answers})`);
      await devtools.send('HeapProfiler.collectGarbage');
      const { metrics } = await devtools.send('Performance.getMetrics');
      const of = (name: string): number => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
      return {
        answers,
        heap: of('JSHeapUsedSize'),
        nodes: of('Nodes'),
        listeners: of('JSEventListeners'),
        cpuS: of('TaskDuration'),
        lines: Number(await page.evaluate('hour.lines')),
      };
    };
    const [early, late, end] = [await after(20), await after(380), await after(400)];
    assert.ok(end.heap - early.heap <= 5e6, `the heap grows from ${early.heap} to ${end.heap} bytes`);
    assert.deepEqual([end.nodes, end.listeners], [early.nodes, early.listeners]);
    // The chart has six stepped lines. Each has two parts for each column, and there are at most 3,600
    // columns.
    const lines = (end.lines - late.lines) / (end.answers - late.answers);
    assert.ok(lines > 6 * 3_500 && lines <= 6 * 2 * 3_600 + 1_000, `${lines} parts of lines an answer`);
    const cpuMs = (1000 * (end.cpuS - late.cpuS)) / (end.answers - late.answers);
    t.diagnostic(
      `heap ${early.heap} to ${end.heap} bytes, ${end.nodes} nodes, ${cpuMs.toFixed(1)} ms of CPU an answer`,
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows a burst that does not exist as such', async () => {
    const { page, close } = await stage.open('/burst/b-1');
    await page.waitForSelector('[role=alert]');
    assert.match((await page.textContent('[role=alert]')) ?? '', /there is no burst b-1 that you may see/);
    await close();
  });

  it('lists bursts with their runs', async () => {
    const id = await start(1);
    await until(id, isOver);
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open('/bursts', options);
      await page.waitForSelector('table.bursts');
      await shot(page, `bursts-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(complaints, [], name);
      assert.equal(await page.locator('table.bursts tbody tr').count(), 2);
      const heights = await page
        .locator('table.bursts th')
        .evaluateAll((heads) => heads.map(({ clientHeight }) => clientHeight));
      assert.ok(Math.max(...heights) < 45, `${name}: a word of the head is broken: ${heights}`);
      await close();
    }
    const { page, close } = await stage.open('/bursts?active=1');
    await page.route('**/api/burst?*', async (route) => {
      const reply = await route.fetch();
      const json = (await reply.json()) as { readonly bursts: readonly object[] };
      const bursts = json.bursts.map((burst) => ({
        ...burst,
        benchmark: 'checkout',
        reason: 'late '.repeat(99),
      }));
      await route.fulfill({ response: reply, json: { ...json, bursts } });
    });
    await page.waitForSelector('text=No burst is running now');
    await page.click('button.toggle');
    await page.waitForURL(`${stage.url}/bursts`);
    await page.locator('table.bursts td', { hasText: 'late late' }).first().waitFor();
    const lines = await page
      .locator('table.bursts a, table.bursts time')
      .evaluateAll((parts) => parts.map((part) => part.getClientRects().length));
    assert.deepEqual(new Set(lines), new Set([1]), 'a long reason leaves the other columns their width');
    await page.unroute('**/api/burst?*');
    await page.click('table.bursts tbody tr:first-child td:first-child a');
    // When the burst is over, its page leads to the page of its run.
    await page.waitForURL(/\/run\/\d+$/);
    await close();
  });
});

/**
 * A script for the page that replaces the server. It answers for a burst of an hour, with nine seconds of the
 * burst in each answer, as fast as the test lets it.
 */
const hourOfAnswers = `
globalThis.hour = (() => {
  const secondsAnAnswer = 9;
  const startsAt = Date.now() - 3_600_000;
  const phase = { name: 'main', isWarmup: false, failed: false, expectedArrivals: 1 };
  const live = (second) => ({
    second, requestsPerSec: 200 + second % 50, responsesPerSec: 200 + second % 50, failedPerSec: second % 2,
    errorsPerSec: 0, inFlight: second % 9, sessions: 5, usersDuePerSec: 200, usersStartedPerSec: 200,
    latencyP50Ns: 5e6 + 1e4 * (second % 97), latencyP99Ns: 2e7 + 1e5 * (second % 89), latenessP99Ns: 1e5,
  });
  const state = { answers: 0, allowed: 1, lines: 0, waiting: [], arrived: [] };
  const lineTo = Path2D.prototype.lineTo;
  Path2D.prototype.lineTo = function (...at) { state.lines += 1; return lineTo.apply(this, at); };
  const json = (body) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  const status = () => json({
    id: 'b-hour', state: 'running', benchmark: 'hour', createdAt: startsAt, startedAt: startsAt, nextMs: 1,
    phases: [{ ...phase, status: 'RUNNING', startsAt, durationMs: 3_700_000, live: live(state.answers * secondsAnAnswer),
      totals: { requests: 1, responses: 1, failed: 0, errors: 0, invalid: 0 } }],
  });
  const seconds = async () => {
    if (state.answers >= state.allowed) {
      for (const done of state.arrived.splice(0)) done();
      await new Promise((resolve) => state.waiting.push(resolve));
    }
    const from = state.answers * secondsAnAnswer;
    state.answers += 1;
    const all = Array.from({ length: secondsAnAnswer }, (_, at) => live(from + at));
    const columns = Object.fromEntries(Object.keys(all[0]).map((name) => [name, all.map((each) => each[name])]));
    return json({ next: from + secondsAnAnswer, more: false,
      phases: [{ phase: 0, name: 'main', startsAt, gaps: [], seconds: columns }] });
  };
  const other = globalThis.fetch;
  globalThis.fetch = async (url, init) =>
    String(url).includes('/api/burst/b-hour/seconds') ? seconds()
      : String(url).includes('/api/burst/b-hour') ? status() : other(url, init);
  return {
    get lines() { return state.lines; },
    /** Resolves when the page has drawn this many answers and requests the next one. */
    go: (answers) => new Promise((resolve) => {
      state.allowed = answers;
      state.arrived.push(() => requestAnimationFrame(() => setTimeout(resolve)));
      for (const next of state.waiting.splice(0)) next();
    }),
  };
})();
`;
