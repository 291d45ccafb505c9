import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { parquetReadObjects } from 'hyparquet';
import { repository } from '../../../functions/repository.ts';
import { evaluate } from '../../../functions/scripts/script-engine.ts';
import { stores } from '../../../functions/stores.ts';
import { makeDatasets } from '../../../lib/repository/pipeline/datasets/make-datasets.ts';
import { labelTask } from '../../../lib/repository/pipeline/labels/label-task.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { openMemoryTable } from '../../repository/memory-table.ts';
import { openQueuedWork } from '../../repository/work/queue.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** The API lists label values. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
/** The table is new, so ids begin at 1. */
let table = openMemoryTable();
function startAnew(): void {
  table = openMemoryTable();
  Object.assign(repository(), openRepository(table));
  memory.bodies.clear();
}
beforeEach(startAnew);

type Ask = { readonly body?: unknown; readonly as?: string; readonly headers?: Record<string, string> };

function ask(line: string, { body, as = ada, headers = {} }: Ask = {}): Promise<Answer> {
  return send(line, {
    key: as,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
async function readParquet({ body }: Answer) {
  const bytes = Buffer.from(body, 'base64');
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  return parquetReadObjects({ file: file as ArrayBuffer });
}
const parsed = ({ body }: Answer) => JSON.parse(body);
async function listed(path: string, query: Record<string, string> = {}, as = ada) {
  const answer = await ask(`GET ${path}?${new URLSearchParams(query)}`, { as });
  assert.equal(answer.status, 200, answer.body);
  return parsed(answer);
}
const valuesOf = async (query: Record<string, string> = {}, path = '/api/test/1/labelValues') =>
  (await listed(path, query)).map(({ values }: { values: object }) => values);

async function schema(name: string, list: readonly object[], more = {}): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name, uri: `urn:${name}`, ...more });
  const id = parsed(await send('POST /api/schema', { key: ada, headers, body }));
  await added(id, list);
  return id;
}
async function added(id: number, list: readonly object[]): Promise<readonly number[]> {
  const answer = await send(`POST /api/schema/${id}/labels`, {
    key: ada,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(list),
  });
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const label = (name: string, more = {}) => ({
  name,
  extractors: [{ name: 'value', jsonpath: `$.${name}`, isarray: false }],
  ...more,
});

/**
 * Uploads a run.
 * @param document an object, or JSON text.
 */
async function uploaded(document: object | string, start: number, access = 'PUBLIC'): Promise<number> {
  const line = `POST /api/run/data?test=shop&start=${start}&stop=${start + 5}&access=${access}`;
  const answer = await send(line, {
    key: ada,
    body: typeof document === 'string' ? document : JSON.stringify(document),
  });
  assert.equal(answer.status, 202, answer.body);
  const id = Number(answer.body);
  await recalculated(id);
  return id;
}
async function recalculated(run: number): Promise<void> {
  const { work } = openQueuedWork({}, table);
  const now = () => 0;
  const context = { ...stores(), repository: repository(), evaluate, work, now };
  const { ids } = await makeDatasets({ ...context, runs: stores().runs, datasets: stores().datasets }, run);
  for (const id of ids)
    await labelTask({ ...context, runs: stores().runs, datasets: stores().datasets }, id, 'now');
}
/** Uploads three runs. Their values of `labelFoo` are 1, 2 and 3, and of `labelBar` 3, "b" and absent. */
async function three(): Promise<void> {
  await schema('s', [label('labelFoo', { metrics: false }), label('labelBar', { filtering: false })]);
  await uploaded({ $schema: 'urn:s', labelFoo: 1, labelBar: 3 }, 10);
  await uploaded({ $schema: 'urn:s', labelFoo: 2, labelBar: 'b' }, 20);
  await uploaded({ $schema: 'urn:s', labelFoo: 3.5 }, 30);
}

suite('label values of a test', () => {
  test('are one entry for each dataset, the newest first, with values or without (row 71)', async () => {
    await schema('s', [label('value')]);
    const [a, b] = [await uploaded({ $schema: 'urn:s', value: 24 }, 10), await uploaded({ none: 1 }, 20)];
    const rows = await listed('/api/test/1/labelValues');
    const ids = await Promise.all([a, b].map(async (id) => (await repository().runs.get(id))?.datasets?.[0]));
    assert.deepEqual(rows, [
      { values: {}, runId: b, datasetId: ids[1], start: 20, stop: 25 },
      { values: { value: 24 }, runId: a, datasetId: ids[0], start: 10, stop: 15 },
    ]);
  });

  test('keep their digits and their kind', async () => {
    await schema('s', [label('value')]);
    const line = 'POST /api/run/data?test=shop&start=1&stop=2&access=PUBLIC';
    const body = '{"$schema":"urn:s","value":12345678901234567890.50}';
    const { body: id } = await send(line, { key: ada, body });
    await recalculated(Number(id));
    const answer = await ask('GET /api/test/1/labelValues');
    assert.match(answer.body, /"values":\{"value":12345678901234567890\.50\}/);
  });

  test('are those that are included and not excluded (rows 74, 75, 76)', async () => {
    await three();
    assert.deepEqual(await valuesOf({ include: 'labelFoo' }), [
      { labelFoo: 3.5 },
      { labelFoo: 2 },
      { labelFoo: 1 },
    ]);
    assert.deepEqual(await valuesOf({ exclude: 'labelFoo', limit: '1' }), [{ labelBar: null }]);
    const both = await ask('GET /api/test/1/labelValues?include=labelFoo&include=labelBar&limit=1&page=1');
    assert.deepEqual(parsed(both)[0].values, { labelFoo: 2, labelBar: 'b' });
    assert.deepEqual(await valuesOf({ include: 'labelFoo,labelBar', limit: '1', page: '1' }), [
      { labelFoo: 2, labelBar: 'b' },
    ]);
    assert.deepEqual(await valuesOf({ include: 'labelFoo', exclude: 'labelFoo', limit: '1', page: '1' }), [
      { labelBar: 'b' },
    ]);
    assert.deepEqual(await valuesOf({ metrics: 'false', limit: '1' }), [{ labelFoo: 3.5 }]);
    assert.deepEqual(await valuesOf({ filtering: 'false', limit: '1' }), [{ labelBar: null }]);
  });

  test('are those after and before an instant, in millis or ISO 8601 (rows 77, 78)', async () => {
    await three();
    assert.equal((await valuesOf({ after: '10' })).length, 2);
    const filter = '{"labelFoo":[1,2]}';
    const after = '1970-01-01T00:00:00.010Z';
    assert.deepEqual(await valuesOf({ after, multiFilter: 'true', filter, metrics: 'false' }), [
      { labelFoo: 2 },
    ]);
    assert.equal((await valuesOf({ before: '25' })).length, 1);
    for (const [time, hint] of [
      ['tomorrow', 'expected milliseconds since 1970, or an ISO time such as 2026-11-22T10:00:00Z'],
      ['1970-01-01T00:00:01+01:00', 'a URL reads + as a blank, so write the + of the time zone as %2B'],
    ] as const) {
      const answer = await ask(`GET /api/test/1/labelValues?before=${time}`);
      assert.deepEqual([answer.status, parsed(answer).code], [400, 'REQUEST_INVALID']);
      const found = time.replace('+', ' ');
      assert.equal(
        parsed(answer).message,
        `the parameter 'before' must be a time, found '${found}': ${hint}`,
      );
    }
  });

  test('are filtered by a path or an object (rows 79, 80, 81, 82, 83)', async () => {
    await three();
    const count = async (filter: string, multiFilter = 'false') =>
      (await valuesOf({ filter, multiFilter })).length;
    assert.equal(await count('$.labelFoo ? (@ < 2)'), 1);
    assert.equal(await count('"$.labelFoo ? (@ < 2)"'), 1);
    assert.equal(await count('{"labelBar":3}'), 1);
    assert.equal(await count('{"labelBar":3,"labelFoo":1}'), 1);
    assert.equal(await count('{"labelBar":"3"}'), 0);
    assert.equal(await count('{"labelBar":3,"labelFoo":2}'), 0);
    assert.equal(await count('{"labelBar":[3,"b"]}'), 0);
    assert.equal(await count('{"labelBar":[3,"b"]}', 'true'), 2);
    for (const filter of ['$..name', '"labelFoo"', '$.labelFoo ? (']) {
      const answer = await ask(`GET /api/test/1/labelValues?${new URLSearchParams({ filter })}`);
      assert.deepEqual([answer.status, parsed(answer).code], [400, 'FILTER_INVALID'], filter);
    }
  });

  test('come in pages and orders (row 85)', async () => {
    await three();
    const foos = async (query: Record<string, string>) =>
      (await valuesOf({ ...query, include: 'labelFoo' })).map(
        (values: { labelFoo: number }) => values.labelFoo,
      );
    assert.deepEqual(await foos({ limit: '1' }), [3.5]);
    assert.deepEqual(await foos({ limit: '1', page: '1' }), [2]);
    assert.deepEqual(await foos({ limit: '2' }), [3.5, 2]);
    assert.deepEqual(await foos({ sort: 'Start' }), [1, 2, 3.5]);
    assert.deepEqual(await foos({ sort: 'stop', direction: 'Descending' }), [3.5, 2, 1]);
    assert.deepEqual(await foos({ sort: 'anything; drop table run' }), [3.5, 2, 1]);
  });

  test('are those of runs and labels that the caller may see, of a test that is one of these (row 86)', async () => {
    await schema('s', [label('labelFoo'), label('secret', { access: 'PRIVATE' })]);
    await uploaded({ $schema: 'urn:s', labelFoo: 42, secret: 1 }, 10);
    await uploaded({ $schema: 'urn:s', labelFoo: 43, secret: 2 }, 20, 'PRIVATE');
    const own = await uploaded({ $schema: 'urn:s', labelFoo: 44 }, 30);
    await repository().runs.change(own, (run) => ({ ...run, trashed: true }));
    assert.deepEqual(await valuesOf(), [
      { labelFoo: 43, secret: 2 },
      { labelFoo: 42, secret: 1 },
    ]);
    assert.deepEqual(
      (await listed('/api/test/1/labelValues', {}, eve)).map(({ values }: { values: object }) => values),
      [{ labelFoo: 42 }],
    );
    const missing = await ask('GET /api/test/999/labelValues');
    assert.deepEqual([missing.status, parsed(missing).code], [404, 'TEST_NOT_FOUND']);
    await repository().tests.change(1, (each) => ({ ...each, access: 'PRIVATE' }));
    assert.equal((await ask('GET /api/test/1/labelValues', { as: eve })).status, 404);
  });

  test('are a table for who asks for CSV', async () => {
    await schema('s', [label('labelFoo'), label('text')]);
    await uploaded({ $schema: 'urn:s', labelFoo: -1, text: '=1+1, "x"' }, 10);
    await uploaded({ $schema: 'urn:s', labelFoo: { a: 1 }, text: '' }, 20);
    await uploaded({ $schema: 'urn:s' }, 30);
    const [c, b, a] = await listed('/api/test/1/labelValues');
    const expected = [
      'runId,datasetId,start,stop,labelFoo,text',
      `3,${c.datasetId},30,35,(undefined),(undefined)`,
      `2,${b.datasetId},20,25,"{""a"": 1}",`,
      `1,${a.datasetId},10,15,-1,"'=1+1, ""x"""`,
      '',
    ].join('\r\n');
    const byFormat = await ask('GET /api/test/1/labelValues?format=csv');
    assert.deepEqual([byFormat.type, byFormat.body], ['text/csv; charset=utf-8', expected]);
    const byAccept = await ask('GET /api/test/1/labelValues', { headers: { accept: 'text/csv' } });
    assert.equal(byAccept.body, expected);
  });

  test('follow one another by a cursor, as the header Link says', async () => {
    await schema('s', [label('labelFoo')]);
    for (const [n, access] of ['PUBLIC', 'PRIVATE', 'PUBLIC', 'PUBLIC'].entries())
      await uploaded({ $schema: 'urn:s', labelFoo: n }, 10 * n, access);
    const found: unknown[] = [];
    let query = '?cursor=&limit=2&filtering=true&include=labelFoo';
    for (let page = 1; query !== ''; page += 1) {
      assert.ok(page <= 2);
      const answer = await ask(`GET /api/test/1/labelValues${query}`, { as: eve });
      found.push(...parsed(answer).map(({ values }: { values: object }) => values));
      [, query = ''] = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? '')) ?? [];
      if (page === 1) assert.match(query, /^\?cursor=[\w-]+&limit=2&.*include=labelFoo/);
    }
    assert.deepEqual(found, [{ labelFoo: 3 }, { labelFoo: 2 }, { labelFoo: 0 }]);
    const whole = await ask('GET /api/test/1/labelValues?limit=2');
    assert.equal(whole.headers.link, undefined);
    for (const wrong of ['cursor=x', 'cursor=&page=1', 'cursor=&sort=stop'])
      assert.equal((await ask(`GET /api/test/1/labelValues?${wrong}`)).status, 400, wrong);
    const table = await ask('GET /api/test/1/labelValues?cursor=&limit=1&format=csv');
    assert.match(String(table.headers.link), /format=csv/);
  });

  test('are an Apache Parquet file for who asks for one', async () => {
    const names = ['count', 'exact', 'mixed', 'object', 'runId', 'text'];
    await schema(
      's',
      names.map((name) => label(name)),
    );
    await uploaded(
      { $schema: 'urn:s', count: 1.5, exact: true, mixed: 1, object: { a: [1] }, runId: 'x', text: 'é' },
      10,
    );
    await uploaded({ $schema: 'urn:s', count: -2, exact: false, mixed: 'one', object: [], text: '' }, 20);
    await uploaded({ $schema: 'urn:s', count: null }, 30);
    const [, b, a] = await listed('/api/test/1/labelValues');
    const byFormat = await ask('GET /api/test/1/labelValues?format=parquet');
    assert.deepEqual([byFormat.status, byFormat.type], [200, 'application/vnd.apache.parquet']);
    const none = { count: null, exact: null, mixed: null, object: null, 'label.runId': null, text: null };
    const [third, ...others] = await readParquet(byFormat);
    assert.deepEqual(others, [
      {
        runId: 2n,
        datasetId: BigInt(b.datasetId),
        start: new Date(20),
        stop: new Date(25),
        count: -2,
        exact: false,
        mixed: '"one"',
        object: '[]',
        'label.runId': null,
        text: '',
      },
      {
        runId: 1n,
        datasetId: BigInt(a.datasetId),
        start: new Date(10),
        stop: new Date(15),
        count: 1.5,
        exact: true,
        mixed: '1',
        object: '{"a": [1]}',
        'label.runId': 'x',
        text: 'é',
      },
    ]);
    const [c] = await listed('/api/test/1/labelValues');
    assert.deepEqual(third, {
      runId: 3n,
      datasetId: BigInt(c.datasetId),
      start: new Date(30),
      stop: new Date(35),
      ...none,
    });
    const accept = 'application/vnd.apache.parquet';
    const byAccept = await ask('GET /api/test/1/labelValues', { headers: { accept } });
    assert.equal(byAccept.body, byFormat.body);
    const both = await ask('GET /api/test/1/labelValues', {
      headers: { accept: `application/json, ${accept}` },
    });
    assert.equal(both.type, 'application/json');
    const rejected = await ask('GET /api/test/1/labelValues', {
      headers: { accept: `text/csv;q=0, ${accept};q=0, */*` },
    });
    assert.equal(rejected.type, 'application/json');
    const empty = await ask('GET /api/test/1/labelValues?format=parquet&filter={"none":1}');
    assert.deepEqual(await readParquet(empty), []);
  });

  test('have a column each in such a file, whatever their names are', async () => {
    const names = ['runId', 'label.runId', 'label.label.runId', 'stop'];
    await schema(
      's',
      names.map((name, n) => ({ ...label(name), extractors: [{ name: 'v', jsonpath: `$.v${n}` }] })),
    );
    await uploaded({ $schema: 'urn:s', v0: 'own', v1: 'first', v2: 'second', v3: 'last' }, 10);
    const [row = {}] = await readParquet(await ask('GET /api/test/1/labelValues?format=parquet'));
    const { runId, datasetId: _, start: __, stop, ...values } = row;
    assert.deepEqual([runId, stop], [1n, new Date(15)]);
    assert.deepEqual(values, {
      'label.label.label.runId': 'own',
      'label.runId': 'first',
      'label.label.runId': 'second',
      'label.stop': 'last',
    });
  });

  test('change with their labels and nothing else (rows 61, 133)', async () => {
    const id = await schema('s', [label('labelFoo')]);
    const run = await uploaded({ $schema: 'urn:s', labelFoo: 1, other: [2] }, 10);
    await added(id, [
      { name: 'sum', extractors: [{ name: 'o', jsonpath: '$.other' }], function: 'o => o[0] + 1' },
    ]);
    assert.deepEqual(await valuesOf(), [{ labelFoo: 1 }]);
    await recalculated(run);
    assert.deepEqual(await valuesOf(), [{ labelFoo: 1, sum: 3 }]);
    const [first] = await repository().labels.ofSchema(id);
    await repository().labels.remove(first ?? assert.fail());
    assert.deepEqual(await valuesOf(), [{ sum: 3 }]);
  });
});

test('label values of a run are those of its datasets (row 84)', async () => {
  await three();
  const [path, empty] = ['/api/run/2/labelValues', await uploaded({ none: 1 }, 40)];
  assert.deepEqual(await valuesOf({}, path), [{ labelFoo: 2, labelBar: 'b' }]);
  assert.deepEqual(await valuesOf({ filter: '{"labelFoo":[1,2]}', multiFilter: 'true' }, path), [
    { labelFoo: 2, labelBar: 'b' },
  ]);
  assert.deepEqual(await valuesOf({ filter: '{"labelFoo":1}' }, path), []);
  assert.deepEqual(await valuesOf({ include: 'labelBar' }, path), [{ labelBar: 'b' }]);
  const ofEmpty = `/api/run/${empty}/labelValues`;
  assert.deepEqual(await valuesOf({}, ofEmpty), [{}], 'a dataset without values has its place in the list');
  await repository().runs.change(empty, (run) => ({ ...run, trashed: true }));
  assert.deepEqual(await listed(ofEmpty), []);
  assert.equal((await ask('GET /api/run/999/labelValues')).status, 404);
  await repository().runs.change(2, (run) => ({ ...run, access: 'PRIVATE' }));
  assert.equal((await ask(`GET ${path}`, { as: eve })).status, 404);
  assert.equal((await listed(path)).length, 1);
});

test('label values of a run are in the order of its datasets, or in the opposite order', async () => {
  await three();
  const transformer = {
    name: 'each',
    extractors: [{ name: 'all', jsonpath: '$.all' }],
    function: 'all => all',
    targetSchemaUri: 'urn:s',
  };
  const ids = [parsed(await ask('POST /api/schema/1/transformers', { body: transformer }))];
  assert.equal((await ask('POST /api/test/1/transformers', { body: ids })).status, 204);
  const run = await uploaded({ $schema: 'urn:s', all: [{ labelFoo: 4 }, { labelFoo: 5 }] }, 40);
  const ordered = async (direction: string) =>
    (await valuesOf({ include: 'labelFoo', direction }, `/api/run/${run}/labelValues`)).map(Object.values);
  assert.deepEqual(await ordered('Ascending'), [[4], [5]]);
  assert.deepEqual(await ordered('Descending'), [[5], [4]]);
});

test('label values of a dataset name their labels and schemas', async () => {
  const id = await schema('s', [label('labelFoo'), label('labelBar')]);
  const run = await uploaded({ $schema: 'urn:s', labelFoo: 1, labelBar: null }, 10);
  const dataset = (await repository().runs.get(run))?.datasets?.[0];
  const [foo, bar] = await repository().labels.ofSchema(id);
  const named = { id, name: 's', uri: 'urn:s' };
  assert.deepEqual(await listed(`/api/dataset/${dataset}/labelValues`), [
    { id: foo?.id, name: 'labelFoo', schema: named, value: 1 },
    { id: bar?.id, name: 'labelBar', schema: named, value: null },
  ]);
  assert.deepEqual(await listed('/api/dataset/999/labelValues'), []);
  assert.equal((await listed(`/api/dataset/${dataset}/labelValues`, {}, eve)).length, 2);
  await repository().schemas.change(id, (each) => ({ ...each, access: 'PRIVATE' }));
  assert.deepEqual(await listed(`/api/dataset/${dataset}/labelValues`, {}, eve), [], 'its name is hidden');
  assert.equal((await listed(`/api/dataset/${dataset}/labelValues`)).length, 2);
  await repository().schemas.change(id, (each) => ({ ...each, access: 'PUBLIC' }));
  await repository().runs.change(run, (each) => ({ ...each, access: 'PRIVATE' }));
  assert.deepEqual(await listed(`/api/dataset/${dataset}/labelValues`, {}, eve), []);
});

test('values and combinations of labels that tell runs apart are listed once (rows 72, 73)', async () => {
  await schema('s', [label('a'), label('b'), label('m', { filtering: false })]);
  const four = [
    { a: 1, b: 'x', m: 1 },
    { a: 2, b: 'x', m: 2 },
    { a: 2, b: 'y', m: 3 },
    { a: 1, b: 'x', m: 4 },
  ];
  for (const [n, values] of four.entries()) await uploaded({ $schema: 'urn:s', ...values }, 10 + n);
  assert.deepEqual(await listed('/api/test/1/filteringLabelValues'), [
    { a: 1, b: 'x' },
    { a: 2, b: 'y' },
    { a: 2, b: 'x' },
  ]);
  assert.deepEqual(await listed('/api/test/1/filteringLabels'), { a: [1, 2], b: ['x', 'y'] });
  assert.equal((await ask('GET /api/test/999/filteringLabels')).status, 404);
  assert.equal((await ask('GET /api/test/999/filteringLabelValues')).status, 404);
});

test('values, combinations and fingerprints come by some datasets at a time, the newest first', async () => {
  await schema('s', [label('a'), label('b')]);
  const runs = [
    [1, 'x'],
    [2, 'x'],
    [1, 'y'],
    [1, 'y'],
    [2, 'x'],
  ] as const;
  for (const [n, [a, b]] of runs.entries()) await uploaded({ $schema: 'urn:s', a, b }, 10 * (n + 1));
  await repository().tests.change(1, (each) => ({ ...each, fingerprintLabels: ['a'] }));
  const pagesOf = async (name: string, query: string) => {
    const found: unknown[] = [];
    let next: string | undefined = query;
    while (next !== undefined) {
      const answer: Answer = await ask(`GET /api/test/1/${name}${next}`);
      assert.equal(answer.status, 200, answer.body);
      found.push(parsed(answer));
      next = /^<(\?[^>]+)>; rel="next"$/.exec(String(answer.headers.link))?.[1];
      assert.ok(found.length <= 5, 'the pages end');
    }
    return found;
  };
  assert.deepEqual(await pagesOf('filteringLabels', '?limit=2'), [
    { a: [1, 2], b: ['x', 'y'] },
    { a: [1, 2], b: ['x', 'y'] },
    { a: [1], b: ['x'] },
  ]);
  assert.deepEqual(await pagesOf('filteringLabelValues', '?limit=3&cursor='), [
    [
      { a: 2, b: 'x' },
      { a: 1, b: 'y' },
    ],
    [
      { a: 2, b: 'x' },
      { a: 1, b: 'x' },
    ],
  ]);
  const of = (value: number) => ({ values: [{ name: 'a', value, children: null }] });
  assert.deepEqual(await pagesOf('fingerprint', '?limit=4'), [[of(2), of(1)], [of(1)]]);
  for (const name of ['filteringLabels', 'filteringLabelValues', 'fingerprint']) {
    assert.equal((await pagesOf(name, '?cursor=')).length, 1, 'a thousand datasets without a limit');
    assert.equal((await ask(`GET /api/test/1/${name}?cursor=x`)).status, 400);
  }
});

test('fingerprints are what the chosen labels say, whatever the filter of new datapoints says', async () => {
  await schema('s', [label('a'), label('o', { filtering: false })]);
  for (const [n, a] of [1, 2, 1].entries())
    await uploaded({ $schema: 'urn:s', a, o: { deep: { b: true }, list: [1] } }, 10 + n);
  const change = (more: object) => repository().tests.change(1, (each) => ({ ...each, ...more }));
  assert.deepEqual(await listed('/api/test/1/fingerprint'), [{ values: [] }]);
  await change({ fingerprintLabels: ['a'] });
  const of = (value: unknown) => ({ values: [{ name: 'a', value, children: null }] });
  assert.deepEqual(await listed('/api/test/1/fingerprint'), [of(1), of(2)]);
  await change({ fingerprintLabels: ['a'], fingerprintFilter: 'a => a > 1' });
  assert.deepEqual(await listed('/api/test/1/fingerprint'), [of(1), of(2)]);
  await change({ fingerprintLabels: ['a', 'o'], fingerprintFilter: '({ a, o }) => a === 1 && o.deep.b' });
  const [{ values }] = await listed('/api/test/1/fingerprint');
  assert.deepEqual(values[1], {
    name: 'o',
    value: null,
    children: [
      { name: 'deep', value: null, children: [{ name: 'b', value: true, children: null }] },
      { name: 'list', value: [1], children: null },
    ],
  });
});

test('datasets without a value of the labels have the empty fingerprint, and labels of no kind count', async () => {
  await schema('s', [label('a', { filtering: false, metrics: false })]);
  await uploaded({ $schema: 'urn:s', a: 1 }, 10);
  await uploaded({ no: 'schema' }, 11);
  await repository().tests.change(1, (each) => ({ ...each, fingerprintLabels: ['a'] }));
  assert.deepEqual(await listed('/api/test/1/fingerprint'), [
    { values: [] },
    { values: [{ name: 'a', value: 1, children: null }] },
  ]);
});

test('fingerprints keep every digit, and a long value is the one of its series', async () => {
  await schema('s', [label('a')]);
  for (const a of ['9007199254740992', '9007199254740993', `"${'x'.repeat(5000)}"`, '{"n":1e-400}'])
    await uploaded(`{"$schema":"urn:s","a":${a}}`, 10);
  await repository().tests.change(1, (each) => ({ ...each, fingerprintLabels: ['a'] }));
  const { body } = await ask('GET /api/test/1/fingerprint');
  for (const value of ['9007199254740992', '9007199254740993'])
    assert.match(body, new RegExp(`"value":${value},`));
  assert.match(body, /"value":"x{200}\.\.\. 5002 characters, SHA-256 [^"]*"/);
  assert.match(body, /"children":\[\{"name":"n","value":0\.0{399}1,"children":null\}\]/);
});

suite('a label is tried', () => {
  const samples = {
    $schema: 'urn:s',
    value: 'foobar',
    samplesArray: [{ key: 'value1' }, { key: 'value2' }, { key: 'value3' }],
  };
  async function tried(body: object, as = ada): Promise<Answer> {
    const schemaId = await schema('s', []);
    const run = await uploaded(samples, 10);
    const dataset = (await repository().runs.get(run))?.datasets?.[0];
    return ask(`POST /api/dataset/${dataset}/previewLabel`, { body: { schemaId, name: 'l', ...body }, as });
  }
  const extractor = (jsonpath: string, isarray = false) => [{ name: 'value', jsonpath, isarray }];

  test('and its value is shown without being kept (row 38)', async () => {
    const answer = await tried({ extractors: extractor('$.value'), function: 'value => value' });
    assert.deepEqual([answer.status, parsed(answer)], [200, { value: 'foobar', output: null }]);
    assert.deepEqual(await valuesOf(), [{}]);
  });

  test('with all matches of its extractor (row 39)', async () => {
    const code = 'value => { console.log("n", value.length); return value.reduce((a, b) => a + b) }';
    const answer = await tried({ extractors: extractor('$.samplesArray.key', true), function: code });
    assert.deepEqual(parsed(answer), { value: 'value1value2value3', output: 'n 3' });
  });

  test('and shows what is kept of it, also of lists in lists (rows 67, 68, 69)', async () => {
    const foo = [{ inner: [{ id: 1 }, { id: 2 }] }, { inner: [{ id: 3 }] }];
    const all = extractor('$.foo[*].inner', true);
    const expected = [
      { name: 'one', extractors: all, function: 'v => v' },
      {
        name: 'two',
        extractors: [...all, { name: 'b', jsonpath: '$.foo' }],
        function: '({ value }) => value',
      },
      { name: 'first', extractors: extractor('$.foo[*].inner') },
    ] as const;
    const schemaId = await schema('s', expected);
    const run = await uploaded({ $schema: 'urn:s', foo }, 10);
    const dataset = (await repository().runs.get(run))?.datasets?.[0];
    const lists = foo.map(({ inner }) => inner);
    const kept = { one: lists, two: lists, first: lists[0] };
    assert.deepEqual(await valuesOf(), [kept]);
    for (const each of expected) {
      const answer = await ask(`POST /api/dataset/${dataset}/previewLabel`, { body: { schemaId, ...each } });
      assert.deepEqual(parsed(answer), { value: kept[each.name], output: null });
    }
  });

  test('and what is wrong with it is shown', async () => {
    const code = 'v => v.a.b';
    const failed = await tried({ extractors: extractor('$.value'), function: code });
    const why = "TypeError: cannot read property 'b' of undefined";
    assert.deepEqual(parsed(failed), { value: `Execution failed: ${why}:\n${code}`, output: null });
    startAnew();
    const path = await tried({ extractors: extractor('$.value ? (') });
    assert.equal(parsed(path).value, null);
    assert.match(parsed(path).output, /^extractor value \(\$\.value \? \(\): /);
  });

  test('by testers of the team alone', async () => {
    const body = { extractors: extractor('$.value') };
    const refused = [400, 'DATASET_NOT_FOUND', 'Dataset not found or insufficient privileges.'];
    const report = (answer: Answer) => [answer.status, parsed(answer).code, parsed(answer).message];
    assert.deepEqual(report(await tried(body, eve)), refused);
    assert.deepEqual(report(await ask('POST /api/dataset/999/previewLabel', { body })), refused);
  });
});
