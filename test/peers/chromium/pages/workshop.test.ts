import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { suiteScope } from '../../../local/scratch.ts';
import { personAt } from './person.ts';
import { settled } from './seed.ts';
import { cutOnPaper, looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** Schemas and labels of documents of another tool. */
describe('schemas and labels', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let schema = 0;
  let both = 0;
  let long = 0;
  before(async () => {
    stage = await openStage(scope);
    schema = await stage.api('POST', '/api/schema', {
      name: 'fio',
      uri: 'urn:fio:1',
      schema: { type: 'object' },
    });
    for (let index = 0; index < 12; index += 1) await upload(index);
    [, both = 0, long = 0] = await stage.api<number[]>('POST', `/api/schema/${schema}/labels`, [
      { name: 'rate', extractors: [{ name: 'v', jsonpath: '$.rate' }], filtering: false },
      {
        name: '<b>both</b>',
        extractors: [
          { name: 'a', jsonpath: '$.rate' },
          { name: 'b', jsonpath: '$.steps[*].ms', isarray: true },
        ],
        function: '({ a, b }) => a / b.length',
      },
      {
        name: `\u202e${'w'.repeat(200)}`,
        extractors: [{ name: 'n'.repeat(200), jsonpath: `$.${'p'.repeat(400)}` }],
        function: `v => "${'s'.repeat(300)}"`,
      },
    ]);
  });

  /** Uploads a document of another tool. */
  async function upload(index: number): Promise<void> {
    const start = 1_795_478_400_000 + index * 3_600_000;
    const query = new URLSearchParams({ test: 'io', start: `${start}`, stop: `${start + 1_000}` });
    const run = await stage.api<number>('POST', `/api/run/data?${query}`, {
      $schema: 'urn:fio:1',
      rate: 100 + index,
      empty: '',
      ...(index % 2 === 0 && { even: index }),
      steps: [{ ms: 1 }, { ms: 2 }],
    });
    await settled(stage, run);
  }

  for (const { name, options } of looks)
    it(`every screen with data, ${name}: no complaint, axe finds nothing, nothing sticks out`, async () => {
      const { page, complaints, close } = await stage.open('/', options);
      for (const [screen, path] of [
        ['schemas', '/schemas'],
        ['schema', `/schema/${schema}`],
        ['label', `/schema/${schema}/label/${both}`],
        ['label-long', `/schema/${schema}/label/${long}`],
        ['label-new', `/schema/${schema}/label/new`],
        ['label-mistake', `/schema/${schema}/label/new?path=${encodeURIComponent('$.rate[')}`],
      ] as const) {
        await page.goto(stage.url + path);
        await page.waitForSelector('main h1');
        await page.waitForLoadState('networkidle');
        await shot(page, `${screen}-${name}`);
        assert.ok((await sideways(page)) <= 0, screen);
        assert.deepEqual(await violations(page), [], screen);
      }
      assert.deepEqual(complaints, []);
      await close();
    });

  it('fits a zoom of 400 % and a sheet of paper, with long names', async () => {
    const { page, close } = await stage.open('/schemas', { viewport: { width: 320, height: 256 } });
    const paper = await stage.open('/schemas', { viewport: { width: 718, height: 900 } });
    await paper.page.emulateMedia({ media: 'print' });
    for (const path of ['/schemas', `/schema/${schema}`, `/schema/${schema}/label/${long}`]) {
      for (const each of [page, paper.page]) {
        await each.goto(stage.url + path);
        await each.waitForLoadState('networkidle');
      }
      assert.ok((await sideways(page)) <= 0, path);
      assert.deepEqual(await cutOnPaper(paper.page), [], path);
    }
    await shot(paper.page, 'label-paper');
    await paper.close();
    await close();
  });

  it('leads from the bar to a schema and its labels, and finds schemas by words', async () => {
    const { page, close } = await stage.open('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.click('header a[href="/schemas"]');
    await page.waitForURL(`${stage.url}/schemas`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.waitForSelector('header a[aria-current=page][href="/schemas"]');
    const names = page.locator('table.schemas td:first-child');
    await names.first().waitFor();
    await page.getByLabel('Part of a name').fill('nothing');
    await page.getByText('No schema is in this part of the list.').waitFor();
    assert.equal(new URL(page.url()).search, '?text=nothing');
    await page.getByRole('button', { name: 'Show all schemas' }).click();
    await page.click('table.schemas a:has-text("fio")');
    await page.waitForURL(`${stage.url}/schema/${schema}`);
    await page.waitForSelector('table.labels');
    const rows = (await page.locator('table.labels tbody tr').allInnerTexts()).map((row) =>
      row.replace(/\s+/g, ' '),
    );
    assert.deepEqual(rows.slice(0, 2), [
      'rate v = $.rate metric –',
      '<b>both</b> a = $.rate b = $.steps[*].ms all matches metric, filtering ({ a, b }) => a / b.length',
    ]);
    await close();
  });

  for (const address of ['/schema/999', '/schema/abc', '/schema/1/label/999', '/schema/1/label/abc'])
    it(`leads from ${address}, which does not exist, to all schemas`, async () => {
      const { page, close } = await stage.open(address);
      await page.getByText(/there is no (schema|label) (999|abc)/i).waitFor();
      assert.equal(await page.locator('main a[href="/schemas"]').count(), 1);
      await close();
    });

  const runOf = (index: number): number => index + 1;
  const labelsNow = () =>
    stage.api<
      {
        readonly id: number;
        readonly name: string;
        readonly function: string | null;
        readonly access: string;
      }[]
    >('GET', `/api/schema/${schema}/labels`);
  /** Makes a label of `$.rate`, and returns its id. */
  const made = async (name: string): Promise<number> => {
    const extractors = [{ name: 'v', jsonpath: '$.rate' }];
    const [id = 0] = await stage.api<number[]>('POST', `/api/schema/${schema}/labels`, [
      { name, extractors },
    ]);
    return id;
  };
  const cells = (page: Page): Promise<string[]> =>
    page.locator('table.tried tbody td:last-child').allInnerTexts();

  it('makes a label of a question by keys: values while typing, a save, and the values of the test', async () => {
    await using person = await personAt(stage, `/run/${runOf(11)}/ask`);
    const { page } = person;
    await person.type(page.locator('textarea'), '$.rate');
    await page.getByText('1 match').first().waitFor();
    const asked = person.actions;
    await person.use(page.getByRole('link', { name: 'Make a label of it in the schema fio' }));
    await page.waitForURL(`${stage.url}/schema/${schema}/label/new?path=$.rate&all=1`);
    await page.waitForSelector('main h1:focus');
    await page.getByText('[ 1 ]').nth(9).waitFor();
    await person.fill(page.getByLabel('Name', { exact: true }), 'half');
    await person.fill(page.getByLabel('Function'), '([rate]) => rate / 2');
    await page.locator('table.tried td:last-child', { hasText: '55.5' }).waitFor();
    await page.getByText('55.5').waitFor();
    assert.match(await page.locator('form').innerText(), /computes the label for 12 datasets/);
    await person.use(page.getByRole('button', { name: 'Save' }));
    await page.waitForURL(/\/label\/\d+$/);
    await page.locator('.saved', { hasText: 'all 10 datasets above have their values' }).waitFor();
    assert.ok(person.actions - asked <= 4, `${person.actions} actions`);
    await person.use(page.getByRole('link', { name: 'Label values of io' }));
    await page.waitForURL(/\/test\/\d+\/labels$/);
    await page.locator('th', { hasText: 'half' }).waitFor();
    assert.match(await page.locator('main').innerText(), /55\.5/);
  });

  it('names the reason of a value that is undefined, no number or empty, and the failure of a function', async () => {
    const { page, close } = await stage.open(`/schema/${schema}/label/new`);
    const path = page.getByLabel('Path 1', { exact: true });
    const code = page.getByLabel('Function');
    await page.getByText('Write a name and an expression').waitFor();
    for (const [jsonpath, script, expected] of [
      ['$.even', '', '(undefined) No match'],
      ['$.empty', '', '"" The value is a text without characters'],
      ['$.rate', 'v => undefined', '(undefined) The function returned undefined'],
      ['$.rate', 'v => v.none * 2', '"NaN" NaN: the function calculated'],
      ['$.rate', 'v => v.none.x', "no value The function failed. TypeError: cannot read property 'x'"],
    ] as const) {
      await path.fill(jsonpath);
      await code.fill(script);
      const wanted = page.locator('table.tried td:last-child > div:not(.stale)');
      await wanted.filter({ hasText: expected }).first().waitFor();
    }
    // A function has a mistake when it fails for every dataset, and the answers come one after another.
    await code.and(page.locator('[aria-invalid=true]')).waitFor();
    await code.fill('');
    await path.fill('rate');
    await page.locator('.extractors .failure', { hasText: 'syntax error at column 1' }).waitFor();
    assert.equal(await path.getAttribute('aria-invalid'), 'true');
    await page.getByRole('button', { name: 'Use $.rate' }).click();
    await page.locator('table.tried td:last-child > div:not(.stale)', { hasText: '111' }).waitFor();
    assert.equal(await page.locator('.failure').count(), 0);
    await close();
  });

  it('asks for values a moment after the last key, and not for each key', async () => {
    const { page, requests, close } = await stage.open(`/schema/${schema}/label/new?path=$.rate`);
    await page.locator('table.tried', { hasText: '102' }).waitFor();
    const asked = () => requests.filter((url) => /previewLabel/.test(url)).length;
    const before = asked();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const path = page.getByLabel('Path 1', { exact: true });
    await path.fill('$.empt');
    await page.clock.runFor(300);
    await path.fill('$.empty');
    await page.clock.runFor(300);
    assert.equal(asked(), before);
    await page.clock.runFor(200);
    await page.locator('table.tried tr:last-child', { hasText: '""' }).waitFor();
    assert.equal(asked(), before + 10);
    await close();
  });

  it('never shows an answer for an earlier text', async () => {
    const { page, close } = await stage.open(`/schema/${schema}/label/new`);
    const { promise: isSent, resolve: sent } = Promise.withResolvers<() => Promise<void>>();
    await page.route('**/previewLabel*', async (route) => {
      if (!route.request().postData()?.includes('$.late')) return route.continue();
      const json = { value: 'late', output: null };
      sent(() => route.fulfill({ json }));
    });
    const path = page.getByLabel('Path 1', { exact: true });
    await path.fill('$.late');
    const answerLate = await isSent;
    await path.fill('$.rate');
    await page.locator('table.tried', { hasText: '111' }).waitFor();
    // The browser has ended the request, so it drops the answer.
    await answerLate().catch(() => undefined);
    await page.locator('table.tried td:last-child', { hasText: '102' }).waitFor();
    assert.doesNotMatch((await cells(page)).join(), /late/);
    await close();
  });

  it('keeps unsaved text on another screen and after a reload, and until the sign-out', async () => {
    const id = await made('kept');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`);
    await page.getByLabel('Function').fill('v => v + 1');
    await page.getByText('Your changes are not saved').waitFor();
    await page.click('nav a[href="/tests"]');
    await page.waitForURL(`${stage.url}/tests`);
    await page.goBack();
    const restored = page.getByText('The text that you typed before is here again');
    await restored.waitFor();
    await page.reload();
    await restored.waitFor();
    assert.equal(await page.getByLabel('Function').inputValue(), 'v => v + 1');
    await page.getByRole('button', { name: 'Discard it' }).click();
    assert.equal(await page.getByLabel('Function').inputValue(), '');
    const kept = () => page.evaluate('JSON.stringify({ ...sessionStorage })');
    assert.doesNotMatch(String(await kept()), /downpour\.text/);
    await page.getByLabel('Function').fill('v => v + 2');
    assert.match(String(await kept()), /v \+ 2/);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    assert.doesNotMatch(String(await kept()), /downpour\.text/);
    await close();
  });

  it('shows both versions when somebody changed the label meanwhile, and replaces it only on request', async () => {
    const id = await made('contested');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PUT') answers.push(response.status());
    });
    await page.getByLabel('Function').fill('v => "mine"');
    await stage.api('PUT', `/api/schema/${schema}/labels`, [
      { id, name: 'contested', extractors: [{ name: 'v', jsonpath: '$.rate' }], function: 'v => "theirs"' },
    ]);
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Another person has changed this label' });
    await notice.waitFor();
    assert.match(await notice.innerText(), /v => "theirs"/);
    assert.equal(await page.getByLabel('Function').inputValue(), 'v => "mine"');
    assert.equal((await labelsNow()).find((label) => label.id === id)?.function, 'v => "theirs"');
    assert.deepEqual(await violations(page), []);
    await shot(page, 'label-conflict');
    await page.getByLabel('Function').fill('v => "still mine"');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.waitForSelector('.saved');
    assert.deepEqual(answers, [409, 200]);
    assert.equal((await labelsNow()).find((label) => label.id === id)?.function, 'v => "still mine"');
    assert.equal(await notice.count(), 0);
    await close();
  });

  it('keeps the readers of a label that somebody changed meanwhile, without a question', async () => {
    const id = await made('shared');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`);
    await page.getByLabel('Function').fill('v => v * 5');
    const extractors = [{ name: 'v', jsonpath: '$.rate' }];
    await stage.api('PUT', `/api/schema/${schema}/labels`, [
      { ...(await labelsNow()).find((label) => label.id === id), access: 'PRIVATE', extractors },
    ]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.saved');
    const { function: code, access } = (await labelsNow()).find((label) => label.id === id) ?? {};
    assert.deepEqual([code, access], ['v => v * 5', 'PRIVATE']);
    await close();
  });

  it('adds and removes paths without losing the focus, and stores the longest function', async () => {
    const id = await made('long');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`);
    await page.getByRole('button', { name: 'Add a path' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.path:focus');
    await page.keyboard.type('$.empty');
    await page.getByText('{ 2 }').first().waitFor();
    await page.getByRole('button', { name: 'Remove path 2' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.path >> nth=1', { state: 'detached' });
    assert.notEqual(await page.evaluate('document.activeElement.tagName'), 'BODY');
    await page.getByLabel('Function').fill(`v => v /* ${'x'.repeat(65_536 - 13)} */`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('.saved');
    assert.equal((await labelsNow()).find((label) => label.id === id)?.function?.length, 65_536);
    await close();
  });

  it('keeps the text of a label that somebody deleted meanwhile', async () => {
    const id = await made('gone');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`);
    await page.getByLabel('Function').fill('v => v * 3');
    await stage.api('DELETE', `/api/schema/${schema}/labels/${id}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another person has deleted this label').waitFor();
    await page.getByRole('button', { name: 'Save mine as a new label' }).click();
    await page.waitForURL((url) => /\/label\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${id}`));
    assert.equal((await labelsNow()).find((label) => label.name === 'gone')?.function, 'v => v * 3');
    await close();
  });

  it('shows the reason of a name that is taken at the name', async () => {
    await made('taken');
    const { page, close } = await stage.open(`/schema/${schema}/label/new?path=$.rate`);
    await page.getByLabel('Name', { exact: true }).fill('taken');
    await page.getByRole('button', { name: 'Save' }).click();
    const reason = page.locator('#name-reason');
    await reason.waitFor();
    assert.match(await reason.innerText(), /taken/);
    await page.waitForSelector('#label-name:focus');
    await close();
  });

  it('deletes a label after a question, and leads to the schema', async () => {
    const id = await made('superfluous');
    await using person = await personAt(stage, `/schema/${schema}/label/${id}`);
    const { page } = person;
    await person.use(page.getByRole('button', { name: 'Delete' }));
    const question = page.getByRole('group', { name: /Delete the label superfluous/ });
    await question.waitFor();
    await page.waitForSelector('fieldset.two-steps .danger:focus');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.remove > button:focus');
    assert.ok((await labelsNow()).some((label) => label.id === id));
    await person.use(page.getByRole('button', { name: 'Delete' }));
    await person.use(question.getByRole('button', { name: 'Delete' }));
    await page.waitForURL(`${stage.url}/schema/${schema}`);
    await page.waitForSelector('main h1:focus');
    assert.ok(!(await labelsNow()).some((label) => label.id === id));
    await page.waitForSelector('table.labels');
    assert.equal(await page.getByText('superfluous').count(), 0);
  });

  it('offers no change to a person who may only read, and shows the stored values', async () => {
    const reply = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'reader', scopes: ['read'] }),
    });
    const key = await reply.text();
    assert.equal(reply.status, 200, key);
    const id = await made('seen');
    const { page, close } = await stage.open(`/schema/${schema}/label/${id}`, { key });
    await page.getByText('You may not change this label. This needs the role tester in admin-team').waitFor();
    await page.locator('table.tried', { hasText: '111' }).waitFor();
    assert.equal(await page.locator('main form, main input, main textarea').count(), 0);
    await page.goto(`${stage.url}/schema/${schema}`);
    await page.waitForSelector('table.labels');
    assert.equal(await page.getByRole('link', { name: 'New label' }).count(), 0);
    await close();
  });
});
