import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { OnceCode } from '../../../../lib/api.generated.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People sign in by a link, a key or a password, and the key of the browser ends with *Sign out*. */
describe('the sign-in', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  before(async () => {
    stage = await openStage(scope);
    const user = { username: 'ada', firstName: 'Ada' };
    await stage.api('POST', '/api/user/createUser', { user, password: 'correct horse battery' });
  });

  const codeOf = async (): Promise<string> => (await stage.api<OnceCode>('POST', '/api/user/once', {})).code;
  const browserKeys = async (): Promise<readonly { readonly name: string; readonly user: string }[]> =>
    stage.api('GET', '/api/user/apikey?type=BROWSER');
  const isSignedIn = '.bar button';

  for (const { name, options } of looks)
    it(`shows the ways, ${name}`, async () => {
      const { page, complaints, close } = await stage.open('/login', { ...options, signedIn: false });
      await page.waitForSelector('input[name=password]');
      await shot(page, `login-${name}`);
      assert.ok((await sideways(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      await close();
    });

  it('takes the code of a link once, and no address keeps it', async () => {
    const code = await codeOf();
    const { page, requests, close } = await stage.open(`/login?next=/tests#once=${code}`, {
      signedIn: false,
    });
    await page.waitForURL(`${stage.url}/tests`);
    await page.waitForSelector(isSignedIn);
    assert.ok(requests.every((url) => !url.includes(code)));
    assert.match((await browserKeys()).at(-1)?.name ?? '', /^browser, Chrome on \w+$/);
    await page.goBack();
    assert.ok(!page.url().includes('once'));
    await close();
    const again = await stage.open(`/login#once=${code}`, { signedIn: false });
    await again.page.waitForSelector('[role=alert]');
    assert.match((await again.page.textContent('[role=alert]')) ?? '', /was used/);
    await again.close();
  });

  it('gets a key of the browser for a password, and signing out revokes it', async () => {
    const { page, close } = await stage.open('/login?next=/runs', { signedIn: false });
    const before = (await browserKeys()).length;
    await page.fill('input[name=user]', 'ada');
    await page.fill('input[name=password]', 'wrong');
    await page.click('form button[type=submit]');
    await page.waitForSelector('[role=alert]');
    await page.fill('input[name=user]', 'ada');
    await page.fill('input[name=password]', 'correct horse battery');
    await page.press('input[name=password]', 'Enter');
    await page.waitForURL(`${stage.url}/runs`);
    const keys = await browserKeys();
    assert.deepEqual([keys.length, keys.at(-1)?.user], [before + 1, 'ada']);
    const stored = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })');
    assert.ok(!String(stored).includes('correct horse'));
    await page.click(isSignedIn);
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal((await browserKeys()).length, before);
    assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0);
    await close();
  });

  it('uses a key of the person, shares it with a new tab, and does not revoke it', async () => {
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.fill('input[name=key]', stage.key);
    await page.press('input[name=key]', 'Enter');
    await page.waitForURL(`${stage.url}/`);
    const tab = await page.context().newPage();
    await tab.goto(`${stage.url}/tests`);
    await tab.waitForSelector(isSignedIn);
    await tab.click(isSignedIn);
    await tab.waitForURL((url) => url.pathname === '/login');
    // The other tab has forgotten the key too.
    await page.waitForURL((url) => url.pathname === '/login');
    await stage.api('GET', '/api/user/me');
    await close();
  });

  it('keeps a person signed in when the last tab was closed, only when that is wanted', async () => {
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.check('text=Keep me signed in');
    await page.fill('input[name=key]', stage.key);
    await page.press('input[name=key]', 'Enter');
    await page.waitForURL(`${stage.url}/`);
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${stage.url}/tests`);
    await page.waitForSelector(isSignedIn);
    await close();
  });

  it('leads to no other origin', async () => {
    const { page, close } = await stage.open(`/login?next=//example.com/x#once=${await codeOf()}`, {
      signedIn: false,
    });
    await page.waitForSelector(isSignedIn);
    assert.equal(page.url(), `${stage.url}/`);
    await close();
  });
});
