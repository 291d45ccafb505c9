import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { BurstAccepted, BurstStatus } from '../../../../lib/api.generated.ts';
import { listening, suiteScope } from '../../../local/scratch.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People follow a burst from its start, also when they come late, stop it, and are led to its run. */
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
    // The first page watches from the start, and the others come later.
    const first = await stage.open(`/burst/${id}`);
    await until(id, ({ phases }) => phases[1]?.limits?.[0]?.measured !== undefined);
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open(`/burst/${id}`, options);
      await page.waitForSelector('.live-charts .chart canvas');
      await page.waitForSelector('table.limits .state-passed');
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
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=/Stopping|The load has stopped/');
    await page.waitForURL(/\/run\/\d+$/);
    assert.deepEqual(first.complaints, []);
    assert.equal((await statusOf(id)).state, 'stopped');
    await first.close();
  });

  it('shows a burst that does not exist as such', async () => {
    const { page, close } = await stage.open('/burst/b-1');
    await page.waitForSelector('[role=alert]');
    assert.match((await page.textContent('[role=alert]')) ?? '', /there is no burst b-1/);
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
      await close();
    }
    const { page, close } = await stage.open('/bursts?active=1');
    await page.waitForSelector('text=No burst is at work now');
    await page.click('button.toggle');
    await page.waitForURL(`${stage.url}/bursts`);
    await page.click('table.bursts tbody tr:first-child td:first-child a');
    // A burst that is over is its run.
    await page.waitForURL(/\/run\/\d+$/);
    await close();
  });
});
