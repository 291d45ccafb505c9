import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { RunCount, Test } from '../../../../lib/api.generated.ts';
import { suiteScope } from '../../../local/scratch.ts';
import { personAt } from './person.ts';
import { seedRuns, settled } from './seed.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** A tester of a team changes the settings of a test, and deletes the test. */
describe('the settings of a test', { timeout: 300_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  before(async () => {
    stage = await openStage(scope);
  });

  const made = (name: string, more = {}): Promise<Test> => stage.api('POST', '/api/test', { name, ...more });
  const stored = (id: number): Promise<Test> => stage.api('GET', `/api/test/${id}`);

  for (const { name, options } of looks)
    it(`shows a form, ${name}: no complaint, axe finds nothing, nothing sticks out`, async () => {
      const { id } = await made(`look ${name}`, { description: 'w'.repeat(300), folder: 'shop/nightly' });
      const { page, complaints, close } = await stage.open(`/test/${id}/settings`, options);
      await page.getByLabel('Name').waitFor();
      await page.waitForLoadState('networkidle');
      await shot(page, `settings-${name}`);
      assert.ok((await sideways(page)) <= 0);
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(complaints, []);
      await close();
    });

  it('changes a test by keys, also its name, which is in the address', async () => {
    const { id } = await made('before', { fingerprintLabels: ['os'], automaticVariables: false });
    await using person = await personAt(stage, '/test/before/settings');
    const { page } = person;
    await person.fill(page.getByLabel('Name'), 'after');
    await person.fill(page.getByLabel('Folder'), 'shop/nightly/');
    await person.fill(page.getByLabel('Description'), 'every night');
    await person.use(page.getByRole('button', { name: 'Save' }));
    await page.waitForURL(`${stage.url}/test/${id}/settings`);
    const { name, folder, description, fingerprintLabels, automaticVariables } = await stored(id);
    assert.deepEqual(
      [name, folder, description, fingerprintLabels, automaticVariables],
      ['after', 'shop/nightly', 'every night', ['os'], false],
    );
    await page.locator('main h1', { hasText: /^after$/ }).waitFor();
    assert.equal(await page.getByLabel('Folder').inputValue(), 'shop/nightly');
  });

  it('shows settings that somebody changed meanwhile, and replaces them only on request', async () => {
    const { id } = await made('contested');
    const { page, close } = await stage.open(`/test/${id}/settings`);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'PUT') answers.push(response.status());
    });
    await page.getByLabel('Description').fill('mine');
    await stage.api('PUT', '/api/test', { id, name: 'contested', description: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Another person has changed this test' });
    await notice.waitFor();
    assert.match(await notice.innerText(), /theirs/);
    assert.equal((await stored(id)).description, 'theirs');
    assert.deepEqual(await violations(page), []);
    await page.getByLabel('Name').press('Enter');
    await page.getByRole('button', { name: 'Replace it with mine' }).click();
    await page.locator('.actions', { hasText: 'The settings are saved' }).waitFor();
    assert.deepEqual(answers, [409, 200]);
    assert.equal((await stored(id)).description, 'mine');
    await close();
  });

  it('keeps what somebody changed of the other settings meanwhile', async () => {
    const { id } = await made('shared');
    const { page, close } = await stage.open(`/test/${id}/settings`);
    await page.getByLabel('Description').fill('mine');
    await stage.api('PUT', '/api/test', { id, name: 'shared', fingerprintLabels: ['os'] });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.actions', { hasText: 'The settings are saved' }).waitFor();
    const { description, fingerprintLabels } = await stored(id);
    assert.deepEqual([description, fingerprintLabels], ['mine', ['os']]);
    await close();
  });

  it('keeps unsaved settings after a reload, and shows the reason of a name that is taken', async () => {
    await made('taken');
    const { id } = await made('free');
    const { page, close } = await stage.open(`/test/${id}/settings`);
    await page.getByLabel('Name').fill('taken');
    await page.reload();
    await page.getByText('The text that you typed before is here again').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForSelector('#name-reason');
    await page.waitForSelector('#test-name:focus');
    await page.getByRole('button', { name: 'Discard' }).click();
    assert.equal(await page.getByLabel('Name').inputValue(), 'free');
    await close();
  });

  it('deletes a test after a question that states how many runs go into the trash', async () => {
    const runs = await seedRuns(stage, { test: 'superfluous', runs: 2, endMs: Date.now() });
    await settled(stage, runs.at(-1) ?? 0);
    const { id } = await stage.api<Test>('GET', '/api/test/byName/superfluous');
    await using person = await personAt(stage, `/test/${id}/settings`);
    const { page } = person;
    await person.use(page.getByRole('button', { name: 'Delete' }));
    const question = page.getByRole('group', {
      name: 'Delete the test superfluous? 2 runs go into the trash.',
    });
    await question.waitFor();
    await person.use(question.getByRole('button', { name: 'Delete' }));
    await page.waitForURL(`${stage.url}/tests`);
    await page.waitForSelector('main h1:focus');
    assert.equal(await page.locator('main a', { hasText: 'superfluous' }).count(), 0);
    const { active, trashed } = await stage.api<RunCount>('GET', `/api/run/count?testId=${id}`);
    assert.deepEqual([active, trashed], [0, 2]);
  });

  it('offers no change to a person who may only read', async () => {
    const { id } = await made('read only');
    const key = await fetch(`${stage.url}/api/user/apikey`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': stage.key, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'reader of tests', type: 'USER', scopes: ['read'] }),
    });
    const { page, close } = await stage.open(`/test/${id}/settings`, { key: await key.text() });
    await page.getByText('You may not change this test').waitFor();
    assert.equal(await page.locator('main form, main .remove').count(), 0);
    await close();
  });
});
