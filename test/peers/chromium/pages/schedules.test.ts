import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { BurstStatus, SchedulesSummary } from '../../../../lib/api.generated.ts';
import { listening, suiteScope } from '../../../local/scratch.ts';
import { personAt } from './person.ts';
import { caller, cutOnPaper, looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People make schedules of documents, look after them, start their bursts, and remove them. */
describe('the page of schedules', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let target = '';
  before(async () => {
    stage = await openStage(scope);
    const server = createServer((_, response) => response.end('ok'));
    target = (await listening(scope, server)).replace(/\/$/, '');
  });

  const documentOf = (seconds = 1): string => `name: checkout
http: { host: '${target}', sharedConnections: 5 }
usersPerSec: 5
duration: ${seconds}s
scenario: [ { home: [ { httpRequest: { GET: / } } ] } ]
`;
  const add = (name: string, document = documentOf()): Promise<unknown> =>
    stage.api('POST', '/api/schedule', { name, cron: '0 3 * * *', timezone: 'Europe/Prague', document });
  const names = async (): Promise<readonly string[]> =>
    (await stage.api<SchedulesSummary>('GET', '/api/schedule')).schedules.map(({ name }) => name);
  const clear = async (): Promise<void> => {
    for (const name of await names()) await stage.api('DELETE', `/api/schedule/${name}`);
  };
  const row = (page: Page, name: string) =>
    page.locator('.schedules li').filter({ has: page.getByText(name, { exact: true }) });
  const button = (page: Page, name: string, word: string) =>
    row(page, name).getByRole('button', { name: word, exact: true });
  const keyOf = async (body: object): Promise<string> => {
    const made = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'USER', ...body }),
    });
    return made.text();
  };
  const ended = async (id: string): Promise<BurstStatus> => {
    for (let tries = 0; tries < 300; tries++) {
      const status = await stage.api<BurstStatus>('GET', `/api/burst/${id}`);
      if (status.endedAt !== undefined) return status;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.fail(`the burst ${id} does not end`);
  };

  it('takes a document to a schedule, its burst, its verdict and its removal, by keys', async () => {
    await using person = await personAt(stage, '/');
    const { page, use, fill, type } = person;
    await use(page.getByRole('button', { name: 'Menu' }));
    await use(page.getByRole('link', { name: 'Schedules' }));
    await page.waitForSelector('h1:focus >> text=Schedules');
    assert.equal(await page.locator('.account-menu').isVisible(), false);
    await page.waitForSelector('text=There is no schedule yet.');
    await page.waitForSelector('text=downpour schedule add');
    await use(page.getByRole('link', { name: 'Write a document' }));
    await page.locator('main textarea').fill(documentOf());
    await page.waitForSelector('.start-now button[aria-disabled="false"]');
    await use(page.locator('.schedule summary'));
    await fill(page.getByLabel('Name'), 'nightly');
    await type(page.getByLabel('Times'), 'each night');
    // The sentence of the API.
    await page.waitForSelector('.schedule .failure >> text=the timetable cannot be used');
    await page.getByLabel('Times').fill('0 3 * * *');
    await page.getByLabel('Time zone').fill('Europe/Prague');
    await page.keyboard.press('Tab');
    await use(page.getByRole('button', { name: 'Make the schedule' }));
    await page.waitForURL(`${stage.url}/schedules`);
    await row(page, 'nightly').waitFor();
    assert.match((await page.textContent('#live')) ?? '', /The schedule nightly is made/);
    assert.match(
      (await row(page, 'nightly').innerText()).replace(/\s+/g, ' '),
      /^nightly checkout 0 3 \* \* \* Europe\/Prague next (today|tomorrow) \d\d:00 last not yet owned by admin/,
    );
    await use(button(page, 'nightly', 'Run now'));
    await page.waitForURL(/\/burst\/b-/);
    const id = page.url().split('/').at(-1) ?? '';
    const { runId } = await ended(id);
    await page.waitForURL(/\/run\/\d+$/);
    await page.goto(`${stage.url}/schedules`);
    await row(page, 'nightly').getByText('passed').waitFor();
    await row(page, 'nightly')
      .getByRole('link', { name: `run ${runId}` })
      .waitFor();
    await add('other');
    await page.reload();
    await use(button(page, 'nightly', 'Remove'));
    await page.waitForSelector('.two-steps button.danger:focus');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.schedules li button:focus >> text=Remove');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.two-steps button.danger:focus');
    await page.keyboard.press('Enter');
    await row(page, 'nightly').waitFor({ state: 'detached' });
    await page.waitForSelector('text=The schedule nightly is removed.');
    assert.deepEqual(await names(), ['other']);
    // The focus is in the next line, not at the top of the page.
    assert.equal(await page.evaluate("document.activeElement.closest('.schedules li') !== null"), true);
    await clear();
  });

  it('is found from the next starts of the first screen', async () => {
    await add('nightly');
    const { page, close } = await stage.open('/');
    await page.getByRole('link', { name: 'nightly' }).press('Enter');
    await page.waitForURL(`${stage.url}/schedules`);
    await close();
    await clear();
  });

  it('shows its rows in every look, and on paper without buttons', async () => {
    await add('nightly');
    await add('w'.repeat(50), documentOf().replace('checkout', `"<b>${'x'.repeat(80)}</b>"`));
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open('/schedules', options);
      await row(page, 'nightly').waitFor();
      await page.getByRole('button', { name: 'Menu' }).press('Enter');
      await shot(page, `schedules-menu-${name}`);
      assert.deepEqual(await violations(page), [], `menu, ${name}`);
      await page.keyboard.press('Escape');
      await button(page, 'nightly', 'Remove').press('Enter');
      await shot(page, `schedules-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(complaints, [], name);
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await cutOnPaper(page), [], name);
      assert.equal(await page.getByRole('button').count(), 0, name);
      await close();
    }
    await clear();
  });

  it('has no controls for people without the right, and only their own schedules', async () => {
    await add('nightly');
    const key = await keyOf({ name: 'reader', scopes: ['read'] });
    const { page, close } = await stage.open('/schedules', { key });
    await row(page, 'nightly').waitFor();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.locator('.schedules button').count(), 0);
    await close();
    const other = await stage.open('/schedules', { key: await keyOf({ name: 'bob', user: 'bob' }) });
    await other.page.waitForSelector('text=There is no schedule yet.');
    await other.close();
    const uploader = await stage.open('/schedules', { key: await keyOf({ name: 'up', scopes: ['upload'] }) });
    await uploader.page.waitForSelector('.failure >> text=scope read or drive');
    await uploader.close();
    await clear();
  });

  it('tells of removals by others, of bursts at work and of documents that are refused now', async () => {
    await add('nightly', documentOf(60));
    await add('gone');
    const { page, close } = await stage.open('/schedules');
    await row(page, 'gone').waitFor();
    await stage.api('DELETE', '/api/schedule/gone');
    await button(page, 'gone', 'Remove').press('Enter');
    await button(page, 'gone', 'Remove').press('Enter');
    await page.waitForSelector('text=Another person has removed the schedule gone.');
    await row(page, 'gone').waitFor({ state: 'detached' });
    const { id } = await stage.api<{ readonly id: string }>('POST', '/api/schedule/nightly/run');
    await button(page, 'nightly', 'Run now').press('Enter');
    await page.waitForSelector(`.failure >> text=${id}`);
    assert.match(page.url(), /\/schedules$/);
    await stage.api('PUT', `/api/burst/${id}/stop`);
    await page.route('**/nightly/run', (route) =>
      route.fulfill({
        status: 400,
        json: {
          code: 'BENCHMARK_REFUSED',
          message: 'the document has 1 error',
          problems: [{ line: 3, column: 7, path: [], severity: 'error', message: 'is too fast' }],
        },
      }),
    );
    await button(page, 'nightly', 'Run now').press('Enter');
    await page.waitForSelector('.failed >> text=3:7 is too fast');
    assert.deepEqual(await violations(page), []);
    await close();
    await clear();
  });

  it('starts one burst when the answer is lost', async () => {
    await add('nightly', documentOf(60));
    const { page, close } = await stage.open('/schedules');
    const keys: string[] = [];
    await page.route('**/nightly/run', async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      await route.fetch();
      await route.abort();
    });
    await button(page, 'nightly', 'Run now').press('Enter');
    await page.waitForSelector('text=The burst may have started.');
    await page.unroute('**/nightly/run');
    await button(page, 'nightly', 'Run now').press('Enter');
    await page.waitForURL(/\/burst\/b-/);
    const { bursts } = await stage.api<{ readonly bursts: readonly { readonly id: string }[] }>(
      'GET',
      '/api/burst?active=true',
    );
    assert.equal(bursts.length, 1);
    assert.ok(new Set(keys).size === 1 && keys[0] !== '', keys.join());
    await stage.api('PUT', `/api/burst/${bursts[0]?.id}/stop`);
    await close();
    await clear();
  });

  it('does not lead a person back from another screen when an answer comes late', async () => {
    await add('nightly');
    const { page, close } = await stage.open('/schedules');
    const { promise: isHeld, resolve: held } = Promise.withResolvers<Route>();
    await page.route('**/nightly/run', held);
    await button(page, 'nightly', 'Run now').press('Enter');
    const route = await isHeld;
    await page.click('nav a[href="/runs"]');
    await page.waitForSelector('h1 >> text=Runs');
    const answered = page.waitForResponse('**/nightly/run');
    await route.continue();
    await answered;
    await page.waitForLoadState('networkidle');
    assert.equal(new URL(page.url()).pathname, '/runs');
    await close();
    await clear();
  });

  it('states before that a schedule does not outlive the key of the browser', async () => {
    const body = { type: 'BROWSER', expiresInHours: 2 };
    const made = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const key = await made.text();
    const { page, close } = await stage.open('/start', { key });
    await page.locator('.schedule summary').press('Enter');
    await page.waitForSelector('.schedule >> text=/your present key, which ends (today|tomorrow)/');
    await page.evaluate("sessionStorage.setItem('downpour.key.own', 'true')");
    await page.reload();
    await page.locator('.schedule summary').press('Enter');
    await page.waitForSelector('.schedule >> text=That key ends when you sign out');
    await caller(stage.url, key)('POST', '/api/schedule', {
      name: 'short',
      cron: '@yearly',
      document: documentOf(),
    });
    await page.goto(`${stage.url}/schedules`);
    await row(page, 'short').getByText('The schedule needs another key: the API key').waitFor();
    await close();
    await clear();
    await caller(stage.url, key)('GET', '/api/user/me');
  });
});
