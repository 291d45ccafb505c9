import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { screens } from '../../../../lib/web/addresses/table.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { serveBelow } from './below.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

describe('the frame of the pages', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  before(async () => {
    stage = await openStage(scope);
  });

  for (const { name, options } of looks)
    it(`every screen without data, ${name}: no complaint, axe finds nothing, nothing sticks out`, async () => {
      const { page, complaints, requests, close } = await stage.open('/', options);
      for (const [screen, path] of Object.entries(screens)) {
        await page.goto(stage.url + path.replace(/\{\w+\}/g, '1'));
        await page.waitForSelector('main h1');
        await page.waitForLoadState('networkidle');
        await shot(page, `empty-${screen}-${name}`);
        assert.ok((await sideways(page)) <= 0, screen);
        assert.deepEqual(await violations(page), [], screen);
      }
      // The browser itself reports each request that got an error.
      assert.deepEqual(
        complaints.filter((text) => !/status of 40[04]/.test(text)),
        [],
      );
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(stage.url) && !url.startsWith('data:')),
        [],
      );
      await close();
    });

  it('the contract of the API: axe finds nothing, and nothing sticks out', async () => {
    const { page, close } = await stage.open('/', { viewport: { width: 390, height: 900 } });
    await page.goto(`${stage.url}/openapi`);
    assert.ok((await sideways(page)) <= 0);
    assert.deepEqual(await violations(page), []);
    await close();
  });

  it('leads a person without a key to the sign-in, and keeps the address', async () => {
    const { page, close } = await stage.open('/runs?text=a', { signedIn: false });
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(new URL(page.url()).searchParams.get('next'), '/runs?text=a');
    await close();
  });

  it('has the stage of a private API before all paths: links, files, calls, sign-in and Back', async () => {
    const url = `${await serveBelow(scope, '/downpour', stage.url)}/downpour`;
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    const outside: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) outside.push(request.url());
    });
    await page.goto(`${url}/runs?text=a`);
    await page.waitForURL((to) => to.pathname === '/downpour/login');
    assert.equal(new URL(page.url()).searchParams.get('next'), '/downpour/runs?text=a');
    await page.fill('input[name=key]', stage.key);
    await page.press('input[name=key]', 'Enter');
    await page.waitForURL(`${url}/runs?text=a`);
    // The address that the command line prints has the path of the screen alone.
    await page.goto(`${url}/login?next=/tests`);
    await page.click('main a:has-text("Go on")');
    await page.waitForURL(`${url}/tests`);
    await page.click('nav a[href="/downpour/runs"]');
    await page.waitForURL(`${url}/runs`);
    await page.waitForSelector('main h1:focus');
    await page.goBack();
    await page.waitForURL(`${url}/tests`);
    assert.deepEqual(outside, []);
    await context.close();
  });

  it('shows an address that no screen has as such, with 404', async () => {
    const { page, close } = await stage.open('/nowhere');
    assert.match((await page.locator('h1').textContent()) ?? '', /No screen has the address \/nowhere/);
    const { status, headers } = await fetch(`${stage.url}/nowhere`, { headers: { accept: 'text/html' } });
    assert.equal(status, 404);
    assert.match(headers.get('content-type') ?? '', /html/);
    await close();
  });

  it('shows a link without loading the page again, and Back returns', async () => {
    const { page, close } = await stage.open('/');
    await page.evaluate('globalThis.same = true');
    await page.click('nav a[href="/runs"]');
    await page.waitForURL(`${stage.url}/runs`);
    await page.waitForSelector('main h1:focus');
    await page.goBack();
    await page.waitForURL(`${stage.url}/`);
    assert.equal(await page.evaluate('globalThis.same'), true);
    await close();
  });

  it('survives an update of the server: it asks before it loads itself again, and does so once for a lost part', async () => {
    const { page, close } = await stage.open('/runs');
    const isLost = new Set(['tests']);
    await page.route('**/api/config/web', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), version: 'next' } });
    });
    // After a new release, the server no longer has the scripts of screens that the page has not loaded yet.
    // A reload gets the names of the new scripts.
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await page.route('**/app/screen.*', (route) =>
      isLost.has('tests') ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await page.fill('input[type=search]', '$.half');
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await page.waitForSelector('.messages button:has-text("Load it again")');
    assert.deepEqual([await page.inputValue('input[type=search]'), loads], ['$.half', 0]);
    page.once('domcontentloaded', () => isLost.clear());
    await page.click('nav a[href="/tests"]');
    await page.waitForSelector('h1:has-text("Tests")');
    assert.deepEqual([new URL(page.url()).pathname, loads], ['/tests', 1]);
    // A page does not reload itself when the server has the same version.
    isLost.add('tests');
    await page.click('nav a[href="/changes"]');
    await page.waitForSelector('text=The server no longer has this part of the page');
    assert.equal(loads, 1);
    await close();
  });

  it('names the error of a screen whose code the browser cannot run, and does not load the page again', async () => {
    const { page, complaints, close } = await stage.open('/');
    const body = "throw new RangeError('invalid language tag: C');";
    await page.route('**/app/screen.*', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    let loads = 0;
    page.on('domcontentloaded', () => (loads += 1));
    await page.click('nav a[href="/tests"]');
    await page.waitForSelector(
      'text=This browser cannot run this part of the page (invalid language tag: C).',
    );
    assert.equal(loads, 0);
    assert.deepEqual(complaints, ['invalid language tag: C']);
    await close();
  });

  it('keeps the page without a network, and shows the screen when the network is back', async () => {
    const { page, close } = await stage.open('/');
    await page.context().setOffline(true);
    await page.click('nav a[href="/tests"]');
    await page.waitForSelector('text=The server does not answer');
    await page.click('button:has-text("Try again")');
    assert.equal(await page.locator('header.bar').count(), 1);
    await page.context().setOffline(false);
    await page.click('button:has-text("Try again")');
    await page.waitForSelector('h1:has-text("Tests")');
    await close();
  });

  it('starts without the server, and with a damaged key in the browser', async () => {
    const { page, close } = await stage.open('/', { signedIn: false });
    await page.evaluate(`localStorage.setItem('downpour.kept', '{not json')`);
    await page.goto(`${stage.url}/`);
    await page.waitForURL((url) => url.pathname === '/login');
    await page.route('**/api/config/web', (route) => route.abort());
    await page.reload();
    await page.waitForSelector('main h1:has-text("Downpour")');
    assert.deepEqual(await violations(page), []);
    await close();
  });

  it('leads old addresses to the present ones', async () => {
    const { page, close } = await stage.open('/run/12?query=$.info');
    assert.equal(page.url(), `${stage.url}/run/12/ask?q=$.info`);
    await close();
  });

  it('says without scripts how to continue', async () => {
    const { page, close } = await stage.open('/', { javaScriptEnabled: false });
    assert.match(await page.locator('main').innerText(), /downpour report RUN/);
    await close();
  });

  it('gives a new tab the key of an open one', async () => {
    const { page, close } = await stage.open('/', { signedIn: false });
    await page.evaluate(`sessionStorage.setItem('downpour.key', ${JSON.stringify(stage.key)})`);
    await page.reload();
    await page.waitForSelector('main h1');
    // Keeps the open tab busy for a second, so that it answers late.
    await page.evaluate(`setTimeout(() => { const end = Date.now() + 1000; while (Date.now() < end); }, 0)`);
    const second = await page.context().newPage();
    await second.goto(`${stage.url}/runs`);
    await second.waitForSelector('main h1');
    assert.equal(new URL(second.url()).pathname, '/runs');
    await close();
  });
});
