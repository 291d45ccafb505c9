import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { pageAssets } from '../../../lib/report/page/page-assets.ts';
import { reportPage } from '../../../lib/report/page/report-page.ts';
import { scratchDir, suiteScope } from '../../local/scratch.ts';
import { pageRun } from '../../report/page/runs.ts';
import { openBrowser } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ms = 1e6;

/** The report page in Debian's Chromium. All tests share one browser. */
describe('the page in a browser', () => {
  const scope = suiteScope();
  let browser: Browser;
  let address: string;
  before(async () => {
    const file = join(scratchDir(scope), 'report.html');
    writeFileSync(file, reportPage({ run: await failedRun(), id: 7, assets: await pageAssets() }));
    address = pathToFileURL(file).href;
    browser = await openBrowser(scope);
  });

  for (const width of [1280, 800, 375, 320]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`${width} wide, ${colorScheme}: nothing sticks out, no error, no request, axe finds nothing`, async () => {
        const { page, complaints, requests } = await open({ viewport: { width, height: 900 }, colorScheme });
        await page.click('.opener');
        await page.waitForSelector('tr.detail svg');
        const sticksOut = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(sticksOut) <= 0, `${sticksOut} pixels`);
        const results = await page.evaluate(
          `Math.max(...[...document.querySelectorAll('.limits td:last-child')].map((cell) => cell.getBoundingClientRect().right))`,
        );
        assert.ok(Number(results) > 0 && Number(results) <= width, `the results end at ${results}`);
        assert.deepEqual(await violations(page), []);
        assert.deepEqual(complaints, []);
        assert.deepEqual(
          requests.filter((url) => url !== address),
          [],
        );
        await page.context().close();
      });
    }
  }

  it('keeps long notes about the generator in their place', async () => {
    const run = await failedRun();
    const phases = run.phases.map((phase) => ({
      ...phase,
      delivery: { ...phase.delivery, planned: 12_345_678, started: 9_876_543, throttled: 7_654_321 },
    }));
    const file = join(scratchDir(scope), 'report.html');
    writeFileSync(file, reportPage({ run: { ...run, phases }, assets: await pageAssets() }));
    for (const width of [1280, 800, 320]) {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      await page.goto(pathToFileURL(file).href);
      const outside = await page.evaluate(
        `[...document.querySelectorAll('.trust dl > div')].filter((fact) => [...fact.querySelectorAll('*')].some((part) => part.getBoundingClientRect().right > fact.getBoundingClientRect().right + 1)).map(({ textContent }) => textContent)`,
      );
      assert.deepEqual(outside, [], `${width} wide`);
      assert.match(await page.locator('.trust').innerText(), /7,654,321 had to wait for a free session/);
      await page.close();
    }
  });

  it('draws every panel, with the colours of the theme, and in light ones on paper', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    const titles = await page.locator('#time-charts figcaption').allTextContents();
    assert.deepEqual(titles, [
      'Phases',
      'Load: planned, sent, answered',
      'Response times, all requests',
      'Failed requests by kind',
      'Sessions and connections, highest in each second',
      'Generator: load',
      'Generator: delays',
    ]);
    const darkness = async (): Promise<number> => Number(await page.evaluate(brightest));
    const dark = await darkness();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.waitForSelector('html[data-print]');
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    assert.notEqual(await darkness(), dark);
    await page.context().close();
  });

  it('draws its charts in a browser without a valid language', async () => {
    const page = await browser.newPage();
    await page.addInitScript(`Object.defineProperty(navigator, 'language', { value: 'C' })`);
    await page.goto(address);
    await page.waitForSelector('html[data-ready] #time-charts canvas');
    await page.close();
  });

  it('moves through time by keys, reports what is there, and a selected stretch is counted again', async () => {
    const { page } = await open({});
    const chart = page.locator('[aria-label^="Response times, all requests"]');
    await chart.focus();
    await page.keyboard.press('Home');
    const live = page.locator('#live');
    assert.match(
      (await live.textContent()) ?? '',
      /^14:13:20: p50 ~[\d.]+.ms, p99 ~[\d.]+.ms, 240.requests$/,
    );
    await page.keyboard.press('ArrowRight');
    assert.match((await live.textContent()) ?? '', /^14:13:21: /);
    const readouts = await page.locator('[aria-label^="Load"] >> xpath=.. >> .readout').allTextContents();
    assert.ok(
      readouts.every((text) => text === '240/s'),
      `the other charts follow: ${readouts}`,
    );
    const cells = () => page.locator('#metrics tbody tr').first().locator('td').allTextContents();
    const whole = await cells();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    // The selection has five columns of one second with 120 requests each.
    const [, requests, rate, , p50] = await cells();
    assert.deepEqual([requests, rate], ['600', '120/s']);
    assert.match(p50 ?? '', /^~/);
    assert.match(
      (await page.locator('#metrics-window').textContent()) ?? '',
      /from 14:13:21 to 14:13:26 UTC/,
    );
    await chart.focus();
    await page.keyboard.press('Escape');
    assert.deepEqual(await cells(), whole);
    assert.equal(await page.locator('#metrics-window').isVisible(), false);
    await page.context().close();
  });

  it('looks at a stretch that the mouse was dragged over, in all charts, until a double click', async () => {
    const { page } = await open({});
    const over = page.locator('[aria-label^="Load"] .u-over');
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    assert.ok(box);
    // Selects the time from the middle of the fifth second to the middle of the tenth second.
    const at = (second: number): number => box.x + (box.width * second) / 20.1;
    await page.mouse.move(at(4.5), box.y + 20);
    await page.mouse.down();
    await page.mouse.move(at(9.5), box.y + 20, { steps: 4 });
    await page.mouse.up();
    const requests = page.locator('#metrics tbody tr td:nth-child(3)').first();
    // Only whole columns count: six of them, with 120 requests each.
    assert.equal(await requests.textContent(), '720');
    assert.match(
      (await page.locator('#metrics-window').textContent()) ?? '',
      /from 14:13:24 to 14:13:30 UTC/,
    );
    await over.dblclick({ position: { x: 200, y: 20 } });
    assert.equal(await requests.textContent(), '2,400');
    await page.context().close();
  });

  it('keeps a selected stretch in its address, where a link of a limit leads too', async () => {
    const { page } = await open({});
    const requests = () => page.locator('#metrics tbody tr td:nth-child(3)').first().textContent();
    await page.click('.limits tr.broken a');
    await page.waitForURL(/#t=\d\d:\d\d:\d\d\.\.\d\d:\d\d:\d\d/);
    const { hash } = new URL(page.url());
    assert.match((await page.locator('#metrics-window').textContent()) ?? '', new RegExp(hash.slice(3, 11)));
    const selected = await requests();
    assert.notEqual(selected, '2,400');
    const again = await open({}, hash);
    assert.equal(
      await again.page.locator('#metrics tbody tr td:nth-child(3)').first().textContent(),
      selected,
    );
    await page.locator('[aria-label^="Load"]').focus();
    await page.keyboard.press('Escape');
    assert.equal(await requests(), '2,400');
    assert.equal(new URL(page.url()).hash, '#t=');
    for (const opened of [page, again.page]) await opened.context().close();
  });

  it('sorts the table of metrics, by keys as well, and shows the numbers behind a chart', async () => {
    const { page } = await open({});
    const names = () => page.locator('#metrics tbody tr th').allTextContents();
    assert.match((await names())[0] ?? '', /^metric 1/);
    await page.locator('#metrics thead button', { hasText: /^metric$/ }).focus();
    await page.keyboard.press('Enter');
    assert.deepEqual(
      (await names()).map((name) => name.slice(0, 8)),
      ['metric 0', 'metric 1'],
    );
    assert.equal(await page.locator('#metrics th[aria-sort]').getAttribute('aria-sort'), 'ascending');
    await page.locator('#time-charts summary').first().click();
    const rows = page.locator('#time-charts details[open] tbody tr');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 21);
    await page.context().close();
  });

  it('says without scripts what decides, and shows the response times', async () => {
    const { page } = await open({ javaScriptEnabled: false });
    const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
    for (const words of [
      /Failed/,
      /99 % of responses came within/,
      /You can trust the numbers/,
      /✗ broken/,
      /p99/,
    ]) {
      assert.match(text, words);
    }
    assert.equal(await page.locator('svg.heat').isVisible(), true);
    assert.equal(await page.locator('.curve svg.figure').isVisible(), true);
    assert.equal(await page.locator('#metrics tbody tr').count(), 2);
    await page.context().close();
  });

  it('prints the first screen on one page', async () => {
    const { page } = await open({ viewport: { width: 703, height: 1000 } });
    await page.evaluate(`for (const part of document.querySelectorAll('.chapter')) part.remove()`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.equal(pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1);
    await page.context().close();
  });

  it('gives a long name three lines of a phone at most, so that the verdict is on the first screen', async () => {
    const { page } = await open({ viewport: { width: 360, height: 800 } });
    const heading = page.locator('h1');
    await heading.evaluate((node) => node.prepend('w'.repeat(500)));
    assert.ok(((await heading.boundingBox())?.height ?? 0) < 100);
    await page.context().close();
  });

  /** The page after its charts are drawn, with its console output and its network requests. */
  async function open(options: BrowserContextOptions, hash = '') {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(address + hash);
    if (options.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]');
    return { page, complaints, requests };
  }
});

/** 20 seconds in which one of two metrics breaks its limit and a few requests fail. */
const failedRun = (): Promise<RunDocument> =>
  pageRun({
    seconds: 20,
    metrics: 2,
    perSecond: 60,
    shards: 2,
    sla: '[{ limits: { 0.9: 120ms, 0.99: 150ms, 0.999: 2s } }, { window: 2s, limits: { 0.99: 200ms } }]',
    names: { benchmark: 'shop', metric: (index) => `metric ${index}, which has a rather long name` },
    latencyNs: (random, second, metric) =>
      (10 + (metric === 1 && second >= 10 && second < 14 ? 300 : 5) * random) * ms,
    isFailed: (random, second) => second === 15 && random < 0.1,
  });

/** The largest sum of the red values in a canvas with text. A brighter text has a larger sum. */
const brightest = `(() => {
  const canvas = document.querySelector('#time-charts canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += data[at] * data[at + 3];
  return sum;
})()`;

async function violations(page: Page): Promise<readonly string[]> {
  // The checker runs as a separate program in the page, because the page itself may only run its own scripts.
  await page.evaluate(axe);
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).slice(0, 2).join(' | ')))`,
  );
  return found as readonly string[];
}
