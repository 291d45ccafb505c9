import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { silentAfterMs } from '../../../../lib/web/data/answer-timeout.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { pageRun } from '../../../report/page/runs.ts';
import { seedRuns, settled } from './seed.ts';
import { cpuOf, openStage, type Stage, shot, sideways, tasksOf, violations } from './stage.ts';

/** The pages with hostile names, with long lists, with slow answers, and without a server or a key. */
describe('the pages in bad times', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  before(async () => {
    stage = await openStage(scope);
  });

  describe('with markup in every name that a person may choose', () => {
    const hostile = `<img src=x onerror="document.title='owned'">\u202e${'w'.repeat(40)} ]]>&amp;</script>`;
    let id = 0;
    before(async () => {
      const ids = await seedRuns(stage, {
        test: hostile.slice(0, 60),
        runs: 2,
        failed: [1],
        name: hostile,
        description: () => hostile,
      });
      id = ids.at(-1) ?? 0;
      await settled(stage, id);
    });

    for (const width of [1440, 390])
      it(`${width} wide: every screen shows the text as text, and nothing sticks out`, async () => {
        const { page, complaints, close } = await stage.open('/', { viewport: { width, height: 900 } });
        const addresses = [
          '/',
          '/runs',
          '/tests',
          `/run/${id}`,
          `/run/${id}/ask?q=$.info`,
          `/run/${id}/data`,
        ];
        for (const address of [...addresses, '/test/1', `/compare?base=${id - 1}&new=${id}`, '/changes']) {
          await page.goto(stage.url + address);
          await page.waitForSelector('main h1');
          await page.waitForLoadState('networkidle');
          await shot(page, `hostile-${address}-${width}`);
          assert.equal(await page.locator('main img, main script').count(), 0, address);
          assert.notEqual(await page.title(), 'owned', address);
          assert.ok((await sideways(page)) <= 0, address);
          assert.deepEqual(await violations(page), [], address);
        }
        await page.goto(`${stage.url}/run/${id}`);
        for (const name of ['Compare', 'More']) {
          await page.getByRole('button', { name }).click();
          const { x = -1, width: wide = 0 } = (await page.locator('.menu ul').boundingBox()) ?? {};
          assert.ok(x >= 0 && x + wide <= width, `${name}: ${wide} pixels from ${x}`);
        }
        assert.deepEqual(complaints, []);
        await close();
      });
  });

  it('768 wide: the first screen has room for a reason after a long name', async () => {
    const viewport = { width: 768, height: 900 };
    const { page, close } = await stage.open('/', { viewport });
    const reason = page.locator('.lines .reason').first();
    await reason.waitFor();
    assert.ok(((await reason.boundingBox())?.width ?? 0) > 300);
    await close();
  });

  it('needs no sideways scrolling at a zoom of 400 %', async () => {
    const { page, close } = await stage.open('/', { viewport: { width: 320, height: 256 } });
    for (const address of [
      '/',
      '/runs',
      '/tests',
      '/run/1',
      '/run/1/ask?q=$.info',
      '/test/1',
      '/changes',
      '/schedules',
      '/start',
    ]) {
      await page.goto(stage.url + address);
      await page.waitForSelector('main h1');
      await page.waitForLoadState('networkidle');
      assert.ok((await sideways(page)) <= 0, address);
    }
    await page.goto(`${stage.url}/test/1`);
    await page.getByText('Show the values as a table').click();
    await page.locator('.trend-values .number').first().waitFor();
    const broken =
      await page.evaluate(`[...document.querySelectorAll('.trend-values td.number')].filter((cell) => {
      const digits = document.createRange();
      digits.setStart(cell.firstChild, 0);
      digits.setEnd(cell.firstChild, cell.textContent.search(/[^0-9.]|$/));
      return digits.getClientRects().length > 1;
    }).map(({ textContent }) => textContent)`);
    assert.deepEqual(broken, []);
    assert.ok((await sideways(page)) <= 0);
    await close();
  });

  for (const [address, list] of [
    ['/test/999999', '/tests'],
    ['/burst/b-none', '/bursts'],
    ['/run/999999', '/runs'],
    ['/run/999999/ask?q=$.a', '/runs'],
    ['/run/abc/ask', '/runs'],
    ['/run/abc/data', '/runs'],
  ] as const)
    it(`leads from ${address}, which does not exist, to ${list}`, async () => {
      const { page, close } = await stage.open(address);
      await page.locator(`main a[href="${list}"]`).waitFor();
      assert.doesNotMatch(await page.locator('main').innerText(), /NaN/);
      await close();
    });

  it('keeps what it shows when the key is no longer good, and offers to sign in', async () => {
    const { page, close } = await stage.open('/runs');
    await page.waitForSelector('main table');
    await page.route('**/api/**', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'UNAUTHORIZED', message: 'the key has expired', requestId: 'r' }),
      }),
    );
    await page.getByPlaceholder(/Search words/).fill('w');
    await page.waitForSelector('.messages a[href^="/login"]');
    assert.match(await page.locator('.messages').innerText(), /no longer accepts your key/);
    assert.match(await page.locator('main [role="alert"]').innerText(), /^Sign in, then try again\./);
    assert.equal(new URL(page.url()).pathname, '/runs');
    await close();
  });

  it('states that the server does not answer, and continues when it does', async () => {
    const { page, close } = await stage.open('/');
    await page.waitForLoadState('networkidle');
    await page.route('**/api/**', (route) => route.abort('connectionrefused'));
    await page.click('nav a[href="/runs"]');
    const notice = await page.locator('main [role="alert"]').first().innerText();
    assert.match(notice, /^The server does not answer\. Check the network, then try again\./);
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.waitForSelector('main a[href^="/run/"]');
    assert.equal(await page.locator('main [role="alert"]').count(), 0);
    await close();
  });

  it('states that the server has not answered yet, and shows the answer to the next try', async () => {
    const { page, close } = await stage.open('/');
    await page.waitForLoadState('networkidle');
    await page.clock.install();
    let isSilent = true;
    await page.route('**/api/**', (route) => (isSilent ? undefined : route.continue()));
    // The bars of a screen whose code is still loading have a notice too. The code has sent this request.
    const asked = page.waitForRequest('**/api/run/list**');
    await page.click('nav a[href="/runs"]');
    await asked;
    await page.waitForSelector('main .bars', { state: 'attached' });
    const notice = page.locator('main [role="alert"]').first();
    for (let tries = 0; tries < 100 && (await notice.count()) === 0; tries++)
      await page.clock.fastForward(silentAfterMs);
    assert.match(await notice.innerText(), /has not answered yet/);
    assert.equal(await notice.getByRole('button', { name: 'Try again' }).count(), 1);
    isSilent = false;
    // The answer removes the button, so a click that waits for its result would look for the button in vain.
    await page.evaluate(`document.querySelector('main [role="alert"] button').click()`);
    await page.waitForSelector('main a[href^="/run/"]');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await close();
  });

  const menuItem = async (page: Page, name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name }).click();
  };
  const actions: readonly {
    readonly what: string;
    readonly address: string;
    readonly request: string;
    readonly act: (page: Page) => Promise<void>;
  }[] = [
    {
      what: 'the description of a run',
      address: '/run/1',
      request: '**/api/run/1/description?*',
      act: async (page) => {
        await menuItem(page, 'Describe');
        await page.getByLabel('Description of the run').fill('nightly');
        await page.keyboard.press('Enter');
      },
    },
    {
      what: 'an item of the menu of a run',
      address: '/run/1',
      request: '**/api/run/1/trash?*',
      act: (page) => menuItem(page, 'Move this run to the trash'),
    },
    {
      what: 'a download',
      address: '/run/1/ask?q=$.info',
      request: '**/api/sql/1/queryrun?*',
      act: (page) => page.getByRole('button', { name: 'Download' }).click(),
    },
  ];
  for (const { what, address, request, act } of actions)
    it(`states that the server has not answered yet: ${what}`, async () => {
      const { page, close } = await stage.open(address);
      await page.waitForLoadState('networkidle');
      await page.clock.install();
      const { promise: isSent, resolve: sent } = Promise.withResolvers<Route>();
      await page.route(request, sent);
      await act(page);
      const route = await isSent;
      await page.clock.fastForward(silentAfterMs);
      const notice = page.locator('main [role="alert"]');
      await notice.getByText('The server has not answered yet.').waitFor();
      // The page never sends an action twice.
      assert.equal(await notice.getByRole('button').count(), 0);
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'INTERNAL', message: 'the table is away', requestId: 'r' }),
      });
      await notice.getByText('The table is away').waitFor();
      assert.equal(await page.getByText('has not answered yet').count(), 0);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await close();
    });

  it('downloads the answer on the screen, also after a return to an earlier question', async () => {
    const { page, close } = await stage.open('/run/1/ask?q=$.info');
    await page.waitForSelector('.answers');
    await page.locator('main textarea').fill('$.version');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.waitForURL(/version/);
    await page.getByRole('button', { name: 'Download' }).click();
    const link = page.locator('.actions a[download]');
    await link.waitFor();
    await page.goBack();
    await link.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await close();
  });

  it('states that the browser has no clipboard', async () => {
    const { page, complaints, close } = await stage.open('/');
    // Without HTTPS a browser has no clipboard.
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    for (const [address, name] of [
      ['/run/1', 'Share'],
      ['/run/1/ask?q=$.info', 'Copy link'],
    ] as const) {
      await page.goto(stage.url + address);
      await page.getByRole('button', { name }).click();
      await page
        .locator('main')
        .getByText(/^The browser (does not let|did not allow)/)
        .waitFor();
    }
    assert.deepEqual(complaints, []);
    await close();
  });

  it('offers to try again only what may succeed', async () => {
    const { page, close } = await stage.open('/test/999999');
    const failure = page.locator('main [role="alert"]');
    await failure.getByText(/^No test with id 999999: list/).waitFor();
    assert.equal(await failure.getByRole('button').count(), 0);
    await page.route('**/api/test/999999**', (route) => route.fulfill({ status: 404, body: 'a proxy' }));
    await page.reload();
    await failure.getByRole('button', { name: 'Try again' }).first().waitFor();
    await close();
  });

  it('shows the answer to the last question, also when an earlier answer comes later', async () => {
    const { page, close } = await stage.open('/tests');
    await page.waitForLoadState('networkidle');
    let first = true;
    await page.route('**/api/test/summary**', async (route) => {
      const isFirst = first;
      first = false;
      const response = await route.fetch();
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.fulfill({ response });
    });
    const field = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
    await field.fill('nothing has this name');
    await field.fill('');
    await page.waitForTimeout(2_500);
    await page.locator('main a[href^="/test/"]').first().waitFor();
    await close();
  });

  it('lists 1,500 runs with the rows that are on the screen, in few requests', async (t) => {
    const start = Date.now() - 3_000_000;
    const own = await pageRun({ seconds: 2, metrics: 1, perSecond: 5 });
    // The newest runs are of Downpour and of many tests, so the first screen has as many rows as it can have.
    const upload = (n: number): Promise<unknown> => {
      const test = n < 1_300 ? 'many' : `test-${n % 60}`;
      const query = `test=${test}&start=${start + n * 1000}&stop=${start + n * 1000 + 500}`;
      return stage.api('POST', `/api/run/data?${query}`, n < 1_300 ? { n } : own);
    };
    for (let n = 0; n < 1_500; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, at) => upload(n + at)));
    const { page, requests, complaints, close } = await stage.open('/runs');
    await page.waitForSelector('main table');
    await page.waitForLoadState('networkidle');
    assert.match(await page.locator('main').innerText(), /1,?50\d runs/);
    assert.ok((await rows(page)) < 150, `${await rows(page)} rows`);
    const requested = requests.filter((url) => url.includes('/api/'));
    assert.ok(requested.length <= 5, requested.join('\n'));
    await page.keyboard.press('End');
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await page.waitForTimeout(1_500);
    assert.ok((await rows(page)) < 150, `${await rows(page)} rows after scrolling`);
    // A key in the filter field starts the search only when no further key follows soon. Until then no row is
    // drawn again.
    await page.focus('input[type=search]');
    await page.waitForSelector('tr[data-at="0"]');
    await page.evaluate(untilStill);
    await page.evaluate(countChanges);
    const cpuMs = await cpuOf(page, () => page.keyboard.press('z'));
    assert.equal(await page.evaluate('changes'), 0);
    t.diagnostic(`a key in the filter takes ${cpuMs.toFixed(1)} ms of the main thread`);
    assert.deepEqual(complaints, []);
    await close();
  });

  it('needs few bytes and little work for the first screen of a repository of 1,500 runs', async (t) => {
    const { page, close } = await stage.open('/tests');
    const sizes = new Map<string, Promise<number>>();
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/'))
        sizes.set(
          pathname,
          request.sizes().then(({ responseBodySize }) => responseBodySize),
        );
    });
    const { longestMs, untilPaintMs } = await tasksOf(page, async () => {
      await page.goto(stage.url);
      await page.waitForSelector('section[aria-labelledby=recent] .lines');
      await page.waitForLoadState('networkidle');
    });
    t.diagnostic(`${untilPaintMs} ms of CPU until the first paint, longest task ${longestMs} ms`);
    // The aim is 60 ms. A processor that other programs share needs more for the same work.
    assert.ok(untilPaintMs > 0 && untilPaintMs <= 120, `${untilPaintMs} ms until the first paint`);
    assert.ok(longestMs <= 100, `a task of ${longestMs} ms`);
    const bytes = await Promise.all([...sizes].map(async ([path, size]) => [path, await size] as const));
    const all = bytes.reduce((sum, [, size]) => sum + size, 0);
    t.diagnostic(`${all} bytes: ${bytes.map(([path, size]) => `${path} ${size}`).join(', ')}`);
    assert.ok(sizes.size >= 5 && all <= 20_000, `${all} bytes`);
    await close();
  });

  it('does not jump while it loads', async () => {
    const { page, close } = await stage.open('/');
    for (const address of ['/', '/runs', '/tests', '/changes', '/bursts']) {
      await page.goto(stage.url + address);
      await page.waitForSelector('main h1');
      await page.waitForLoadState('networkidle');
      const shift = Number(await page.evaluate(shiftSoFar));
      assert.ok(shift <= 0.02, `${address}: ${shift}`);
    }
    await close();
  });
});

const rows = (page: Page): Promise<number> => page.locator('main table tbody tr').count();

/** Counts the changes of the rows of the list. */
const countChanges = `globalThis.changes = 0;
new MutationObserver((all) => { changes += all.length; })
  .observe(document.querySelector('main tbody'), { subtree: true, childList: true, characterData: true })`;

/** Resolves when the rows of the list have not changed for half a second. */
const untilStill = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 500);
  new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 500); })
    .observe(document.querySelector('main tbody'), { subtree: true, childList: true, characterData: true });
})`;

/** The sum of all movements of the layout that neither a key nor a click has caused. */
const shiftSoFar = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(sum), 200);
})`;
