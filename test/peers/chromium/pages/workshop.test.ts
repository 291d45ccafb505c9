import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { suiteScope } from '../../../local/scratch.ts';
import { settled } from './seed.ts';
import { looks, openStage, type Stage, shot, sideways, violations } from './stage.ts';

/** Schemas and labels of documents of another tool. */
describe('schemas and labels', { timeout: 600_000 }, () => {
  const scope = suiteScope();
  let stage: Stage;
  let schema = 0;
  before(async () => {
    stage = await openStage(scope);
    schema = await stage.api('POST', '/api/schema', {
      name: 'fio',
      uri: 'urn:fio:1',
      schema: { type: 'object' },
    });
    for (let index = 0; index < 12; index += 1) await upload(index);
    await stage.api('POST', `/api/schema/${schema}/labels`, [
      { name: 'rate', extractors: [{ name: 'v', jsonpath: '$.rate' }], filtering: false },
      {
        name: '<b>both</b>',
        extractors: [
          { name: 'a', jsonpath: '$.rate' },
          { name: 'b', jsonpath: '$.steps[*].ms', isarray: true },
        ],
        function: '({ a, b }) => a / b.length',
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

  it('leads from the bar to a schema and its labels, and finds schemas by words', async () => {
    const { page, close } = await stage.open('/');
    await page.click('header a[href="/schemas"]');
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
    assert.deepEqual(rows, [
      'rate v = $.rate metric –',
      '<b>both</b> a = $.rate b = $.steps[*].ms all matches metric, filtering ({ a, b }) => a / b.length',
    ]);
    await close();
  });

  for (const address of ['/schema/999', '/schema/abc'])
    it(`leads from ${address}, which does not exist, to all schemas`, async () => {
      const { page, close } = await stage.open(address);
      await page.getByText(/there is no schema (999|abc)/i).waitFor();
      assert.equal(await page.locator('main a[href="/schemas"]').count(), 1);
      await close();
    });
});
