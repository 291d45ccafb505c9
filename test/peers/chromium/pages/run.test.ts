import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { pageAssets } from '../../../../lib/report/page/page-assets.ts';
import { partsOfPage } from '../../../../lib/report/page/report-page.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { largestRun, pageRun } from '../../../report/page/runs.ts';
import { seedRuns } from './seed.ts';
import {
  cutOnPaper,
  looks,
  openStage,
  pagesOf,
  type Stage,
  shot,
  sideways,
  tasksOf,
  violations,
} from './stage.ts';

describe('the screen of a run', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let ids: readonly number[] = [];
  let foreign = 0;
  let broken = 0;
  before(async () => {
    stage = await openStage(scope);
    ids = await seedRuns(stage, { test: 'checkout', runs: 8, failed: [5], slowerFrom: 7 });
    const test = await stage.api<number>('POST', '/api/run/data?test=shop&start=1&stop=2', await failedRun());
    broken = Number(test);
    foreign = Number(
      await stage.api<number>('POST', '/api/run/data?test=other&start=1700000000000&stop=1700000060000', {
        requests: 123,
      }),
    );
  });

  const open = async (id: number, query = '', options = {}) => {
    const tab = await stage.open(`/run/${id}${query}`, options);
    await tab.page.waitForSelector('.report[data-ready]');
    await tab.page.waitForLoadState('networkidle');
    return tab;
  };

  for (const { name, options } of looks)
    it(`${name}: charts and details under the strict policy, no complaint, axe finds nothing`, async () => {
      const { page, complaints, requests, close } = await open(broken, '', options);
      assert.equal(await page.locator('#time-charts .chart').count(), 7);
      await page.click('.opener');
      await page.waitForSelector('tr.detail svg');
      await shot(page, `run-${name}`);
      await page.evaluate('scrollTo(0, 0)');
      assert.ok((await sideways(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      const requested = requests.filter((url) => url.includes('/api/') && !url.endsWith('/api/config/web'));
      assert.equal(requested.length, 4, requested.join('\n'));
      await close();
    });

  it('says the same words as the file', async () => {
    const id = broken;
    const file = await fetch(`${stage.url}/api/run/${id}/report?format=html`, {
      headers: { 'X-Downpour-API-Key': stage.key },
    });
    const [site, paper] = [await open(id), await (await stage.browser.newContext()).newPage()];
    await paper.setContent(await file.text());
    await paper.waitForSelector('html[data-ready]');
    for (const page of [site.page, paper]) {
      const heights = await page
        .locator('thead button')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
      assert.ok(heights.length > 0 && heights.every((height) => height >= 24), heights.join());
      await page.click('.opener');
      await page.waitForSelector('tr.detail svg');
    }
    const [displayed, written] = [await wordsOf(site.page), await wordsOf(paper)];
    assert.ok(written.length > 2000);
    assert.deepEqual(displayed, written);
    await paper.context().close();
    await site.close();
  });

  it('keeps its place on the screen when a person loads it again', async () => {
    const { page, close } = await open(broken);
    await page.evaluate('scrollTo(0, 1000)');
    await page.reload();
    await page.evaluate(`new Promise((found) => {
      const look = () => (scrollY === 1000 ? found() : requestAnimationFrame(look));
      look();
    })`);
    await close();
  });

  it('prints as the file does: no buttons, every number, no cut table, the first screen on one page', async () => {
    const { page, close } = await open(broken, '', { viewport: { width: 703, height: 1000 } });
    const words = await wordsOf(page);
    await page.emulateMedia({ media: 'print' });
    await page.waitForSelector('html[data-print]');
    assert.equal(await page.locator('header.bar, .run-bar').filter({ visible: true }).count(), 0);
    assert.equal(await wordsOf(page), words);
    assert.deepEqual(await cutOnPaper(page), []);
    const printed = await page.locator('.report').innerText();
    // Limits that were kept are in closed parts of the page, and are not printed.
    for (const number of await page
      .locator('#metrics td, .numbers .value, .limits > * > tr.broken td')
      .allInnerTexts())
      assert.ok(printed.includes(number.trim()), number);
    // The heads of columns and the names of metrics are buttons on the screen.
    assert.equal(await page.locator('#metrics th button').filter({ visible: false }).count(), 0);
    assert.ok((await pagesOf(page)) > 1);
    await page.evaluate(`for (const part of document.querySelectorAll('.chapter')) part.remove()`);
    assert.equal(await pagesOf(page), 1);
    await close();
  });

  it('shows the largest report with a row a metric, in its budget of bytes, and reports what is left out', async (t) => {
    const { markup, data } = partsOfPage({ run: await largestRun(), assets: await pageAssets() });
    const body = JSON.stringify({ markup: markup.text, data, version: '0' });
    const { page, requests, complaints, close } = await stage.open('/runs');
    await page.route('**/report?format=json', (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
    const before = requests.length;
    const { longestMs } = await tasksOf(page, async () => {
      await page.evaluate(
        `history.pushState(null, '', '/run/${broken}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.waitForSelector('.report[data-ready]');
      await page.locator('.chart').first().focus();
      for (const key of ['Home', 'Shift+PageDown', 'Enter']) await page.keyboard.press(key);
      await page.waitForSelector('#metrics.selection');
      await page.keyboard.press('Escape');
      await page.waitForSelector('#metrics:not(.selection)');
    });
    assert.ok(longestMs <= 100, `a task of ${longestMs} ms`);
    const asked = requests.slice(before).filter((url) => url.includes('/api/'));
    assert.ok(asked.length <= 4, asked.join('\n'));
    assert.ok(Buffer.byteLength(body) <= 1_000_000, `${Buffer.byteLength(body)} bytes`);
    assert.equal(await page.locator('#metrics tbody tr').count(), 200);
    assert.match(await page.locator('main').innerText(), /200 metrics|left out/);
    const nodes = Number(await page.evaluate(`document.querySelectorAll('*').length`));
    assert.ok(nodes <= 10_000, `${nodes} elements`);
    await page.locator('.opener').first().click();
    await page.waitForSelector('tr.detail svg');
    t.diagnostic(`${Buffer.byteLength(body)} bytes, ${nodes} elements, longest task ${longestMs} ms of CPU`);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('shows the colours of the legend also where the system replaces colours', async () => {
    const { page, close } = await stage.open(`/run/${ids[1]}`, { forcedColors: 'active' });
    await page.locator('.legend .key').first().waitFor();
    const colours = await page.evaluate(
      `[...new Set([...document.querySelectorAll('.legend .key')].map((key) => getComputedStyle(key).backgroundColor))]`,
    );
    assert.ok((colours as readonly string[]).length > 1, String(colours));
    await close();
  });

  it('keeps the selected seconds in the address, and Back returns to the whole run', async () => {
    const { page, complaints, close } = await open(broken);
    const requests = () => page.locator('#metrics tbody tr td:nth-child(3)').first().textContent();
    const whole = await requests();
    const over = page.locator('[aria-label^="Load"]');
    await over.focus();
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?t=\d\d:\d\d:\d\d(\.\d+)?\.\.\d\d:\d\d:\d\d(\.\d+)?$/);
    const selected = await requests();
    assert.notEqual(selected, whole);
    const { page: again, close: closeAgain } = await open(broken, new URL(page.url()).search);
    assert.equal(await again.locator('#metrics tbody tr td:nth-child(3)').first().textContent(), selected);
    await closeAgain();
    await over.focus();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '');
    assert.equal(await requests(), whole);
    // A link of the verdict makes an entry in the history.
    await page.click('.limits tr.broken a');
    await page.waitForURL(/\?t=/);
    await page.waitForSelector('#metrics-window:not([hidden])');
    assert.notEqual(await requests(), whole);
    await page.goBack();
    await page.waitForURL((url) => url.search === '');
    await page.waitForSelector('#metrics-window', { state: 'hidden' });
    assert.equal(await requests(), whole);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('leads to the runs around it, and to comparisons with them', async () => {
    const { page, close } = await open(ids[6] ?? 0);
    assert.equal(await page.locator('.around a[rel=prev]').getAttribute('href'), `/run/${ids[5]}`);
    assert.match((await page.locator('.around .spark').getAttribute('aria-label')) ?? '', /last 8 runs/);
    await page.click('.menu button:has-text("Compare")');
    await page.waitForSelector('.menu li:has-text("this test has no run from a week before this run")');
    const links = await page.locator('.menu a').evaluateAll(hrefs);
    assert.deepEqual(links, [
      `/compare?base=${ids[5]}&new=${ids[6]}`,
      `/compare?base=${ids[0]}..${ids[4]}&new=${ids[6]}`,
      `/runs?test=checkout&new=${ids[6]}`,
    ]);
    await page.keyboard.press('Escape');
    await page.click('.around a[rel=next]');
    await page.waitForURL(`${stage.url}/run/${ids[7]}`);
    await page.waitForSelector('.report[data-ready] h1:has-text("run 8")');
    assert.match(await page.title(), new RegExp(`run ${ids[7]} · Downpour`));
    await close();
  });

  it('keeps the focus on its heading when its data replace the heading', async () => {
    const { page, close } = await stage.open('/runs');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/report?format=json', async (route) => {
      await released;
      await route.continue();
    });
    await page.click('td a[href^="/run/"]');
    await page.waitForSelector('main h1:focus:has-text("run")');
    await page.evaluate(`document.querySelector('main h1').dataset.early = ''`);
    release();
    await page.waitForSelector('.report[data-ready] h1:not([data-early])');
    assert.equal(await page.evaluate(`document.activeElement.localName`), 'h1');
    await close();
  });

  it('shows of a run of another tool its facts and labels, and no empty chart', async () => {
    for (const { name, options } of looks.slice(0, 3)) {
      const { page, complaints, close } = await stage.open(`/run/${foreign}`, options);
      await page.waitForSelector('.pairs');
      await page.waitForLoadState('networkidle');
      await shot(page, `run-foreign-${name}`);
      assert.match(await page.locator('main').innerText(), /Another tool made this run/);
      assert.equal(await page.locator('canvas').count(), 0);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      await close();
    }
  });

  it('states of a run whose test is deleted that there is no test, and links to none', async () => {
    const { page, close } = await stage.open('/');
    await page.route(`**/api/run/${foreign}/summary`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), testname: null } });
    });
    await page.goto(`${stage.url}/run/${foreign}`);
    await page.waitForSelector('.pairs');
    assert.equal(await page.locator('main').getByText('a deleted or hidden test').count(), 2);
    assert.equal(await page.locator('main a[href^="/test/"]').count(), 0);
    await close();
  });

  it('cuts a long label value, and shows the rest on demand', async () => {
    const { page, close } = await stage.open(`/run/${foreign}`);
    const long = [
      { values: { samples: 'x'.repeat(100_000) }, runId: foreign, datasetId: 1, start: 1, stop: 2 },
    ];
    await page.route('**/labelValues*', (route) => route.fulfill({ json: long }));
    await page.reload();
    const value = page.locator('main td');
    await value.locator('button:has-text("Show all 100,000")').click();
    await page.waitForFunction(`document.querySelector('main td').textContent.length === 100000`);
    await close();
  });

  it('says of a run that is not there that it may be hidden', async () => {
    const { page, close } = await stage.open('/run/999');
    await page.waitForSelector('h1:has-text("There is no run 999, or you may not see it.")');
    await page.getByRole('link', { name: 'Sign in as another person' }).click();
    await page.waitForURL(`${stage.url}/login?next=/run/999`);
    await close();
  });

  it('takes a run into the trash and out again, and describes it', async () => {
    const { page, complaints, close } = await open(ids[0] ?? 0);
    const more = async (item: string) => {
      await page.click('.menu button:has-text("More")');
      await page.click(`.menu li button:has-text("${item}")`);
    };
    await more('Describe');
    await page.fill('.describe input', 'with the new collector');
    await page.click('.describe button');
    await page.waitForSelector('.describe', { state: 'detached' });
    await more('Move this run to the trash');
    await page.waitForSelector('text=This run is in the trash.');
    await more('Restore this run from the trash');
    await page.waitForSelector('text=This run is in the trash.', { state: 'detached' });
    const { description, trashed } = await stage.api<{ description: string; trashed: boolean }>(
      'GET',
      `/api/run/${ids[0]}/summary`,
    );
    assert.deepEqual([description, trashed], ['with the new collector', false]);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('leaves the list of runs when a person moves it to the trash, and is in the list of the trash', async () => {
    const id = ids[2] ?? 0;
    const { page, complaints, close } = await stage.open('/runs?test=checkout');
    const link = page.getByRole('link', { name: `run ${id}`, exact: true });
    const menu = async (item: string) => {
      await page.click('.menu button:has-text("More")');
      await page.click(`.menu li button:has-text("${item}")`);
    };
    await link.click();
    await menu('Move this run to the trash');
    await page.waitForSelector('text=This run is in the trash.');
    await page.goBack();
    await page.waitForSelector('h1:has-text("Runs")');
    await link.waitFor({ state: 'detached' });
    await page.goForward();
    await page.click('text=Show all runs in the trash');
    await page.locator('.run-facts', { hasText: '1 run found' }).waitFor();
    assert.equal(
      await page.getByRole('button', { name: 'in the trash' }).getAttribute('aria-pressed'),
      'true',
    );
    await link.click();
    await menu('Restore this run from the trash');
    await page.waitForSelector('text=This run is in the trash.', { state: 'detached' });
    await page.goBack();
    await page.getByText('No run matches this filter').waitFor();
    await page.getByRole('button', { name: 'Remove in the trash' }).click();
    await link.waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  it('begins at the top for keys, and at its heading when a person comes from another screen', async () => {
    const { page, close } = await open(ids[0] ?? 0);
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.textContent.trim()');
    await page.waitForSelector('.report[data-ready]');
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'Skip to the content');
    await page.click('nav a[href="/runs"]');
    await page.click(`table.runs a[href="/run/${ids[1]}"]`);
    await page.waitForSelector('.report[data-ready]');
    assert.match(String(await focused()), new RegExp(`run ${ids[1]}$`));
    await close();
  });

  it('keeps a description while the key has expired, also over a sign-in, and returns the focus', async () => {
    const { page, close } = await open(ids[0] ?? 0);
    const returned = (): Promise<void> => page.locator('button:focus', { hasText: /^More/ }).waitFor();
    const field = page.getByLabel('Description of the run');
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('button', { name: 'Describe' }).press('Enter');
    await field.press('Escape');
    await returned();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Describe' }).press('Enter');
    assert.equal(await page.locator('.menu li').count(), 0, 'the menu is closed');
    await field.fill('a long text');
    await page.route('**/api/run/*/description?*', (route) =>
      route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED', message: 'expired', requestId: 'r' } }),
    );
    await field.press('Enter');
    await page.locator('.describe').getByRole('alert').waitFor();
    assert.equal(await field.inputValue(), 'a long text');
    await page.click('.messages a');
    await page.getByLabel('API key', { exact: true }).fill(stage.key);
    await page.unroute('**/api/run/*/description?*');
    await page.getByLabel('API key', { exact: true }).press('Enter');
    await page.waitForURL(`${stage.url}/run/${ids[0]}`);
    assert.equal(await field.inputValue(), 'a long text');
    await field.press('Enter');
    await field.waitFor({ state: 'detached' });
    await returned();
    await close();
  });
});

/**
 * A run of twenty seconds. One of its two metrics breaks its limits in some of them, and a few requests fail.
 */
const failedRun = () =>
  pageRun({
    seconds: 20,
    metrics: 2,
    perSecond: 60,
    shards: 2,
    sla: '[{ limits: { 0.9: 120ms, 0.99: 150ms } }, { window: 2s, limits: { 0.99: 200ms } }]',
    names: { benchmark: 'shop', metric: (index) => `metric ${index}, which has a rather long name` },
    latencyNs: (random, second, metric) =>
      (10 + (metric === 1 && second >= 10 && second < 14 ? 300 : 5) * random) * 1e6,
    isFailed: (random, second) => second === 15 && random < 0.1,
  });

const hrefs = (links: readonly unknown[]): unknown[] =>
  links.map((link) => (link as { getAttribute: (name: string) => string }).getAttribute('href'));

/** All texts of the report in their order, also those of closed parts. */
const wordsOf = async (page: Page): Promise<string> =>
  String(await page.evaluate(`document.querySelector('.report').textContent.replace(/\\s+/g, ' ').trim()`));
