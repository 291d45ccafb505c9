import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { idsText } from '../../../../lib/web/addresses/ids.ts';
import { addressMax, addressOf } from '../../../../lib/web/addresses/table.ts';
import { afterwards, suiteScope } from '../../../local/scratch.ts';
import { seedRuns } from './seed.ts';
import { looks, openStage, overflowing, type Stage, shot, sideways, violations } from './stage.ts';

/** The screens Now, Runs and Tests with real runs: their content, and their use by the keyboard. */

const small = 260;

describe('lists of runs and tests', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let checkout: readonly number[] = [];

  before(async () => {
    stage = await openStage(scope);
    await seedSmall(stage);
    checkout = await seedRuns(stage, {
      test: 'checkout',
      runs: 14,
      failed: [11, 13],
      description: (index) => `release 4.${index}`,
    });
    await seedRuns(stage, { test: 'search <img src=x onerror=alert(1)>', runs: 3 });
  });

  for (const { name, options } of looks)
    it(`${name}: no complaint, axe finds nothing, nothing sticks out`, async () => {
      const { page, complaints, requests, close } = await stage.open('/', options);
      for (const [screen, path, ready] of [
        ['now', '/', '.lines .spark'],
        ['runs', '/runs', 'tr[data-at] a'],
        ['runs-filtered', '/runs?state=failed&text=release', 'tr[data-at] a'],
        ['runs-none', '/runs?text=nothing+like+this', '.words button'],
        ['tests', '/tests', '.tests .spark'],
      ] as const) {
        const before = requests.length;
        await page.goto(stage.url + path);
        await page.waitForSelector(ready);
        await page.waitForLoadState('networkidle');
        const requested = requests.slice(before).filter((url) => url.includes('/api/'));
        assert.ok(requested.length <= 6, `${screen} asks ${requested.length}: ${requested.join(' ')}`);
        await shot(page, `${screen}-${name}`, false);
        assert.ok((await sideways(page)) <= 0, screen);
        assert.deepEqual(await overflowing(page), [], screen);
        assert.deepEqual(await violations(page), [], screen);
      }
      assert.deepEqual(complaints, []);
      await close();
    });

  it('768 wide: the name of a test is readable, and the list has no sideways scroll', async () => {
    const { page, close } = await stage.open('/runs', { viewport: { width: 768, height: 900 } });
    const name = await page.locator('tr[data-at] td.test').first().boundingBox();
    assert.ok(name !== null && name.width > 150, `${name?.width} px`);
    assert.ok((await sideways(page)) <= 0);
    await close();
  });

  it('tells first what went wrong, with its reason and a line of its test', async () => {
    const { page, close } = await stage.open('/');
    await page.waitForSelector('section[aria-labelledby=recent] .lines .spark');
    const lines = await page.locator('section[aria-labelledby=recent] .lines li').allInnerTexts();
    const failed = lines.filter((text) => text.includes('checkout'));
    assert.equal(failed.length, 1);
    assert.match(failed[0] ?? '', /limit[\s\S]*and 1 more run/);
    assert.match(
      (await page.locator('.spark').first().getAttribute('aria-label')) ?? '',
      /last \d+ runs, p99/,
    );
    const counted = await page.locator('.counts a').first().innerText();
    await page.locator('.counts a').first().click();
    await page.waitForSelector('tr[data-at]');
    assert.match(await page.locator('.run-facts').innerText(), new RegExp(`^${counted} found`));
    await page.goBack();
    await page.locator('.lines a', { hasText: 'checkout' }).first().click();
    await page.waitForURL(`${stage.url}/run/${checkout[13]}`);
    await close();
  });

  it('shows the largest changes that no person has confirmed', async () => {
    const { page, close } = await stage.open('/');
    const lines = page.locator('section[aria-labelledby=changed] .lines li');
    await lines.first().waitFor();
    assert.match(
      await lines.first().innerText(),
      /checkout[\s\S]*\+\d+[\s\S]*since run \d+[\s\S]*not confirmed/,
    );
    await close();
  });

  it('reads on behind datasets without label values, and states when a filter matches none', async () => {
    const { testid } = await stage.api<{ testid: number }>('GET', `/api/run/${checkout[13]}/summary`);
    const { page, complaints, close } = await stage.open('/');
    const values = '**/api/test/*/labelValues?*';
    let asked = 0;
    await page.route(values, (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const json = [{ values: {}, runId: 1, datasetId: 1, start: 1, stop: 2 }];
      return route.fulfill({ json, headers: { link: '<?limit=100&cursor=>; rel="next"' } });
    });
    await page.goto(stage.url + addressOf('testPart', { id: testid, part: 'labels' }));
    await page.getByText('The newest 1 dataset has no label values').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('region', { name: 'Label values' }).waitFor();
    await page.unroute(values);
    await page.goto(
      stage.url + addressOf('testPart', { id: testid, part: 'labels' }, { filter: '{"phase":"none"}' }),
    );
    await page.getByText('No dataset of this test matches the filter.').waitFor();
    assert.deepEqual(complaints, []);
    await close();
  });

  it('has the whole filter in the address, which shows the same in a new tab', async () => {
    const { page, close } = await stage.open('/runs');
    await page.waitForSelector('tr[data-at]');
    await page.fill('input[type=search]', 'RELEASE checkout');
    await page.waitForURL((url) => url.searchParams.get('text') === 'RELEASE checkout');
    await page.locator('.toggle', { hasText: 'failed' }).click();
    await page.waitForURL((url) => url.searchParams.get('state') === 'failed');
    await rowCount(page, 'tr[data-at]', 2);
    const rows = await page.locator('tbody').innerText();
    const again = await stage.open(page.url().slice(stage.url.length));
    await again.page.waitForSelector('tr[data-at]');
    assert.equal(await again.page.locator('tbody').innerText(), rows);
    await again.close();
    await page.goBack();
    await rowCount(page, 'tr[data-at]', 14);
    await close();
  });

  it('filters once by a day that a person types by keys, and not by the years 2, 20 and 202', async () => {
    const { page, close } = await stage.open('/runs');
    await page.waitForSelector('tr[data-at]');
    const before = Number(await page.evaluate('history.length'));
    await page.getByLabel('From').focus();
    for (const digit of '01022026') {
      await page.keyboard.press(digit);
      await page.waitForTimeout(300);
    }
    await page.waitForURL((url) => url.searchParams.get('from') === '2026-01-02');
    assert.equal(await page.evaluate('history.length'), before + 1);
    await close();
  });

  it('shows the same text after a reload, and after Back and Forward, on every screen with its filters', async () => {
    const { page, complaints, close } = await stage.open('/', { timezoneId: 'Asia/Kolkata' });
    const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
    const [last, test] = [
      checkout[13] ?? 0,
      Number((await stage.api<{ testid: number }>('GET', `/api/run/${checkout[13]}/summary`)).testid),
    ];
    const states = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'];
    const sides = { base: idsText(checkout.slice(0, 5)), new: idsText(checkout.slice(5, 10)) };
    for (const path of [
      addressOf('now', {}, { tz: 'UTC' }),
      addressOf(
        'runs',
        {},
        { test: 'checkout', state: states, text: 'release 4', from: day(3), to: day(0), ...sides, tz: 'UTC' },
      ),
      addressOf('runs', {}, { q: '$.number ? (@ < 3)', from: day(99) }),
      addressOf('tests', {}, { text: 'check', folder: '/' }),
      addressOf('test', { id: test }, { last: 50, measure: 'p50', series: 'main/cart checkout' }),
      addressOf('testPart', { id: test, part: 'labels' }),
      addressOf('changes', {}, { state: 'all', order: 'time', test }),
      addressOf('bursts', {}, { active: 1 }),
      addressOf('run', { id: last }, { t: '14:13:22..14:13:26' }),
      addressOf('ask', { id: last }, { q: '$.verdicts[*].measured', all: 1, dialect: 'sql' }),
      addressOf('ask', { id: last }, { q: '$.state', runs: 30 }),
      addressOf('tree', { id: last }, { path: '$.info' }),
      addressOf('compare', {}, { ...sides, gate: ['p99:10%', 'errors:1%'], differ: 1 }),
    ]) {
      await page.goto(stage.url + path);
      const text = await settledText(page);
      assert.ok(page.url().length < addressMax, path);
      await page.reload();
      assert.equal(await settledText(page, text), text, `${path} after a reload`);
      const other = path.startsWith('/?') ? '/tests' : '/';
      await page.click(`header a[href="${other}"]`);
      await page.waitForURL((url) => url.pathname === other);
      assert.equal(new URL(page.url()).searchParams.get('tz'), path.includes('tz=') ? 'UTC' : null);
      await page.goBack();
      assert.equal(await settledText(page, text), text, `${path} after Back`);
      await page.goForward();
      await page.goBack();
      assert.equal(await settledText(page, text), text, `${path} after Forward and Back`);
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  it('has short addresses also with as much as a person can choose', () => {
    const many = Array.from({ length: 50 }, (_, at) => 1_000_000 + 2 * at);
    const sides = { base: idsText(many), new: idsText(many.map((id) => id + 1)) };
    const filter = {
      test: 'ä'.repeat(60),
      text: 'ö'.repeat(40),
      state: ['passed', 'failed', 'stopped'],
      from: '2026-11-23T18:00',
      to: '2026-11-24',
    };
    assert.ok(addressOf('runs', {}, { ...filter, ...sides }).length < addressMax);
    assert.ok(addressOf('compare', {}, { ...sides, gate: Array(20).fill('p99.9:10%') }).length < addressMax);
  });

  it('shows the list again at its place when a person goes back, also while the server is silent', async () => {
    const { page, close } = await stage.open('/runs');
    await page.waitForSelector('tr[data-at]');
    await page.evaluate('scrollTo(0, 3000)');
    await page.waitForSelector('tr[data-at="90"]');
    await page.locator('tr[data-at="90"] a').first().click();
    await page.waitForURL(/\/run\/\d+$/);
    await page.waitForSelector('main h1:focus');
    await page.route('**/api/**', () => undefined);
    await page.goBack();
    await page.waitForSelector('tr[data-at="90"]');
    assert.equal(await page.evaluate('scrollY'), 3000);
    await close();
  });

  it('finds runs by an expression over their documents, and asks it by Enter', async () => {
    const { page, requests, close } = await stage.open('/runs');
    await page.waitForSelector('tr[data-at]');
    await page.fill('input[type=search]', '$.number ? (@ < 3)');
    await page.waitForTimeout(400);
    assert.ok(!requests.some((url) => url.includes('query=')));
    await page.press('input[type=search]', 'Enter');
    await rowCount(page, 'tr[data-at]', 3);
    assert.match(await page.locator('.run-facts').innerText(), /3 runs found, searched/);
    await close();
  });

  it('draws the rows on the screen only, and reaches the last run by keys', async () => {
    const { page, close } = await stage.open('/runs');
    await page.waitForSelector('tr[data-at]');
    const all = small + 17;
    assert.match(await page.locator('.run-facts').innerText(), new RegExp(`${all} runs`));
    await page.locator('tr[data-at="0"] a').first().focus();
    for (let tries = 0; tries < 200 && (await activeRow(page)) !== all - 1; tries++) {
      await page.keyboard.press('End');
      await page.waitForTimeout(150);
    }
    assert.equal(await activeRow(page), all - 1);
    const drawn = Number(await page.locator('tr[data-at]').count());
    assert.ok(drawn < 100, `${drawn} rows are drawn`);
    const table = page.locator('table.runs');
    assert.deepEqual(
      [await table.getAttribute('role'), await table.getAttribute('aria-rowcount')],
      ['grid', String(all + 1)],
    );
    await page.keyboard.press('Home');
    await page.waitForSelector(`tr[data-at='0'] a:focus`);
    await close();
  });

  it('marks two sides by Space and compares them by c', async () => {
    const { page, close } = await stage.open('/runs?test=checkout');
    await page.waitForSelector('tr[data-at]');
    await page.locator('tr[data-at="0"] a').first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector(`tr[data-at='1'] a:focus`);
    await page.keyboard.press('Space');
    const [last, before] = [checkout[13], checkout[12]];
    await page.waitForURL((url) => url.searchParams.get('base') === String(before));
    assert.equal(new URL(page.url()).searchParams.get('new'), String(last));
    await page.keyboard.press('c');
    await page.waitForURL(`${stage.url}/compare?base=${before}&new=${last}`);
    await close();
  });

  it('lists tests with their lines, and filters them by name', async () => {
    const { page, close } = await stage.open('/tests');
    await page.waitForSelector('.tests .spark');
    assert.equal(await page.locator('.tests tbody tr').count(), 3);
    await page.fill('input[type=search]', 'CHECK');
    await page.waitForURL((url) => url.searchParams.get('text') === 'CHECK');
    await rowCount(page, '.tests tbody tr', 1);
    assert.match(await page.locator('.tests tbody').innerText(), /checkout/);
    await close();
  });

  it('offers all tests where a folder, a page or a name has none', async () => {
    for (const query of ['folder=nothing', 'page=9', 'text=nothing']) {
      const { page, close } = await stage.open(`/tests?${query}`);
      await page.click('main p button:has-text("Show all tests")');
      await rowCount(page, '.tests tbody tr', 3);
      await close();
    }
  });

  it('leads to further tests only where the list has some', async () => {
    const { page, close } = await stage.open('/');
    let count = 100;
    await page.route('**/api/test/summary?*', async (route) => {
      const response = await route.fetch();
      const { tests } = (await response.json()) as { readonly tests: readonly object[] };
      const full = Array.from({ length: 100 }, (_, id) => ({ ...tests[0], id, name: `test ${id}` }));
      await route.fulfill({ response, json: { tests: full, count } });
    });
    const next = page.getByRole('button', { name: 'Next tests' });
    for (count of [100, 101]) {
      await page.goto(`${stage.url}/tests`);
      await rowCount(page, '.tests tbody tr', 100);
      assert.equal(await next.count(), count - 100);
    }
    await close();
  });

  it('keeps the words of its columns whole next to a long name', async () => {
    const { page, close } = await stage.open('/tests', { viewport: { width: 390, height: 900 } });
    await page.waitForSelector('.tests .spark');
    await page
      .locator('.tests tbody a')
      .first()
      .evaluate((link) => link.append('long'.repeat(60)));
    const broken = await page.locator('.tests :is(th, .newest)').evaluateAll(
      (cells) =>
        cells.filter(({ clientWidth, textContent }) => {
          const longest = Math.max(...(textContent ?? '').split(/\s/).map((word: string) => word.length));
          return clientWidth > 0 && clientWidth < 7 * longest;
        }).length,
    );
    assert.equal(broken, 0);
    await close();
  });

  it('names an error of a request with its id, and tries again', async () => {
    const { page, close } = await stage.open('/changes');
    await page.route('**/api/run/list?*', (route) =>
      route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'INTERNAL', message: 'the table is away', requestId: 'abc-1' }),
      }),
    );
    await page.click('nav a[href="/runs"]');
    await page.waitForSelector('.failure');
    assert.match(await page.locator('.failure').innerText(), /The table is away[\s\S]*abc-1/);
    await page.unroute('**/api/run/list?*');
    await page.locator('.failure button').click();
    await page.waitForSelector('tr[data-at]');
    assert.equal(await page.locator('.failure').count(), 0);
    await close();
  });

  // This test makes one more test and one more run.
  it('follows a burst at work without a reload, and drops it when it is over', async () => {
    const target = createServer((_, response) => response.end('ok'));
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    afterwards(scope, () => target.close());
    const { port } = target.address() as AddressInfo;
    const { page, complaints, close } = await stage.open('/tests');
    const document = [
      'name: living',
      `http: { host: 'http://127.0.0.1:${port}' }`,
      'phases: [ main: { constantRate: { usersPerSec: 20, duration: 300s, scenario: [ s: [ httpRequest: { GET: / } ] ] } } ]',
    ].join('\n');
    const { id } = await stage.api<{ readonly id: string }>('POST', '/api/burst', { document });
    await page.click('nav a[href="/"]');
    const line = page.locator('section[aria-labelledby=at-work] .lines li');
    for (let tries = 0; tries < 150 && !/p99/.test(await textOf(line)); tries++)
      await page.waitForTimeout(200);
    assert.match(await textOf(line), /living[\s\S]*main, \d:\d\d of 5:00[\s\S]*\/s, p99 [\s\S]*0 failed/);
    assert.deepEqual(await violations(page), []);
    await shot(page, 'now-at-work', false);
    const lost = await stage.open('/');
    // Other lines of the screen may name a percentile too, such as those of runs that failed.
    await lost.page.waitForSelector('section[aria-labelledby=at-work] .lines li >> text=/p99/');
    await lost.page.route('**/api/burst/*', (route) => route.abort());
    await lost.page.waitForSelector(
      'section[aria-labelledby=at-work] .lines li >> text=/no answer of the server since/',
    );
    assert.doesNotMatch(await textOf(lost.page.locator('section[aria-labelledby=at-work]')), /p99/);
    await lost.close();
    await stage.api('PUT', `/api/burst/${id}/stop`);
    await line.waitFor({ state: 'detached', timeout: 60_000 });
    assert.deepEqual(complaints, []);
    await close();
  });
});

/** Many small documents of another tool, so that the list is longer than a page. */
async function seedSmall({ api }: Stage): Promise<void> {
  const day = 24 * 3_600_000;
  const first = Date.now() - 30 * day;
  const upload = (number: number): Promise<unknown> => {
    const start = first + number * 60_000;
    return api('POST', `/api/run/data?test=bulk&start=${start}&stop=${start + 1000}`, { number });
  };
  await upload(0);
  const rest = Array.from({ length: small - 1 }, (_, at) => at + 1);
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const number of rest) if (number % 4 === lane) await upload(number);
    }),
  );
}

/** The text of a screen when it no longer changes, without the time that an answer took. */
async function settledText(page: Page, expected?: string): Promise<string> {
  await page.waitForSelector('main h1');
  await page.waitForLoadState('networkidle');
  let [text, before] = ['', '-'];
  for (
    let tries = 0;
    tries < 200 && text !== expected && (expected !== undefined || text !== before);
    tries++
  ) {
    if (tries > 0) await page.waitForTimeout(200);
    before = text;
    const displayed = await page.locator('main').innerText();
    text = displayed.replaceAll(/(below )?\d+(\.\d+)?\s?ms ·/g, '… ·');
  }
  return text;
}

/** The text of an element. Empty while the page does not have the element. */
const textOf = async (locator: Locator): Promise<string> =>
  (await locator.count()) === 0 ? '' : await locator.first().innerText();

const activeRow = async (page: Page): Promise<number> =>
  Number(await page.evaluate(`document.activeElement.closest('tr')?.dataset.at ?? -1`));

/**
 * Waits until a list has this many rows. Playwright's own wait needs `eval`, which the content policy of the
 * page forbids.
 */
async function rowCount(page: Page, selector: string, count: number): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if ((await page.locator(selector).count()) === count) return;
    await page.waitForTimeout(100);
  }
  assert.equal(await page.locator(selector).count(), count);
}
