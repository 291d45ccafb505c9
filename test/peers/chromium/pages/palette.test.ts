import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteScope } from '../../../local/scratch.ts';
import { seedRuns, settled } from './seed.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** The palette finds records, screens and actions by keys alone, and leads to them. */
describe('the palette', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  const dayMs = 86_400_000;
  let stage: Stage;
  let yesterday = 0;
  let test = 0;
  let schema = 0;
  before(async () => {
    stage = await openStage(scope);
    const now = Date.now();
    const [old = 0] = await seedRuns(stage, { test: 'checkout', runs: 1, endMs: now - dayMs });
    yesterday = old;
    const runs = await seedRuns(stage, { test: 'checkout', runs: 2, endMs: now });
    await settled(stage, runs.at(-1) ?? 0);
    const summary = await stage.api<{ tests: { id: number }[] }>('GET', '/api/test/summary?name=checkout');
    test = summary.tests[0]?.id ?? 0;
    schema = await stage.api<number>('POST', '/api/schema', { name: 'check of fio', uri: 'urn:fio:1' });
  });

  const field = (page: Page) => page.getByRole('combobox', { name: /Find or do/ });
  const chosen = (page: Page) => page.locator('dialog [role=option][aria-selected=true]');
  /** Opens the palette by keys, types a text, and waits for a result. */
  const ask = async (page: Page, text: string, result: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type(text);
    await page.locator('dialog [role=option]', { hasText: result }).first().waitFor();
  };

  for (const { name, options } of looks)
    it(`has its results on the screen, ${name}: no complaint, axe finds nothing`, async () => {
      const { page, complaints, close } = await stage.open('/tests', options);
      await ask(page, '', 'Start');
      await page.waitForLoadState('networkidle');
      const box = async () => JSON.stringify(await page.locator('dialog').boundingBox());
      const before = await box();
      assert.deepEqual(await violations(page), []);
      await page.keyboard.type('check');
      await page.locator('dialog [role=option]', { hasText: 'check of fio' }).waitFor();
      await page.waitForLoadState('networkidle');
      await shot(page, `palette-${name}`, false);
      assert.equal(await box(), before, 'the dialog keeps its place and its size');
      assert.ok((await sideways(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      await page.keyboard.type(' nowhere');
      await page.getByText('Downpour found nothing with the name').waitFor();
      assert.deepEqual(complaints, []);
      await close();
    });

  it('leads to a run by its id, its test and its day, to a test, and to a schema', async () => {
    const { page, close } = await stage.open('/');
    for (const [text, result, path] of [
      [`${yesterday}`, `Run ${yesterday}`, `/run/${yesterday}`],
      ['checkout', 'checkout', `/test/${test}`],
      ['checkout yesterday', 'yesterday', `/run/${yesterday}`],
      ['fio', 'urn:fio:1', `/schema/${schema}`],
      ['start', 'Start', '/start'],
    ] as const) {
      await ask(page, text, result);
      await page.keyboard.press('Enter');
      await page.waitForURL(stage.url + path);
      await page.waitForSelector('main h1:focus');
      assert.equal(await page.locator('dialog').count(), 0);
    }
    await close();
  });

  it('goes to the first result when a person presses Enter before it has come', async () => {
    const { page, close } = await stage.open('/');
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<() => Promise<void>>();
    await page.route('**/api/run/list?*text=checkout*', (route) => asked(() => route.continue()));
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type('checkout yesterday');
    await page.keyboard.press('Enter');
    const answer = await isAsked;
    assert.equal(new URL(page.url()).pathname, '/');
    await answer();
    await page.waitForURL(`${stage.url}/run/${yesterday}`);
    await close();
  });

  it('drops the answer to an earlier text', async () => {
    const { page, close } = await stage.open('/');
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<() => Promise<void>>();
    await page.route('**/api/schema?*name=late*', (route) => {
      const schemas = [{ id: 1, name: 'late', uri: 'urn:late' }];
      asked(() => route.fulfill({ json: { schemas, count: 1 } }));
    });
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
    await page.keyboard.type('late');
    const answerLate = await isAsked;
    await field(page).fill('fio');
    await page.locator('dialog [role=option]', { hasText: 'urn:fio:1' }).waitFor();
    // The browser has ended the request, so it drops the answer.
    await answerLate().catch(() => undefined);
    assert.equal(await page.getByText('urn:late').count(), 0);
    await close();
  });

  it('asks the run of the screen, or searches all runs', async () => {
    const { page, close } = await stage.open(`/run/${yesterday}`);
    await ask(page, '$.state', `Ask run ${yesterday}`);
    await page.keyboard.press('ArrowDown');
    assert.match(await chosen(page).innerText(), /all runs/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.url}/run/${yesterday}/ask?q=$.state`);
    await page.getByText('"passed"').first().waitFor();
    await close();
  });

  it('closes by Escape and returns the focus, and opens a tab by Ctrl+Enter', async () => {
    const { page, close } = await stage.open('/tests');
    const search = page.getByRole('searchbox');
    await search.focus();
    await page.keyboard.type('a/b');
    assert.equal(await search.inputValue(), 'a/b', 'the key / is a letter in a field');
    await ask(page, 'bursts', 'Bursts');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.ok(await search.evaluate((element) => element.matches(':focus')));
    const button = page.getByRole('button', { name: 'Find or do' });
    await button.focus();
    await page.keyboard.press('/');
    await field(page).waitFor();
    assert.equal(await field(page).inputValue(), '');
    await page.keyboard.type('bursts');
    await page.locator('dialog [role=option]', { hasText: 'Bursts' }).first().waitFor();
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Control+Enter');
    await (await opened).waitForURL(`${stage.url}/bursts`);
    assert.equal(new URL(page.url()).pathname, '/tests');
    assert.ok(await button.evaluate((element) => element.matches(':focus')));
    await close();
  });

  it('loads its code only when it is opened, and keeps the keys that a person presses meanwhile', async () => {
    const { page, requests, close } = await stage.open('/');
    await page.waitForLoadState('networkidle');
    const before = requests.length;
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<() => Promise<void>>();
    await page.route('**/app/palette.*', (route) => asked(() => route.continue()));
    await page.keyboard.press('/');
    const answer = await isAsked;
    await page.keyboard.type('sz');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('tart');
    await answer();
    await chosen(page).filter({ hasText: 'Start' }).waitFor();
    assert.equal(await field(page).inputValue(), 'start');
    assert.ok(requests.slice(before).some((url) => /\/app\/palette\./.test(url)));
    await close();
  });

  it('states that its code or a list is lost, and keeps the other results', async () => {
    const { page, close } = await stage.open('/');
    await page.route('**/app/palette.*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await page.getByRole('alert').filter({ hasText: 'no longer has this part' }).waitFor();
    await close();
    const other = await stage.open('/');
    await other.page.route('**/api/schema?*', (route) => route.abort());
    await ask(other.page, 'checkout', 'checkout');
    await other.page.locator('dialog .failure', { hasText: 'The server does not answer' }).waitFor();
    await other.close();
  });

  it('shows dark colours on request, also in other tabs and in those opened later', async () => {
    const { page, complaints, close } = await stage.open('/tests', { colorScheme: 'light' });
    const colour = (of: Page) =>
      of.evaluate(
        'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.documentElement).colorScheme',
      );
    const light = await colour(page);
    await ask(page, 'dark', 'Dark colours');
    await page.keyboard.press('Enter');
    await page.getByText('The page has dark colours').waitFor();
    const dark = await colour(page);
    assert.notEqual(dark, light);
    assert.deepEqual(await violations(page), []);
    const other = await page.context().newPage();
    await other.goto(`${stage.url}/tests`);
    await other.waitForSelector('main h1');
    assert.equal(await colour(other), dark);
    await field(page).fill('system');
    await chosen(page).filter({ hasText: 'Colours of the system' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('The page has the colours of your system').waitFor();
    assert.equal(await colour(page), light);
    await other.waitForFunction("document.documentElement.style.colorScheme === ''");
    assert.equal(await colour(other), light);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('copies the address, and closes with the session', async () => {
    const { page, close } = await stage.open('/tests?text=a', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await ask(page, 'copy link', 'Copy link');
    await page.keyboard.press('Enter');
    await page.getByText('The address of this screen is copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${stage.url}/tests?text=a`);
    await field(page).fill('sign out');
    await chosen(page).filter({ hasText: 'Sign out' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/login');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await page.waitForSelector('main h1:focus');
    await page.keyboard.press('Control+k');
    assert.equal(await page.locator('dialog').count(), 0);
    await close();
  });
});
