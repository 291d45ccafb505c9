import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { RunComparison } from '../../../../lib/api.generated.ts';
import { comparisonOf } from '../../../../lib/report/comparison/comparison-json.ts';
import { comparedOnPage } from '../../../../lib/report/page/comparison-text.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { around, documentOf, type Made } from '../../../report/comparison/runs.ts';
import { cutOnPaper, looks, openStage, pagesOf, type Stage, shot, sideways, violations } from './stage.ts';

describe('the screen of a comparison', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  const [base, slower]: [number[], number[]] = [[], []];
  let other = 0;

  async function upload(factor: number, at: number, made: Partial<Made> = {}): Promise<number> {
    const second = around(20 * factor, at);
    const run = documentOf({ name: `c${at}`, at, second, metrics: ['browse', 'cart'], seconds: 50, ...made });
    const query = `test=shop&start=${1_700_000_000_000 + at * 60_000}&stop=${1_700_000_050_000 + at * 60_000}`;
    return Number(await stage.api<number>('POST', `/api/run/data?${query}`, run));
  }

  before(async () => {
    stage = await openStage(scope);
    for (let turn = 0; turn < 5; turn += 1) {
      base.push(await upload(1 + turn / 200, 2 * turn));
      slower.push(await upload(1.3 + turn / 200, 2 * turn + 1));
    }
    other = await upload(1, 20, { shards: 2, parameters: { RATE: '12' } });
  });

  const open = async (query: string, options = {}) => {
    const tab = await stage.open(`/compare?${query}`, options);
    await tab.page.waitForSelector('.outcome');
    await tab.page.waitForLoadState('networkidle');
    return tab;
  };

  for (const { name, options } of looks)
    it(`${name}: outcome first, then the runs and the limits; no complaint, axe finds nothing`, async () => {
      const { page, complaints, requests, close } = await open(`base=${base}&new=${slower}`, options);
      await shot(page, `compare-${name}`);
      const text = (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');
      assert.match(text, /^Comparison\s+▲ Worse\s+p99 changed by \+\d/);
      assert.match(text, /A B A B A B A B A B/);
      assert.doesNotMatch(text, /not alternating/);
      assert.equal(await page.locator('.dots figure').count(), 2);
      await page.click('details:last-of-type summary');
      assert.ok((await sideways(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      assert.equal(requests.filter((url) => url.includes('/api/compare')).length, 1);
      await close();
    });

  it('has the words of the chapter in a report, for several runs and for one with one', async () => {
    for (const [baseline, candidate] of [
      [base, [slower[0]]],
      [[base[0]], [slower[0]]],
    ]) {
      const answer = await stage.api<RunComparison>(
        'GET',
        `/api/compare?baseline=${baseline}&candidate=${candidate}`,
      );
      const { lines, notes } = comparedOnPage(comparisonOf(answer), undefined);
      const { page, close } = await open(`base=${baseline}&new=${candidate}`);
      await shot(page, `compare-${baseline?.length}-with-1`);
      const displayed = String(await page.evaluate(`document.querySelector('main').textContent`));
      assert.ok(lines.length > 5 && notes.length > 0);
      for (const line of lines)
        for (const text of Object.values(line)) assert.ok(displayed.includes(text), `${line.name}: ${text}`);
      for (const note of notes) assert.ok(displayed.includes(note), note);
      assert.ok(displayed.includes(answer.reason));
      await close();
    }
  });

  it('prints every number and no control, also those of the folded table', async () => {
    const { page, close } = await open(`base=${base}&new=${slower}`, {
      viewport: { width: 703, height: 1000 },
      colorScheme: 'dark',
    });
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('header.bar, .sides, main button').filter({ visible: true }).count(), 0);
    assert.deepEqual(await cutOnPaper(page), []);
    const printed = await page.locator('main').innerText();
    const cells = (await page.locator('table.compared td, table.compared th').allTextContents()).filter(
      Boolean,
    );
    assert.ok(cells.length > 50);
    for (const cell of cells) assert.ok(printed.includes(cell), cell);
    assert.equal(
      await page.evaluate('getComputedStyle(document.body).backgroundColor'),
      'rgb(255, 255, 255)',
    );
    assert.ok((await pagesOf(page)) <= 4);
    await close();
  });

  for (const width of [480, 768, 1000])
    it(`${width} wide: shows the outcome of each limit without scrolling`, async () => {
      const viewport = { width, height: 900 };
      const { page, close } = await open(`base=${base}&new=${slower}`, { viewport });
      const right = await page.evaluate(
        `Math.max(...[...document.querySelectorAll('section .compared td:last-child')]
          .filter((cell) => cell.checkVisibility()).map((cell) => cell.getBoundingClientRect().right))`,
      );
      assert.ok(Number(right) > 0 && Number(right) <= width, `the outcome ends at ${right}`);
      await close();
    });

  it('says in the address what it compares, also when a person changes it', async () => {
    const { page, complaints, close } = await open(`base=${base}&new=${slower}`);
    await page.fill('.sides label:nth-child(3) input', 'p50:50% browse:mean:60%');
    await page.press('.sides label:nth-child(3) input', 'Enter');
    await page.waitForSelector('.outcome-not-worse');
    assert.deepEqual(new URL(page.url()).searchParams.getAll('gate'), ['p50:50%', 'browse:mean:60%']);
    const text = await page.locator('.outcome').innerText();
    await page.reload();
    await page.waitForSelector('.outcome-not-worse');
    assert.equal(await page.locator('.outcome').innerText(), text);
    await page.goBack();
    await page.waitForSelector('.outcome-worse');
    assert.deepEqual(complaints, []);
    await close();
  });

  it('reports the reason runs cannot be compared, and compares them when a person wants that', async () => {
    const { page, close } = await open(`base=${base[0]},${base[1]}&new=${other}`);
    await shot(page, 'compare-differs');
    const advice = await page.locator('.outcome').innerText();
    assert.match(
      advice,
      /if you want to compare different loads, tick “Also compare runs with different loads”/,
    );
    assert.doesNotMatch(advice, /--/, 'an option of the command line');
    assert.ok((await page.locator('ul.notes .definition').count()) > 0);
    await page.check('.sides [type=checkbox]');
    await page.click('.sides button');
    await page.waitForSelector('.outcome-cannot-tell');
    assert.equal(new URL(page.url()).searchParams.get('differ'), '1');
    await close();
  });

  it('asks for both sides, and names a text that is no list of runs', async () => {
    const { page, close } = await stage.open('/compare');
    assert.match(await page.locator('main').innerText(), /Name the runs of both sides/);
    await page.goto(`${stage.url}/compare?base=shop&new=1`);
    await page.waitForSelector('[role=alert]:has-text("shop is not a list of at most 50 runs")');
    await page.goto(`${stage.url}/compare?base=1&new=9999`);
    await page.waitForSelector('.failure:has-text("there is no run 9999")');
    await close();
  });
});
