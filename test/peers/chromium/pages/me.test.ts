import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Dialog, Page, Route } from 'playwright-core';
import type { ApiKeyResponse, Me } from '../../../../lib/api.generated.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { personAt } from './person.ts';
import { caller, cutOnPaper, looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** People see their rights, look after their keys, and change their password. */
describe('the page of the person', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  before(async () => {
    stage = await openStage(scope);
    const user = { username: 'ada', firstName: 'Ada' };
    await stage.api('POST', '/api/user/createUser', { user, password: 'correct horse battery' });
  });

  const keyOf = async (
    body: object,
    headers: object = { 'X-Downpour-API-Key': stage.key },
  ): Promise<string> => {
    const made = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'USER', ...body }),
    });
    assert.equal(made.status, 200);
    return made.text();
  };
  const browserKey = (): Promise<string> =>
    keyOf(
      { type: 'BROWSER', name: 'browser, Test' },
      { authorization: `Basic ${btoa('ada:correct horse battery')}` },
    );
  const keysOf = (key: string): Promise<ApiKeyResponse[]> =>
    caller(stage.url, key)('GET', '/api/user/apikey');
  const row = (page: Page, name: string) =>
    page.locator('.keys-of li').filter({ has: page.getByText(name, { exact: true }) });
  const button = (page: Page, name: string, word: string) =>
    row(page, name).getByRole('button', { name: word, exact: true });
  /** Answers each question of the browser, and notes its text. */
  function answering(page: Page, accept: () => boolean): string[] {
    const asked: string[] = [];
    page.on('dialog', (dialog: Dialog) => {
      asked.push(`${dialog.type()} ${dialog.message()}`);
      void (accept() ? dialog.accept() : dialog.dismiss());
    });
    return asked;
  }

  it('makes, copies, renames and revokes a key by keys, and keeps its secret nowhere', async () => {
    const key = await keyOf({ name: 'mine', user: 'ada' });
    await using person = await personAt(stage, '/', {
      key,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page, use, fill } = person;
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    let isLeaving = false;
    const asked = answering(page, () => isLeaving);
    await use(page.getByRole('button', { name: 'Menu' }));
    await use(page.getByRole('link', { name: 'Account' }));
    await page.waitForSelector('h1:focus >> text=Account');
    await row(page, 'mine').getByText('your present key').waitFor();
    assert.match(
      (await page.locator('.own-facts').innerText()).replace(/\s+/g, ' '),
      /User ada Role user Teams ada-team: .*Rights of your present key read, upload, drive Fixed end of your present key none$/,
    );
    await use(page.locator('.new-key summary'));
    await fill(page.getByLabel('Name'), 'build server');
    await page.getByLabel('upload runs and change records').press('Space');
    await page.getByLabel('Ends').selectOption('after 7 days');
    await use(page.getByRole('button', { name: 'Make the key' }));
    await page.waitForSelector('.secret button:focus');
    assert.match((await page.textContent('#live')) ?? '', /The key build server is made/);
    const secret = await page.getByLabel('The new key').inputValue();
    const me = await caller(stage.url, secret)<Me>('GET', '/api/user/me');
    assert.deepEqual([me.user, me.scopes], ['ada', ['read', 'drive']]);
    assert.ok(Math.abs((me.expiresAt ?? 0) - Date.now() - 7 * 86_400_000) < 600_000);

    // The page asks before the person leaves without the key: by a link, by Back and by a reload.
    await page.locator('nav a[href="/runs"]').press('Enter');
    await page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
    await page.waitForFunction("location.pathname === '/me'");
    await page.locator('.secret').waitFor();
    await page.evaluate('void location.reload()');
    for (let tries = 0; asked.length < 3 && tries < 200; tries++) await page.waitForTimeout(50);
    await page.getByLabel('The new key').waitFor();
    assert.equal(await page.getByLabel('The new key').inputValue(), secret);
    assert.deepEqual(
      asked.map((each) => each.split(' ', 1)[0]),
      ['confirm', 'confirm', 'beforeunload'],
    );
    await use(page.getByRole('button', { name: 'Copy' }));
    await page.waitForSelector('.secret >> text=The key is copied.');
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret);
    isLeaving = true;
    await page.locator('nav a[href="/runs"]').press('Enter');
    await page.waitForURL(`${stage.url}/runs`);
    assert.equal(asked.length, 3);
    await page.goBack();
    await row(page, 'build server').waitFor();
    assert.equal(await page.locator('.secret').count(), 0);
    const held = await page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href, document.body.outerHTML])',
    );
    assert.ok(!String(held).includes(secret));
    assert.ok(!logged.join().includes(secret));

    await use(button(page, 'build server', 'Rename'));
    await page.waitForSelector('.keys-of input:focus');
    await page.keyboard.type('ci');
    await page.keyboard.press('Enter');
    await button(page, 'ci', 'Rename').waitFor();
    await page.waitForSelector('.keys-of button:focus >> text=Rename');
    await use(button(page, 'ci', 'Revoke'));
    await page.waitForSelector('.two-steps button.danger:focus');
    await page.keyboard.press('Enter');
    await row(page, 'ci').getByText('revoked', { exact: true }).waitFor();
    assert.equal(await row(page, 'ci').getByRole('button').count(), 0);
    assert.deepEqual(
      (await keysOf(key)).map(({ name, isRevoked }) => [name, isRevoked]),
      [
        ['mine', false],
        ['ci', true],
      ],
    );
    // The key of the page itself: the person is signed out.
    await use(button(page, 'mine', 'Revoke'));
    await page.waitForSelector('text=This browser uses the key, so you will be signed out.');
    await page.waitForSelector('.two-steps button.danger:focus');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.url}/login`);
    assert.equal(await page.evaluate("sessionStorage.getItem('downpour.key')"), null);
  });

  it('makes a key that lasts longer than the browser, with the password', async () => {
    const { page, close } = await stage.open('/me', { key: await browserKey() });
    await page.locator('.new-key summary').press('Enter');
    await page.waitForSelector('text=A key that you make with it ends at the same time or earlier.');
    const make = async (password: string): Promise<void> => {
      await page.getByLabel('Name').fill('lasting');
      await page.getByLabel('Password, for a key that lasts longer').fill(password);
      await page.getByRole('button', { name: 'Make the key' }).press('Enter');
    };
    await make('wrong');
    await page.waitForSelector('.failure >> text=The present password is wrong.');
    assert.equal(await page.getByLabel('Password, for a key that lasts longer').inputValue(), '');
    await make('correct horse battery');
    const secret = await page.getByLabel('The new key').inputValue();
    assert.equal((await caller(stage.url, secret)<Me>('GET', '/api/user/me')).expiresAt, null);
    await page.getByRole('button', { name: 'I have stored the key' }).press('Enter');
    await row(page, 'lasting').waitFor();
    await page.getByText('browser, Test').first().waitFor();
    await close();
  });

  it('changes the password with the present one', async () => {
    const user = { username: 'eve', firstName: 'Eve' };
    await stage.api('POST', '/api/user/createUser', { user, password: 'first password' });
    await using person = await personAt(stage, '/me', { key: await keyOf({ user: 'eve' }) });
    const { page, fill, type } = person;
    await fill(page.getByLabel('Present password'), 'first password');
    await fill(page.getByLabel('New password', { exact: true }), 'second password');
    await type(page.getByLabel('New password again'), 'another');
    await page.waitForSelector('text=The two new passwords differ.');
    await page.getByLabel('New password again').fill('second password');
    await page.getByLabel('Present password').fill('no');
    await page.keyboard.press('Enter');
    await page.waitForSelector('text=The present password is wrong.');
    await page.getByLabel('Present password').fill('first password');
    await page.keyboard.press('Enter');
    await page.waitForSelector('form >> text=The password is changed.');
    assert.equal(await page.getByLabel('Present password').inputValue(), '');
    const reply = await fetch(`${stage.url}/api/user/me`, {
      headers: { authorization: `Basic ${btoa('eve:second password')}` },
    });
    assert.equal(reply.status, 200);
    const stored = await page.evaluate(
      'JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href])',
    );
    assert.ok(!/(first|second) password/.test(String(stored)));
  });

  it('keeps the choices of the browser, and shows the chosen colours from the first frame', async () => {
    const options = { timezoneId: 'Europe/Berlin', colorScheme: 'light' } as const;
    const { page, close } = await stage.open('/me', options);
    const isPrevented =
      'x => !x.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }))';
    const slashFinds = (of: Page): Promise<unknown> => of.evaluate(`(${isPrevented})(document.body)`);
    const colours = (of: Page): Promise<unknown> =>
      of.evaluate(
        '[document.documentElement.style.colorScheme, getComputedStyle(document.body).backgroundColor]',
      );
    await page.getByLabel('Colours').selectOption('dark');
    await page.getByLabel('Times in').selectOption('UTC');
    await page.getByText('Times in UTC.').waitFor();
    await page.getByRole('button', { name: 'Show Europe/Berlin' }).press('Enter');
    await page.getByText('Times in Europe/Berlin.').waitFor();
    assert.equal(new URL(page.url()).search, '?tz=local');
    await page.getByLabel('The key / opens Find or do').press('Space');
    assert.equal(await slashFinds(page), false);

    const other = await page.context().newPage();
    await other.addInitScript(
      'requestAnimationFrame(() => { firstScheme = document.documentElement.style.colorScheme })',
    );
    const styled = other.waitForResponse(/\.css$/).then((response) => response.finished());
    await other.route('**/*.js', (route) => styled.then(() => route.continue()));
    await other.goto(`${stage.url}/me`);
    await other.getByText('Times in UTC.').waitFor();
    assert.equal(await other.evaluate('firstScheme'), 'dark');
    assert.deepEqual(await colours(other), await colours(page));
    assert.equal(await slashFinds(other), false);
    await other.getByLabel('The key / opens Find or do').press('Space');
    await other.getByLabel('Times in').selectOption('local');
    await other.getByText('Times in Europe/Berlin.').waitFor();
    await page.getByLabel('The key / opens Find or do').and(page.locator(':checked')).waitFor();
    assert.equal(await slashFinds(page), true);
    await page.getByRole('combobox', { name: /Find or do/ }).waitFor();
    await close();
  });

  it('shows its parts in every look, and no secret on paper', async () => {
    const key = await keyOf({
      name: `<b>\u202e${'w'.repeat(200)}</b>`,
      user: 'ada',
      limits: { dollarsMax: 5 },
    });
    for (const { name, options } of looks) {
      const { page, complaints, close } = await stage.open('/me', { key, ...options });
      answering(page, () => true);
      await row(page, 'mine').waitFor({ state: 'attached' });
      await page.locator('.new-key summary').press('Enter');
      await shot(page, `me-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      await page.getByLabel('Name').fill(`look ${name}`);
      await page.getByRole('button', { name: 'Make the key' }).press('Enter');
      await page.locator('.secret').waitFor();
      await shot(page, `me-secret-${name}`);
      assert.ok((await sideways(page)) <= 0, name);
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(complaints, [], name);
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await cutOnPaper(page), [], name);
      assert.equal(await page.locator('.secret').isVisible(), false, name);
      await close();
    }
  });

  it('tells of keys that others have revoked meanwhile, and of a server that fails', async () => {
    const key = await keyOf({ name: 'here', user: 'ada' });
    await keyOf({ name: 'there', user: 'ada' });
    const { page, close } = await stage.open('/me', { key });
    await button(page, 'there', 'Rename').press('Enter');
    const there = (await keysOf(key)).find(({ name }) => name === 'there');
    await stage.api('PUT', `/api/user/apikey/${there?.id}/revoke`);
    await page.locator('.keys-of input').fill('else');
    await page.keyboard.press('Enter');
    await page.waitForSelector("text=Can't rename revoked key");
    await row(page, 'there').getByText('revoked', { exact: true }).waitFor();
    await page.route('**/revoke', (route) => route.abort());
    await button(page, 'here', 'Revoke').press('Enter');
    await button(page, 'here', 'Revoke').press('Enter');
    await row(page, 'here').getByText('The server does not answer.').waitFor();
    await page.waitForSelector('.keys-of button:focus >> text=Revoke');
    assert.equal(new URL(page.url()).pathname, '/me');
    await close();
  });

  it('asks before a person leaves while a key is made, and does not lead the person back', async () => {
    const { page, close } = await stage.open('/me', { key: await keyOf({ name: 'late', user: 'ada' }) });
    const asked = answering(page, () => true);
    const { promise: isHeld, resolve: held } = Promise.withResolvers<Route>();
    await page.route('**/apikey', async (route) => {
      if (route.request().method() === 'POST') held(route);
      else await route.continue();
    });
    await page.locator('.new-key summary').press('Enter');
    await page.getByLabel('Name').fill('slow');
    await page.getByRole('button', { name: 'Make the key' }).press('Enter');
    const route = await isHeld;
    await page.click('nav a[href="/runs"]');
    await page.waitForSelector('h1 >> text=Runs');
    const answered = page.waitForResponse((response) => /apikey$/.test(response.url()));
    await route.continue();
    await answered;
    await page.waitForLoadState('networkidle');
    assert.match(asked.join(), /^confirm You have not copied the new key[^,]*,[^,]*$/);
    assert.equal(new URL(page.url()).pathname, '/runs');
    await close();
  });

  it('has own keys only, and leads the address of the original here', async () => {
    const { page, close } = await stage.open('/usersettings');
    await page.waitForURL(`${stage.url}/me`);
    await page.getByText('administrator', { exact: true }).waitFor();
    await page.locator('.keys-of li').first().waitFor();
    assert.equal(await row(page, 'mine').count(), 0);
    await close();
  });
});
