import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import type { BurstsSummary } from '../../../../lib/api.generated.ts';
import { listening, suiteScope } from '../../../local/scratch.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People write a benchmark document in the browser, see its problems and its plan, and start it. */
describe('the page that starts a burst', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let target = '';
  before(async () => {
    stage = await openStage(scope);
    const server = createServer((_, response) => response.end('ok'));
    target = (await listening(scope, server)).replace(/\/$/, '');
  });

  const documentOf = (rate = '5', more = ''): string => `name: checkout
http: { host: '${target}', sharedConnections: 20 }
phases:
- warm:
    increasingRate:
      initialUsersPerSec: 1
      targetUsersPerSec: 5
      duration: 1s
      scenario: &all
      - home:
        - httpRequest: { GET: / }
- browse:
    constantRate:
      usersPerSec: ${rate}
      duration: 30s
      startAfter: warm
      scenario: *all
${more}`;
  const bursts = async (): Promise<BurstsSummary['bursts']> =>
    (await stage.api<BurstsSummary>('GET', '/api/burst')).bursts;
  const editor = (page: Page) => page.getByRole('textbox', { name: 'Benchmark document' });
  const startButton = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });
  /** Waits until the document of the page can be started. */
  const ready = (page: Page) => page.waitForSelector('.start-now button[aria-disabled="false"]');
  const isDryRun = (route: Route): boolean => route.request().postData()?.includes('"dryRun":true') ?? false;

  it('starts a burst and stops it by keys, in five actions', async () => {
    const { page, complaints, close } = await stage.open('/');
    let actions = 0;
    const press = async (): Promise<void> => {
      actions += 1;
      await page.keyboard.press('Enter');
    };
    await page.getByRole('link', { name: 'Start', exact: true }).focus();
    await press();
    await page.waitForURL(`${stage.url}/start`);
    await editor(page).focus();
    await page.keyboard.insertText(documentOf());
    actions += 1;
    await ready(page);
    assert.match(await page.locator('main').innerText(), /No problem/);
    // The Tab key leaves the text field.
    const hasFocus = (): Promise<boolean> =>
      page.evaluate("document.activeElement?.matches('.start-now button') === true");
    for (let keys = 0; keys < 9 && !(await hasFocus()); keys++) await page.keyboard.press('Tab');
    await press();
    await page.waitForURL(/\/burst\/b-/);
    const stop = page.getByRole('button', { name: 'Stop' });
    await stop.focus();
    await press();
    await page.waitForSelector('.stop button.danger:focus');
    await press();
    await page.waitForURL(/\/run\/\d+$/);
    assert.equal(actions, 5);
    assert.equal((await bursts())[0]?.state, 'stopped');
    // The document is there for the next burst.
    await page.goBack();
    await page.waitForURL(`${stage.url}/start`);
    await ready(page);
    assert.equal(await editor(page).inputValue(), documentOf());
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows the problems of the API with their places, and leads to them', async () => {
    const document = documentOf('lots', 'nonsense: 1\n');
    const refusal = await fetch(`${stage.url}/api/burst`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ document, dryRun: true }),
    });
    const { problems } = (await refusal.json()) as {
      readonly problems: readonly {
        line: number;
        column: number;
        path: (string | number)[];
        message: string;
        hint?: string;
      }[];
    };
    assert.ok(problems.length >= 2);
    const { page, close } = await stage.open('/start');
    await editor(page).fill(document);
    await page.waitForSelector('.problems li');
    const shown = await page.locator('.problems li').allInnerTexts();
    assert.deepEqual(
      shown.map((text) => text.replace(/[\s\u2066-\u2069]+/g, ' ').trim()),
      problems.map(({ line, column, path, message, hint }) =>
        `${line}:${column} ${path.at(-1)}: ${message}${hint === undefined ? '' : `; ${hint}`}`.replace(
          /\s+/g,
          ' ',
        ),
      ),
    );
    assert.match((await page.textContent('#problems')) ?? '', new RegExp(`^${problems.length} problems`));
    const [first] = problems;
    await page.locator('.problems button').first().focus();
    await page.keyboard.press('Enter');
    const selected = (await page.evaluate(`(() => {
      const { value, selectionStart, selectionEnd } = document.activeElement;
      const before = value.slice(0, selectionStart).split('\\n');
      return {
        line: before.length,
        column: before.at(-1).length + 1,
        text: value.slice(selectionStart, selectionEnd),
      };
    })()`)) as { readonly line: number; readonly column: number; readonly text: string };
    assert.deepEqual(
      { line: selected.line, column: selected.column },
      { line: first?.line, column: first?.column },
    );
    assert.equal(selected.text, 'usersPerSec');
    // The button says why it does nothing.
    await startButton(page).press('Enter');
    assert.match(
      (await page.textContent('#live')) ?? '',
      /The document has \d problems, the first in line 14/,
    );
    assert.match(page.url(), /\/start$/);
    await close();
  });

  it('shows the plan, its price and its target in every look', async () => {
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open('/start', options);
      await shot(page, `start-empty-${name}`);
      assert.deepEqual(await violations(page), [], `empty, ${name}`);
      await editor(page).fill(documentOf('lots', 'nonsense: 1\n'));
      await page.waitForSelector('.problems li');
      await shot(page, `start-problems-${name}`);
      assert.deepEqual(await violations(page), [], `problems, ${name}`);
      await editor(page).fill(documentOf('!param RATE 7'));
      await page.waitForSelector('.plan-phases');
      await ready(page);
      await shot(page, `start-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      // The browser logs the refusal of the wrong document.
      assert.deepEqual(
        complaints.filter((each) => !/status of 400/.test(each)),
        [],
        name,
      );
      const rows = await page.locator('.plan-phases tbody tr').allInnerTexts();
      assert.match(rows[0] ?? '', /^warm\s+1 to 5 users\/s\s+at once\s+1\s?s/);
      assert.match(rows[1] ?? '', /^browse\s+7 users\/s\s+after warm\s+30\s?s/);
      const text = await page.locator('main').innerText();
      assert.match(text, /1 shard, 2 load generators at once · \$[\d.]+ in AWS, nothing on this machine/);
      assert.ok(text.includes(`Load goes to ${target}`), text);
      await page.emulateMedia({ media: 'print' });
      assert.equal(await startButton(page).count(), 0);
      await close();
    }
  });

  it('drops the answer about an earlier text', async () => {
    const { page, close } = await stage.open('/start');
    const { promise: isHeld, resolve: held } = Promise.withResolvers<Route>();
    await page.route('**/api/burst', async (route) => {
      if (route.request().postData()?.includes('lots')) held(route);
      else await route.continue();
    });
    await editor(page).fill(documentOf('lots'));
    const route = await isHeld;
    await editor(page).fill(documentOf('3'));
    await page.waitForSelector('text=3 users/s');
    // The page has ended this request, so no part of the page gets the answer.
    await route.continue().catch(() => undefined);
    await pause(200);
    assert.equal(await page.locator('.problems li').count(), 0);
    await ready(page);
    await close();
  });

  it('starts one burst when the answer is lost', async () => {
    const before = (await bursts()).length;
    const { page, close } = await stage.open('/start');
    await editor(page).fill(documentOf('2'));
    await ready(page);
    const keys: string[] = [];
    await page.route('**/api/burst', async (route) => {
      if (isDryRun(route)) return route.continue();
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      // The server starts the burst, and no answer arrives.
      await route.fetch();
      await route.abort();
    });
    await startButton(page).press('Enter');
    await page.waitForSelector('text=The burst may have started');
    await page.unroute('**/api/burst');
    page.on('request', (request) => {
      if (/\/api\/burst$/.test(request.url()) && request.method() === 'POST')
        keys.push(request.headers()['idempotency-key'] ?? '');
    });
    await startButton(page).press('Enter');
    await page.waitForURL(/\/burst\/b-/);
    assert.ok(keys.length >= 2 && new Set(keys).size === 1 && keys[0] !== '', keys.join());
    const all = await bursts();
    assert.equal(all.length, before + 1);
    await stage.api('PUT', `/api/burst/${all[0]?.id}/stop`);
    await close();
  });

  it('asks for parameters, and stores no value of them', async () => {
    const { page, close } = await stage.open('/start');
    await editor(page).fill(documentOf('!param RATE'));
    await page.waitForSelector('.problems li:has-text("parameter \'RATE\' has no value and no default")');
    await page.getByLabel('RATE').fill('4');
    await page.waitForSelector('text=4 users/s');
    await editor(page).fill(
      documentOf('!param RATE').replace(
        '{ GET: / }',
        '{ GET: /, headers: { authorization: !param API_TOKEN } }',
      ),
    );
    await page.getByLabel('API_TOKEN').fill('hunter2-hunter2');
    assert.equal(await page.getByLabel('API_TOKEN').getAttribute('type'), 'password');
    await ready(page);
    const stored = String(
      await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])'),
    );
    assert.ok(!stored.includes('hunter2'), stored);
    // A value of a parameter that the text no longer has is no mistake.
    await editor(page).fill(documentOf('6'));
    await page.waitForSelector('text=6 users/s');
    await ready(page);
    await close();
  });

  it('sends the files of the document', async () => {
    const { page, close } = await stage.open('/start');
    await editor(page).fill(
      documentOf('1').replace('{ GET: / }', '{ POST: /, body: { fromFile: data/body.txt } }'),
    );
    await page.waitForSelector('text=Choose the file data/body.txt first.');
    const choose = (text: string) =>
      page
        .locator('.needs input[type=file]')
        .setInputFiles({ name: 'other.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
    await choose('x'.repeat(3_000_001));
    await page.waitForSelector('text=The command "downpour run" sends larger files');
    await choose('hello');
    await ready(page);
    await startButton(page).press('Enter');
    await page.waitForURL(/\/burst\/b-/);
    const [burst] = await bursts();
    await stage.api('PUT', `/api/burst/${burst?.id}/stop`);
    await close();
  });

  it('keeps the text after a reload and until the sign-out', async () => {
    const { page, close } = await stage.open('/start');
    await page.getByRole('button', { name: 'Use the example' }).press('Enter');
    await page.waitForSelector('text=/may send load only to|Plan/');
    await editor(page).fill('name: mine\n');
    await page.getByRole('button', { name: 'Use the example' }).press('Enter');
    await page.getByRole('button', { name: 'Restore the earlier text' }).press('Enter');
    assert.equal(await editor(page).inputValue(), 'name: mine\n');
    await page.reload();
    await page.waitForSelector('main textarea');
    assert.equal(await editor(page).inputValue(), 'name: mine\n');
    await page.getByText('The text that you typed before is here again').waitFor();
    await page.getByRole('button', { name: 'Discard it' }).press('Enter');
    assert.equal(await editor(page).inputValue(), '');
    await page.getByRole('button', { name: 'Restore the earlier text' }).press('Enter');
    assert.equal(await editor(page).inputValue(), 'name: mine\n');
    assert.equal(await page.getByText('The text that you typed before').count(), 0);
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.waitForURL(/\/login/);
    assert.doesNotMatch(String(await page.evaluate('JSON.stringify({ ...sessionStorage })')), /mine/);
    await close();
  });

  it('shows people without the right the sentence of the API, and no button', async () => {
    const made = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'reader', type: 'USER', scopes: ['read'] }),
    });
    const { page, close } = await stage.open('/start', { key: await made.text() });
    await page.waitForSelector('.failure');
    assert.match((await page.textContent('.failure')) ?? '', /drive/);
    assert.equal(await page.locator('main textarea').count(), 0);
    assert.equal(await startButton(page).count(), 0);
    await close();
  });
});
