import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { suiteScope } from '../../../local/scratch.ts';
import { seedRuns, settled } from './seed.ts';
import { openStage, type Stage } from './stage.ts';

/** The pages while something else happens: in another tab, by another person, or on another screen. */
describe('the pages meanwhile', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let last = 0;
  before(async () => {
    stage = await openStage(scope);
    const ids = await seedRuns(stage, { test: 'checkout', runs: 20, slowerFrom: 12 });
    last = ids.at(-1) ?? 0;
    await settled(stage, last);
  });

  it('an address that is shown already is no further entry in the history', async () => {
    const { page, close } = await stage.open('/run/1/ask?q=$.info');
    await page.waitForSelector('.answers');
    const entries = async () => Number(await page.evaluate('history.length'));
    const before = await entries();
    for (let n = 0; n < 3; n += 1) await page.locator('textarea').press('Enter');
    assert.equal(await entries(), before);
    for (let n = 0; n < 3; n += 1) await page.click('nav a[href="/runs"]');
    assert.equal(await entries(), before + 1);
    await close();
  });

  it('a late answer leads no person away from another screen', async () => {
    const { page, close } = await stage.open('/changes');
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    const { promise: isLeft, resolve: left } = Promise.withResolvers<void>();
    await page.route('**/trend?*', async (route) => {
      asked();
      await isLeft;
      await route.continue();
    });
    const answered = page.waitForResponse('**/trend?*');
    await page.getByRole('button', { name: 'Compare the runs' }).first().click();
    await isAsked;
    await page.click('nav a[href="/tests"]');
    await page.waitForSelector('main table');
    left();
    await (await answered).finished();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    assert.equal(new URL(page.url()).pathname, '/tests');
    await close();
  });

  for (const [address, name] of [
    ['/run/1/ask?q=$.info', 'Download'],
    ['/test/1/labels', 'All as CSV'],
  ] as const)
    it(`the link of a file gets the focus of its button: ${name}`, async () => {
      const { page, close } = await stage.open(address);
      await page.getByRole('button', { name }).press('Enter');
      await page.locator('a[download]:focus').waitFor();
      await close();
    });

  it('the focus stays near a control that a screen removes', async () => {
    const { page, close } = await stage.open('/runs?text=nothing%20has%20this&state=failed');
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.getByRole('button', { name: 'Remove words' }).press('Enter');
    await page.getByRole('button', { name: 'Remove words' }).waitFor({ state: 'detached' });
    assert.equal(await focused(), 'in the trash');
    // A person who has left all controls does not get one back.
    await page.goto(`${stage.url}/tests?text=nothing%20has%20this`);
    await page.getByRole('button', { name: 'Show all tests' }).focus();
    await page.evaluate('document.activeElement.blur()');
    await page.getByRole('button', { name: 'Show all tests' }).dispatchEvent('click');
    await page.waitForSelector('main table');
    assert.equal(await page.evaluate('document.activeElement.localName'), 'body');
    await close();
  });

  it('shows a description that another person has stored before it is replaced', async () => {
    const { page, close } = await stage.open(`/run/${last}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Describe' }).click();
    const field = page.getByLabel('Description of the run');
    await field.fill('mine');
    await stage.api('POST', `/api/run/${last}/description`, 'theirs');
    await field.press('Enter');
    await page.locator('.describe [role=alert]', { hasText: 'It is now “theirs”' }).waitFor();
    const stored = async () =>
      (await stage.api<{ readonly description: string }>('GET', `/api/run/${last}/summary`)).description;
    assert.deepEqual([await stored(), await field.inputValue()], ['theirs', 'mine']);
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    assert.equal(await stored(), 'mine');
    await close();
  });

  it('keeps a typed question until it is sent, also over a sign-in, and forgets it when the person leaves', async () => {
    const { page, close } = await stage.open('/run/1/ask?q=$.info');
    const field = page.locator('textarea');
    await page.waitForSelector('.answers');
    await field.fill('$.half');
    await page.click('nav a[href="/runs"]');
    await page.waitForSelector('main table');
    await page.goBack();
    await page.waitForSelector('.answers');
    assert.equal(await field.inputValue(), '$.half');
    await field.press('Enter');
    await page.waitForURL(/half/);
    await page.goBack();
    await page.waitForFunction('document.querySelector("textarea").value === "$.info"');
    await field.fill('$.secret');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key', { exact: true }).fill(stage.key);
    await page.getByLabel('API key', { exact: true }).press('Enter');
    await page.waitForURL(`${stage.url}/`);
    await page.goBack();
    await page.waitForURL(/ask/);
    await page.waitForSelector('.answers');
    assert.equal(await field.inputValue(), '$.info');
    await close();
  });

  it('sends a question again that has failed', async () => {
    const { page, close } = await stage.open('/run/1/ask');
    let tries = 0;
    await page.route('**/queryrun?*', (route) =>
      tries++ === 0 ? route.fulfill({ status: 502, body: 'a proxy' }) : route.continue(),
    );
    await page.locator('textarea').fill('$.state');
    await page.locator('textarea').press('Enter');
    await page.locator('main [role=alert]').waitFor();
    await page.locator('textarea').press('Enter');
    await page.waitForSelector('.answers');
    await close();
  });

  it('no tab shows private data after a person has signed out in another tab', async () => {
    const context = await stage.browser.newContext();
    await context.addInitScript(
      `sessionStorage.getItem('was') ?? sessionStorage.setItem('downpour.key', ${JSON.stringify(stage.key)});
      sessionStorage.setItem('was', 'here');`,
    );
    await allowAnyone(context);
    const open = async (path: string, text: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(stage.url + path);
      await page.getByText(text).first().waitFor();
      return page;
    };
    const screens = [
      ['/runs', 'checkout'],
      ['/test/1', 'checkout'],
      ['/run/1/data', 'passed'],
    ] as const;
    const shown: Page[] = [];
    for (const [path, text] of screens) shown.push(await open(path, text));
    const leaving = await open('/tests', 'checkout');
    await leaving.getByRole('button', { name: 'Menu' }).click();
    await leaving.getByRole('button', { name: 'Sign out' }).click();
    for (const [at, [path, text]] of screens.entries()) {
      await shown[at]?.getByRole('alert').first().waitFor();
      assert.equal(await shown[at]?.locator('main').getByText(text).count(), 0, path);
    }
    await context.close();
  });

  it('names the days anew at midnight, and loads old values again when its window gets the focus', async () => {
    const { page, requests, close } = await stage.open('/tests');
    await page.clock.install();
    await page.reload();
    await page.locator('main time').first().waitFor();
    const before = await page.locator('main time').first().innerText();
    const count = (): number => requests.filter((url) => url.includes('/api/test/summary')).length;
    const asked = count();
    await page.clock.fastForward('24:00:00');
    await page.waitForFunction(`document.querySelector('main time').innerText !== ${JSON.stringify(before)}`);
    assert.equal(count(), asked);
    const loaded = page.waitForResponse('**/api/test/summary?*');
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await loaded;
    await close();
  });
});

/** Makes the pages of a browser expect a server that answers callers without a key. */
const allowAnyone = (context: BrowserContext): Promise<unknown> =>
  context.route('**/api/config/web', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), anonymous: true } });
  });
