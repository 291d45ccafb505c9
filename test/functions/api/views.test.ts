import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/** Views define the columns in the list of a test's datasets. The API lists the usages of a label. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
const made = async (more: object = {}): Promise<number> =>
  parsed(await ask('POST /api/test', { name: 't', ...more })).id;
const viewsOf = async (test: number) => parsed(await ask(`GET /api/ui/${test}/views`));
const column = (headerName: string, labels: readonly string[], more = {}) => ({
  headerName,
  labels,
  headerOrder: 0,
  ...more,
});

suite('the views of a test', () => {
  test('begin with a permanent view', async () => {
    const id = await made();
    const [view, ...others] = await viewsOf(id);
    assert.deepEqual([view, others], [{ id: view.id, testId: id, name: 'Default', components: [] }, []]);
    assert.deepEqual(await viewsOf(id), [view]);
    assert.deepEqual(refused(await ask(`DELETE /api/ui/${id}/view/${view.id}`)), [
      ...[400, 'VIEW_DEFAULT', 'The default view of a test cannot be removed.'],
    ]);
  });

  test('are added without an id, changed with one, and deleted', async () => {
    const testId = await made();
    const expected = {
      id: -1,
      testId,
      name: 'v',
      components: [column('a', ['x', 'y'], { render: 'x => x' })],
    };
    const view = parsed(await ask('POST /api/ui/view', expected));
    assert.ok(view.id > 0 && view.components[0].id > 0);
    assert.deepEqual((await viewsOf(testId))[1], view);
    const change = { ...view, name: 'w', components: [...view.components, column('b', ['z'])] };
    const changed = parsed(await ask('POST /api/ui/view', change));
    assert.deepEqual([changed.id, changed.name, changed.components[0]], [view.id, 'w', view.components[0]]);
    assert.equal((await viewsOf(testId)).length, 2);
    assert.equal((await ask(`DELETE /api/ui/${testId}/view/${view.id}`)).status, 204);
    const views = `list its views with GET /api/ui/${testId}/views`;
    const missing = [400, 'VIEW_NOT_FOUND', `test ${testId} has no view ${view.id}; ${views}`];
    assert.deepEqual(refused(await ask(`DELETE /api/ui/${testId}/view/${view.id}`)), missing);
    assert.deepEqual(refused(await ask('POST /api/ui/view', change)), missing);
    assert.equal((await viewsOf(testId)).length, 1);
  });

  test('are written together when they are of one test', async () => {
    const [testId, other] = [await made(), await made({ name: 'other' })];
    const view = (name: string, of = testId) => ({ testId: of, name, components: [] });
    assert.equal((await ask('POST /api/ui/views', [view('a'), view('b')])).status, 204);
    assert.deepEqual(
      (await viewsOf(testId)).map(({ name }: { name: string }) => name),
      ['Default', 'a', 'b'],
    );
    const refusal = [
      400,
      'VIEW_TEST_MISSING',
      'All views of this request must have the same testId, and it must be the id of an existing test.',
    ];
    assert.deepEqual(refused(await ask('POST /api/ui/views', [view('a'), view('b', other)])), refusal);
    assert.deepEqual(refused(await ask('POST /api/ui/view', { name: 'a', components: [] })), refusal);
  });

  test('are for testers of its team, and hidden with it', async () => {
    const testId = await made({ access: 'PRIVATE' });
    const view = { testId, name: 'v', components: [] };
    assert.equal((await ask('POST /api/ui/view', view, eve)).status, 404);
    assert.equal((await ask(`GET /api/ui/${testId}/views`, undefined, eve)).status, 404);
    const seen = await made({ name: 'public' });
    assert.equal((await ask('POST /api/ui/view', { ...view, testId: seen }, eve)).status, 403);
    assert.equal((await ask(`GET /api/ui/${seen}/views`, undefined, eve)).status, 200);
  });

  test('are one view when many users begin at once', async () => {
    const id = await made();
    const all = await Promise.all(Array.from({ length: 5 }, () => viewsOf(id)));
    assert.equal(new Set(all.map((each) => JSON.stringify(each))).size, 1);
  });
});

suite('a label', () => {
  test('is found where it is used: fingerprints, rules, variables, views (row 114)', async () => {
    const bundle = {
      name: 't',
      fingerprintLabels: ['p99'],
      variables: [{ name: 'v', labels: ['p99'] }, { name: 'w' }],
      missingDataRules: [{ name: 'r', labels: ['p99', 'x'], maxStaleness: 1 }],
    };
    const testId = parsed(await ask('POST /api/test/import', bundle));
    const view = parsed(
      await ask('POST /api/ui/view', {
        testId,
        name: 'view',
        components: [column('a', ['other']), column('b', ['p99'])],
      }),
    );
    const at = { testId, testName: 't' };
    const usages = async (label: string, as = ada) =>
      parsed(await ask(`GET /api/schema/findUsages?label=${label}`, undefined, as));
    const found = await usages('p99');
    const { ruleId, variableId } = Object.assign({}, ...found);
    assert.deepEqual(found, [
      { type: 'FINGERPRINT', ...at },
      { type: 'MISSINGDATA_RULE', ...at, ruleId, ruleName: 'r' },
      { type: 'VARIABLE', ...at, variableId, variableName: 'v' },
      {
        type: 'VIEW',
        ...at,
        viewId: view.id,
        viewName: 'view',
        componentId: view.components[1].id,
        header: 'b',
      },
    ]);
    assert.deepEqual(await usages('p9'), []);
    await ask(`POST /api/test/${testId}/updateAccess?owner=ada-team&access=PRIVATE`);
    assert.deepEqual([await usages('p99', eve), (await usages('p99')).length], [[], 4]);
    await ask(`DELETE /api/test/${testId}`);
    assert.deepEqual(await usages('p99'), []);
  });
});
