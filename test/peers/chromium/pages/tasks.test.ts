import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteScope } from '../../../local/scratch.ts';
import { personAt } from './person.ts';
import { seedRuns, settled } from './seed.ts';
import { openStage, type Stage } from './stage.ts';

/**
 * Frequent tasks with the keyboard alone. An action is a key that does something, or a text with Enter. To
 * move the focus is no action.
 */
describe('tasks by keys', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  const dayMs = 86_400_000;
  let stage: Stage;
  let failed = 0;
  let weekAgo = 0;
  before(async () => {
    stage = await openStage(scope);
    const now = Date.now();
    [weekAgo = 0] = await seedRuns(stage, { test: 'checkout', runs: 1, endMs: now - 7 * dayMs });
    const runs = await seedRuns(stage, { test: 'checkout', runs: 4, failed: [3], endMs: now });
    failed = runs.at(-1) ?? 0;
    await settled(stage, failed);
  });

  it('finds the run of the night: it is on the first screen', async () => {
    await using person = await personAt(stage, '/');
    const { page } = person;
    const link = page.locator(`main a[href="/run/${failed}"]`).first();
    assert.match((await link.locator('xpath=ancestor::li').textContent()) ?? '', /the limit is 250 ms/);
    await person.use(link);
    await page.waitForURL(`${stage.url}/run/${failed}`);
    assert.ok(person.actions <= 2, `${person.actions} actions`);
  });

  it('reports the reason a run failed, and selects the seconds in which it did', async () => {
    await using person = await personAt(stage, '/');
    const { page } = person;
    await person.use(page.locator(`main a[href="/run/${failed}"]`).first());
    await page.waitForSelector('text=You can trust the numbers');
    assert.match(await page.locator('main').innerText(), /99 % of responses came within/);
    await person.use(page.locator('main a[href^="#t="]').first());
    await page.waitForURL(/[#?&]t=/);
    assert.ok(person.actions <= 2, `${person.actions} actions`);
  });

  it('compares a run with the one of a week ago', async () => {
    await using person = await personAt(stage, '/');
    const { page } = person;
    await person.use(page.locator(`main a[href="/run/${failed}"]`).first());
    await person.use(page.getByRole('button', { name: 'Compare' }));
    await person.use(page.getByRole('link', { name: /a week ago/ }));
    await page.waitForURL(`${stage.url}/compare?base=${weekAgo}&new=${failed}`);
    await page.waitForSelector('main h1');
    assert.ok(person.actions <= 3, `${person.actions} actions`);
  });

  it('asks a run a question and shares the link, which shows the same in another browser', async () => {
    await using person = await personAt(stage, '/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = person;
    await person.use(page.locator(`main a[href="/run/${failed}"]`).first());
    await person.use(page.getByRole('link', { name: 'Ask', exact: true }));
    await page.waitForURL(/\/ask$/);
    await person.type(page.locator('textarea'), '$.verdicts[*].passed');
    await page.waitForURL(/q=/);
    await page.waitForSelector('text=/\\d+ match/');
    await person.use(page.getByRole('button', { name: 'Copy link' }));
    assert.ok(person.actions <= 4, `${person.actions} actions`);
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    await using other = await personAt(stage, copied.slice(stage.url.length));
    await other.page.waitForSelector('text=/\\d+ match/');
    const answer = (at: Page): Promise<string> => at.locator('main').innerText();
    const seen = (text: string): readonly string[] => text.match(/\b(true|false)\b/g) ?? [];
    assert.deepEqual(seen(await answer(other.page)), seen(await answer(page)));
    assert.ok(seen(await answer(page)).length > 0);
  });

  it('stops a burst', async () => {
    const { id } = await stage.api<{ readonly id: string }>('POST', '/api/burst', {
      document: `name: long\nhttp: { host: '${stage.url}' }\nphases:\n- main:\n    constantRate:\n      usersPerSec: 1\n      duration: 60s\n      scenario:\n      - all:\n        - httpRequest: { GET: / }\n`,
    });
    await using person = await personAt(stage, '/');
    const { page } = person;
    await person.use(page.getByRole('link', { name: 'Watch long' }));
    await page.waitForURL(`${stage.url}/burst/${id}`);
    await person.use(page.getByRole('button', { name: 'Stop' }));
    await person.use(page.getByRole('group').getByRole('button', { name: 'Stop' }));
    assert.ok(person.actions <= 3, `${person.actions} actions`);
    await page.waitForURL(/\/run\/\d+/, { timeout: 60_000 });
  });
});
