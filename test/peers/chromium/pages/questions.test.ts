import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../../../local/scratch.ts';
import { seedRuns, settled } from './seed.ts';
import { cutOnPaper, looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** A person queries a run and its document, and works with its test and with changes. */

describe('questions, tests and changes', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let run = 0;
  let lastFast = 0;
  let test = 0;
  let exactRun = 0;
  before(async () => {
    stage = await openStage(scope);
    const ids = await seedRuns(stage, { test: 'checkout', runs: 26, slowerFrom: 18, failed: [9] });
    run = ids.at(-1) ?? 0;
    lastFast = ids[17] ?? 0;
    await settled(stage, run);
    test = (await stage.api<{ readonly testid: number }>('GET', `/api/run/${run}/summary`)).testid;
    await changesAre(stage);
    const document =
      '{"big":12345678901234567890.10,"list":[0.1e1,-0,null],"a b":{"<img src=x>":"<b>"},"empty":""}';
    const answer = await fetch(
      `${stage.url}/api/run/data?test=digits&start=1718000000000&stop=1718000001000`,
      {
        method: 'POST',
        headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
        body: document,
      },
    );
    exactRun = Number(JSON.parse(await answer.text()));
  });

  for (const { name, options } of looks)
    it(`every screen with data, ${name}: no complaint, axe finds nothing, nothing sticks out`, async () => {
      const { page, complaints, requests, close } = await stage.open('/', options);
      const question = encodeURIComponent('$.stats[*].total.summary.meanResponseTime');
      for (const [screen, path] of [
        ['ask', `/run/${run}/ask`],
        ['ask-answer', `/run/${run}/ask?q=${question}&all=1`],
        ['ask-mistake', `/run/${run}/ask?q=${encodeURIComponent('$.stats[?')}`],
        ['ask-many', `/run/${run}/ask?q=${question}&all=1&runs=5`],
        ['ask-many-objects', `/run/${run}/ask?q=$.info&runs=5`],
        ['tree', `/run/${run}/data?path=${encodeURIComponent('$.stats[0]')}`],
        ['test', `/test/${test}`],
        ['test-metric', `/test/${test}?series=main/products%20checkout&measure=p50&last=50`],
        ['test-runs', `/test/${test}/runs`],
        ['test-labels', `/test/${test}/labels`],
        ['test-changes', `/test/${test}/changes`],
        ['test-settings', `/test/${test}/settings`],
        ['changes', '/changes?state=all'],
      ] as const) {
        await page.goto(stage.url + path);
        await page.waitForSelector('main h1');
        await page.waitForLoadState('networkidle');
        await shot(page, `questions-${screen}-${name}`);
        assert.ok((await sideways(page)) <= 0, screen);
        assert.deepEqual(await violations(page), [], screen);
        assert.equal(await page.locator('.failure:not(:has(pre))').count(), 0, screen);
      }
      assert.deepEqual(
        complaints.filter((text) => !/status of 400/.test(text)),
        [],
      );
      assert.deepEqual(
        requests.filter((url) => !url.startsWith(stage.url)),
        [],
      );
      await close();
    });

  it('an answer has the digits of the document, and its address asks it again', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/ask`);
    await page.fill('textarea', '$.big');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answers code');
    assert.equal(await page.locator('.answers code').textContent(), '12345678901234567890.10');
    assert.equal(page.url(), `${stage.url}/run/${exactRun}/ask?q=$.big&all=1`);
    await page.reload();
    await page.waitForSelector('.answers code');
    assert.equal(await page.locator('.answers code').textContent(), '12345678901234567890.10');
    await page.fill('textarea', '$.list');
    await page.keyboard.press('Enter');
    await page.locator('.answers', { hasText: '-0' }).waitFor();
    assert.match((await page.locator('.answers').innerText()).replace(/\s+/g, ' '), /0 0\.1e1 1 -0 2 null/);
    const withAnswer = await page.evaluate(`new Promise((resolve) => {
      const look = () => {
        if (document.querySelector('.answers')?.textContent.includes('567890.10'))
          resolve(document.querySelector('textarea').value);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
      history.back();
    })`);
    assert.equal(withAnswer, '$.big', 'the first frame with an answer has its question');
    await close();
  });

  it('all labels of own runs and each answer fit the width of a sheet of paper', async () => {
    const { page, close } = await stage.open('/', { viewport: { width: 710, height: 1_000 } });
    for (const path of [`/test/${test}/labels`, `/run/${run}/ask?q=$.info&runs=5`]) {
      await page.emulateMedia({ media: 'screen' });
      await page.goto(stage.url + path);
      await page.waitForSelector('main table');
      await page.emulateMedia({ media: 'print' });
      assert.deepEqual(await cutOnPaper(page), [], path);
      assert.equal(await page.locator('main select:visible').count(), 0, path);
    }
    await close();
  });

  it('examples are only for documents that have their members', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/ask`);
    await page.locator('.suggestions', { hasText: 'Examples' }).waitFor({ state: 'detached' });
    await page.waitForSelector('textarea[placeholder="$.name[*].member"]');
    await page.goto(`${stage.url}/run/${run}/ask`);
    await page.getByRole('button', { name: 'every p99' }).waitFor();
    await close();
  });

  it('label values of own runs have units, settings name the readers, and lists have the next step', async () => {
    const { page, close } = await stage.open(`/test/${test}/labels`);
    const row = page.locator('main tbody tr').first();
    await row.waitFor();
    const cell = row.getByRole('cell', { name: / ms$/ }).first();
    assert.match((await cell.locator('span').getAttribute('title')) ?? '', /^\d{8,9}(\.\d+)?$/);
    await page.getByText('times are in nanoseconds').waitFor();
    await page.goto(`${stage.url}/test/${test}/settings`);
    const readers = page.getByLabel('Readers').getByRole('option');
    await readers.first().waitFor({ state: 'attached' });
    assert.ok((await readers.allInnerTexts()).some((text) => text.includes('the team')));
    assert.doesNotMatch(await page.locator('main').innerText(), /PRIVATE/);
    await page.goto(`${stage.url}/run/${exactRun}`);
    await page.getByText('Create the schema with POST /api/schema').waitFor();
    await close();
  });

  it('a mistake has a mark below its character, and the expression that was meant is one press away', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/ask?q=big`);
    await page.waitForSelector('.failure pre');
    assert.equal(await page.locator('.failure pre').textContent(), 'big\n^');
    await page.click('.failure button');
    assert.equal(await page.locator('textarea').inputValue(), '$.big');
    await close();
  });

  it('a long question is cut where it is listed, and no question is too long for an address', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/ask`);
    assert.equal(await page.locator('textarea').getAttribute('maxlength'), '4000');
    await page.locator('textarea').fill(`$.${'a'.repeat(3_998)}`);
    await page.keyboard.press('Enter');
    await page.locator('.suggestions .mono').waitFor();
    assert.equal(await sideways(page), 0);
    await close();
  });

  it('names are completed by keys, with quotes where they need them', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/ask`);
    await page.waitForSelector('[role=treeitem]');
    await page.locator('textarea').pressSequentially('$.a');
    await page.waitForSelector('#names [role=option]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('textarea').inputValue(), '$["a b"]');
    await close();
  });

  it('the tree is used by keys, shows markup as text, and its address opens the same place', async () => {
    const { page, close } = await stage.open(`/run/${exactRun}/data`);
    await page.waitForSelector('[role=treeitem]');
    await page.locator('[role=treeitem]').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector('[aria-level="2"]');
    assert.equal(await page.locator('[aria-level="2"] .name').textContent(), '<img src=x>');
    const address = page.url();
    assert.equal(new URL(address).searchParams.get('path'), '$["a b"]');
    await page.reload();
    await page.waitForSelector('[aria-level="2"]');
    await page.locator('[aria-level="2"]').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.answers code');
    assert.equal(await page.locator('.answers code').textContent(), '"<b>"');
    await close();
  });

  it('a long array loads its next elements by keys, and its text shows no sign of direction', async () => {
    const sign = '\u202e';
    const elements = Array.from({ length: 300 }, (_, n) => `${n}${sign}`);
    const long = await stage.api<number>('POST', '/api/run/data?test=digits&start=1&stop=2', elements);
    const { page, close } = await stage.open(`/run/${long}/data`);
    const more = page.locator('[role=treeitem] button:not(.insert)');
    await more.focus();
    assert.deepEqual(await violations(page), []);
    const count = await page.locator('[role=treeitem]').count();
    await page.keyboard.press('Enter');
    await page.locator('[role=treeitem]').nth(count).waitFor();
    assert.equal(new URL(page.url()).pathname, `/run/${long}/data`);
    const text = (await page.locator('main').textContent()) ?? '';
    assert.ok(text.includes('10\\u202e') && !text.includes(sign), text.slice(0, 200));
    await close();
  });

  it('the trend has its runs and its change without any configuration, and keys open and select', async () => {
    const { page, close } = await stage.open(`/test/${test}`);
    await page.locator('.trend .change text', { hasText: 'cart checkout +' }).waitFor();
    assert.equal(await page.title(), 'checkout · Downpour');
    const chart = page.locator('.trend').first();
    assert.equal(await chart.locator('.good, .bad').count(), 26);
    assert.equal(await chart.locator('.bad').count(), 1);
    await chart.focus();
    await page.keyboard.press('End');
    assert.match(
      (await page.locator('.reading').textContent()) ?? '',
      new RegExp(`^run ${run}, passed, p99 `),
    );
    for (let n = 0; n < 7; n += 1) await page.keyboard.press('Shift+ArrowLeft');
    const href = await page.locator('a[href^="/compare"]').getAttribute('href');
    assert.equal(href, `/compare?base=${lastFast - 7}..${lastFast}&new=${run - 7}..${run}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stage.url}/run/${run - 7}`);
    await close();
  });

  it('does not dismiss a change that another person has confirmed meanwhile, and states so', async () => {
    const { page, close } = await stage.open('/changes');
    const lines = page.locator('.changes li');
    await lines.first().focus();
    const judge = async (confirmed: boolean): Promise<void> => {
      for (const id of await changeIds(stage))
        await stage.api('PUT', `/api/alerting/change/${id}`, { id, confirmed });
    };
    const all = await changeIds(stage);
    await judge(true);
    await page.keyboard.press('n');
    // The page sends a decision when its list leaves the screen.
    await page.click('nav a[href="/runs"]');
    await page.waitForURL(`${stage.url}/runs`);
    await page.click('nav a[href="/changes"]');
    const failure = lines.getByRole('alert');
    await failure.getByText('is no longer open, because a user has changed its state since then').waitFor();
    assert.equal(await failure.getByRole('button').count(), 0, 'the same request fails again');
    assert.deepEqual(await changeIds(stage), all);
    await lines.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('No change is open.').waitFor();
    await judge(false);
    await close();
  });

  it('offers decisions only to people who may decide, and asks for no test', async () => {
    const answer = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'USER', name: 'viewer', scopes: ['read'] }),
    });
    const viewer = await answer.text();
    const seen = async (key: string) => {
      const { page, requests, close } = await stage.open('/changes', { key });
      await page.waitForSelector('.changes li');
      await page.waitForLoadState('networkidle');
      const keys = await page.locator('#change-keys').innerText();
      const buttons = await page.getByRole('button', { name: 'No change' }).count();
      const asked = requests.filter((url) => /\/api\/test\/\d+$/.test(url)).length;
      await close();
      return { namesKeys: /y confirms/.test(keys), hasButtons: buttons > 0, asked };
    };
    assert.deepEqual(await seen(stage.key), { namesKeys: true, hasButtons: true, asked: 0 });
    assert.deepEqual(await seen(viewer), { namesKeys: false, hasButtons: false, asked: 0 });
  });

  it('keeps the focus on a change whose button is pressed, and offers the buttons again after the answer', async () => {
    const { page, close } = await stage.open('/changes?state=all');
    const line = page.locator('.changes li').first();
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.tagName');
    await line.getByRole('button', { name: 'Confirm' }).focus();
    await page.keyboard.press('Enter');
    await line.getByText('The page sends your answer in 10 seconds').waitFor();
    assert.equal(await focused(), 'LI');
    await line.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await line.getByRole('button', { name: 'Confirm' }).waitFor();
    assert.equal(await focused(), 'LI');
    await page.keyboard.press('y');
    await page.click('nav a[href="/runs"]');
    await page.click('nav a[href="/changes"]');
    await page.getByLabel('State').selectOption('confirmed');
    await line.getByRole('button', { name: 'No change' }).waitFor();
    for (const id of await changeIds(stage))
      await stage.api('PUT', `/api/alerting/change/${id}`, { id, confirmed: false });
    await close();
  });

  it('a change is decided by one key, can be undone, and is sent when the page goes', async () => {
    const { page, close } = await stage.open('/changes');
    await page.waitForSelector('.changes li');
    const id = await openChange(stage);
    await page.locator('.changes li').first().focus();
    await page.keyboard.press('y');
    assert.match(
      await page.locator('.changes li').first().innerText(),
      /Confirmed\. The page sends your answer in 10 seconds/,
    );
    await page.locator('.changes li').first().getByRole('button', { name: 'Undo' }).click();
    assert.equal(await openChange(stage), id, 'nothing was sent');
    await page.locator('.changes li').first().focus();
    // Later work may find more changes, so the test uses only those that exist now.
    const before = await openChanges(stage);
    await page.keyboard.press('n');
    await page.goto('about:blank');
    const isLeft = async (): Promise<boolean> => {
      const now = await openChanges(stage);
      return before.every((one) => now.includes(one));
    };
    for (let tries = 0; tries < 100 && (await isLeft()); tries += 1) await page.waitForTimeout(100);
    assert.equal(await isLeft(), false, 'the decision was sent');
    await close();
  });
});

const openChange = async (stage: Stage): Promise<number | undefined> => (await openChanges(stage))[0];

async function changeIds(stage: Stage): Promise<readonly number[]> {
  const all = await stage.api<readonly { readonly id: number }[]>('GET', '/api/alerting/changes');
  return all.map(({ id }) => id);
}

async function openChanges(stage: Stage): Promise<readonly number[]> {
  const open = await stage.api<readonly { readonly id: number }[]>('GET', '/api/alerting/changes?state=open');
  return open.map(({ id }) => id);
}

/** Waits until the work after the uploads has found a change. */
async function changesAre(stage: Stage): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await openChange(stage)) !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no change was found after 60 s');
}
