import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import type { OnceCode } from '../../../../lib/api.generated.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { type Issuer, openIssuer } from './issuer.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

const isSignedIn = '.account button';

/** People sign in by a link, a key or a password. *Sign out* revokes the key of the browser. */
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

  it('asks before a link replaces another person, and revokes the key of a refused link', async () => {
    const linkOfAda = async (): Promise<string> => {
      const authorization = `Basic ${btoa('ada:correct horse battery')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${stage.url}/api/user/once`, { method: 'POST', headers, body: '{}' });
      return `${stage.url}/login?next=/tests#once=${((await answer.json()) as OnceCode).code}`;
    };
    const { page, close } = await stage.open('/runs');
    const heldKey = (): Promise<unknown> => page.evaluate("sessionStorage.getItem('downpour.key')");
    const before = (await browserKeys()).length;
    await page.goto(await linkOfAda());
    await page.waitForSelector('text=This link signs this tab in as ada.');
    await shot(page, 'login-other-person');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual([await heldKey(), (await browserKeys()).length], [stage.key, before + 1]);
    await page.click('text=Stay ');
    await page.waitForURL(`${stage.url}/tests`);
    assert.deepEqual([await heldKey(), (await browserKeys()).length], [stage.key, before]);
    await page.goto(await linkOfAda());
    await page.click('text=Sign in as ada');
    await page.waitForURL(`${stage.url}/tests`);
    assert.equal((await browserKeys()).at(-1)?.user, 'ada');
    // Each new page of this test begins with the administrator key.
    await page.goto(`${stage.url}/login?next=/tests#once=${await codeOf()}`);
    await page.waitForURL(`${stage.url}/tests`);
    assert.notEqual(await heldKey(), stage.key);
    await close();
  });

  it('states that a key is not valid, in words of the page', async () => {
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.fill('input[name=key]', 'dpr_9_wrong\u200b');
    await page.press('input[name=key]', 'Enter');
    await page.waitForSelector('[role=alert] >> text=The key is not valid.');
    await close();
  });

  it('explains how to sign in on this machine', async () => {
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.waitForSelector('text=enter bin/downpour open in a terminal');
    await close();
  });

  it('keeps the key in its field while the network is lost, and signs in with it later', async () => {
    const { page, close } = await stage.open('/login?next=/tests', { signedIn: false });
    const field = page.locator('input[name=key]');
    await field.fill(stage.key);
    await page.context().setOffline(true);
    await field.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.locator('input[name=key]:focus').waitFor();
    assert.equal(await field.inputValue(), stage.key);
    await page.context().setOffline(false);
    await field.press('Enter');
    await page.waitForURL(`${stage.url}/tests`);
    await close();
  });

  it('gets a key of the browser for a password, and signing out revokes it', async () => {
    const { page, close } = await stage.open('/login?next=/runs', { signedIn: false });
    const before = (await browserKeys()).length;
    await page.fill('input[name=user]', 'ada');
    await page.fill('input[name=password]', 'wrong');
    await page.click('form button[type=submit]');
    await page.waitForSelector('[role=alert]');
    assert.equal(await page.inputValue('input[name=user]'), 'ada');
    assert.equal(await page.evaluate('document.activeElement.name'), 'password');
    await page.fill('input[name=password]', 'correct horse battery');
    await page.press('input[name=password]', 'Enter');
    await page.waitForURL(`${stage.url}/runs`);
    const keys = await browserKeys();
    assert.deepEqual([keys.length, keys.at(-1)?.user], [before + 1, 'ada']);
    const stored = await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })');
    assert.ok(!String(stored).includes('correct horse'));
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<Route>();
    await page.route('**/revoke', asked);
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/login');
    // The key leaves the browser before the server answers.
    assert.equal(await page.evaluate('sessionStorage.length + localStorage.length'), 0);
    const revoked = page.waitForResponse('**/revoke');
    await (await isAsked).continue();
    await revoked;
    assert.equal((await browserKeys()).length, before);
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
    await signOut(tab);
    await tab.waitForURL((url) => url.pathname === '/login');
    // The other tab has lost the key too, and shows the page for signing in.
    await page.waitForURL((url) => url.pathname === '/login');
    await stage.api('GET', '/api/user/me');
    await close();
  });

  it('keeps a person signed in when the last tab was closed, only when that is wanted', async () => {
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.check('text=Stay signed in');
    await page.fill('input[name=key]', stage.key);
    await page.press('input[name=key]', 'Enter');
    await page.waitForURL(`${stage.url}/`);
    await page.evaluate('sessionStorage.clear()');
    await page.goto(`${stage.url}/tests`);
    await page.waitForSelector(isSignedIn);
    await close();
  });

  it('says nothing about a key that has left the browser', async () => {
    const { page, close } = await stage.open(`/login#once=${await codeOf()}`, { signedIn: false });
    await page.waitForSelector(isSignedIn);
    const json = { code: 'UNAUTHORIZED', message: 'the key has expired', requestId: 'r' };
    await page.route('**/revoke', (route) => route.fulfill({ status: 401, json }));
    const refused = page.waitForResponse('**/revoke');
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/login');
    await (await refused).finished();
    // The page has handled the answer before the answer to this later request.
    await page.evaluate(`fetch('/api/config/web').then((reply) => reply.text())`);
    assert.equal(await page.locator('.messages p').count(), 0);
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

/** A person signs in at an issuer with PKCE. The page and the issuer refuse answers that were changed. */
describe('the sign-in at an issuer', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  let issuer: Issuer;
  let stage: Stage;
  before(async () => {
    issuer = await openIssuer(scope);
    stage = await openStage(scope, issuer.variables);
  });

  const button = 'text=Sign in at 127.0.0.1';
  /** Signs in at the issuer: a name, any password, and the consent to the pages. */
  const signInAs = async (page: Page, name: string): Promise<void> => {
    await page.fill('input[name=login]', name);
    await page.fill('input[name=password]', 'any');
    await page.click('button.login-submit');
    await page.click('button[autofocus]');
  };

  it('leads to the issuer and back, signs in again after the key has ended, and signs out', async () => {
    const { page, complaints, requests, close } = await stage.open('/runs?text=a', { signedIn: false });
    await page.click(button);
    await page.waitForURL(`${issuer.url}/**`);
    await signInAs(page, 'grace');
    await page.waitForURL(`${stage.url}/runs?text=a`);
    await page.waitForSelector('main h1');
    const keys = () =>
      stage.api<readonly { readonly id: number; readonly user: string }[]>(
        'GET',
        '/api/user/apikey?type=BROWSER',
      );
    const [key] = await keys();
    assert.equal(key?.user, 'grace');
    const stored = String(await page.evaluate('JSON.stringify({ ...sessionStorage, ...localStorage })'));
    assert.ok(!/verifier|eyJ/.test(stored), 'neither the verifier nor the token stays');
    const requested = requests.find((url) => url.startsWith(`${issuer.url}/auth`)) ?? '';
    assert.match(requested, /code_challenge_method=S256/);
    // The key of the browser is revoked, but the issuer still knows the person. Each function still accepts a
    // revoked key for some seconds.
    await stage.api('PUT', `/api/user/apikey/${key?.id}/revoke`);
    const signIn = page.locator('.messages a');
    for (let n = 0; !(await signIn.isVisible()); n += 1) {
      await page.fill('input[type=search]', `a${n}`);
      await page.waitForTimeout(1000);
    }
    await page.fill('input[type=search]', 'b');
    await page.click('.messages a[href*="text%3Db"]');
    await page.click(button);
    // The issuer asks for no name, but it asks for consent again, because it does not trust a client without
    // a secret.
    await page.click('button[autofocus]');
    await page.waitForURL(`${stage.url}/runs?text=b`);
    await page.waitForSelector('main h1');
    assert.equal(await page.locator('.messages p').count(), 0);
    assert.equal((await keys()).length, 1);
    const revoked = page.waitForResponse('**/revoke');
    await signOut(page);
    await page.waitForURL((url) => url.pathname === '/login');
    await revoked;
    assert.equal((await keys()).length, 0);
    // All other errors in the console come from the issuer's own page.
    assert.ok(!complaints.some((text) => /policy/i.test(text)), complaints.join('\n'));
    await close();
  });

  const changes: readonly [what: string, change: (page: Page) => Promise<unknown>, says: RegExp][] = [
    [
      'a verifier of another request',
      (page) => keep(page, 'verifier'),
      /did not return a token: grant request is invalid/,
    ],
    ['a state of another request', (page) => keep(page, 'state'), /is for an earlier sign-in/],
    [
      'the name of another issuer',
      (page) => answered(page, 'iss', 'https://other.example'),
      /comes from https:\/\/other/,
    ],
    ['a code that the issuer did not give', (page) => answered(page, 'code', 'x'), /did not return a token/],
    [
      'a refusal of the issuer',
      (page) => answered(page, 'error', 'access_denied'),
      /sign-in service refused: access_denied/,
    ],
  ];
  for (const [what, change, says] of changes)
    it(`refuses ${what}`, async () => {
      const { page, close } = await stage.open('/login', { signedIn: false });
      await page.click(button);
      await page.waitForURL(`${issuer.url}/**`);
      await change(page);
      await signInAs(page, 'grace');
      await page.waitForSelector('[role=alert]');
      assert.match((await page.textContent('[role=alert]')) ?? '', says);
      assert.equal(new URL(page.url()).search, '');
      assert.equal(await page.evaluate("sessionStorage.getItem('downpour.key')"), null);
      await close();
    });

  for (const [what, respond, says] of [
    [
      'gives no answer',
      (route) => route.abort('connectionrefused'),
      /^No answer from .*openid-configuration\. Check/,
    ],
    [
      'answers with the page of a proxy',
      (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway' }),
      /openid-configuration answered with status 502 and no usable JSON/,
    ],
  ] as readonly [string, (route: Route) => Promise<void>, RegExp][])
    it(`names the address of an issuer that ${what}`, async () => {
      const { page, close } = await stage.open('/login', { signedIn: false });
      await page.route(`${issuer.url}/**`, respond);
      await page.click(button);
      await page.waitForSelector('[role=alert]');
      assert.match((await page.textContent('[role=alert] p')) ?? '', says);
      await close();
    });

  /** Changes the stored data of the tab before the user returns. */
  const keep = (page: Page, name: 'state' | 'verifier'): Promise<unknown> =>
    page.addInitScript(`if (location.pathname === '/login' && location.search !== '') {
      const kept = JSON.parse(sessionStorage.getItem('downpour.issuer'));
      sessionStorage.setItem('downpour.issuer', JSON.stringify({ ...kept, ${name}: 'x'.repeat(43) }));
    }`);

  /** Changes the answer of the issuer before the page reads it. */
  const answered = (page: Page, name: string, value: string): Promise<unknown> =>
    page.addInitScript(`if (location.pathname === '/login' && location.search !== '') {
      const query = new URLSearchParams(location.search);
      query.set('${name}', '${value}');
      history.replaceState(null, '', '/login?' + query);
    }`);

  it('refuses a token for another audience', async () => {
    const other = await openIssuer(scope, { tokensFor: 'urn:another:service' });
    const stage = await openStage(scope, other.variables);
    const { page, close } = await stage.open('/login', { signedIn: false });
    await page.click(button);
    await signInAs(page, 'grace');
    await page.waitForSelector('[role=alert]');
    assert.match((await page.textContent('[role=alert]')) ?? '', /the token is not valid/);
    await close();
  });
});

async function signOut(page: Page): Promise<void> {
  await page.click(isSignedIn);
  await page.getByRole('button', { name: 'Sign out' }).click();
}
