import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { queues } from '../../../functions/work-context.ts';
import { contentLimits } from '../../../lib/repository/pipeline/content/limits.ts';
import { emptyTable, keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { send } from './requests.ts';

/** The API lists, shows and queries datasets. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
mock.method(queues(), 'send', async () => undefined);
beforeEach(() => {
  emptyTable(memory);
  memory.bodies.clear();
  memory.datasetIndexes.clear();
});

const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
async function schema(uri: string, access: 'PUBLIC' | 'PRIVATE' = 'PUBLIC') {
  const made = await repository().schemas.create({ name: uri, uri, ...owned, access });
  return typeof made === 'string' ? assert.fail(made) : made;
}
async function uploaded(document: string, query = 'start=1&stop=2&access=PUBLIC'): Promise<number> {
  const answer = await send(`POST /api/run/data?test=shop&${query}`, {
    key: ada,
    body: document,
  });
  assert.equal(answer.status, 202, answer.body);
  return Number(answer.body);
}
const testId = async () => (await repository().tests.byName('shop'))?.id ?? 0;
const datasetsOf = async (run: number): Promise<readonly number[]> =>
  (await repository().runs.get(run))?.datasets ?? [];
const parsed = ({ body }: Answer) => JSON.parse(body);

const ask = (line: string, as = ada): Promise<Answer> => send(`GET ${line}`, { key: as });
const listed = async (line: string, as = ada) => parsed(await ask(line, as));
const ordinals = async (line: string, as = ada): Promise<unknown[]> =>
  (await listed(line, as)).datasets.map(({ runId, ordinal }: { runId: number; ordinal: number }) => [
    runId,
    ordinal,
  ]);
const query = (id: number, text: string, as = ada): Promise<Answer> =>
  send(`GET /api/sql/${id}/querydataset?${text}`, { key: as });
async function value(id: number, text: string) {
  const { valid, value } = parsed(await query(id, text));
  assert.equal(valid, true);
  return value;
}

const twoElements = '[{"$schema":"urn:A","value":24},{"$schema":"urn:B","value":42}]';
async function datasetOf(document: string): Promise<number> {
  const [id] = await datasetsOf(await uploaded(document));
  return id ?? assert.fail('the run has no dataset');
}

suite('a query on what names a schema in a run', () => {
  const answer = (id: number, text: string) => send(`GET /api/sql/${id}/queryrun?${text}`, { key: ada });
  const valueIn = async (id: number, text: string) => parsed(await answer(id, text)).value;

  test('is asked of the run, of a member or of elements', async () => {
    const run = await uploaded('{"$schema":"urn:A","value":1,"b":{"$schema":"urn:A","value":2}}');
    const member = await uploaded('{"value":1,"b":{"$schema":"urn:A","value":2.50}}');
    const elements = await uploaded(
      '[{"value":1},{"$schema":"urn:A","x":3},{"$schema":"urn:A","value":4},{"$schema":"urn:A","value":5}]',
    );
    for (const name of ['uri', 'schemaUri']) {
      const requested = `query=$.value&${name}=urn:A`;
      assert.deepEqual([await valueIn(run, requested), await valueIn(member, requested)], ['1', '2.50']);
      assert.equal(await valueIn(elements, `${requested}&array=true`), '[4,5]');
    }
    const [all, gone] = ['query=$.value&array=true&uri=urn:A', 'query=$.gone&array=true&uri=urn:A'];
    assert.deepEqual([await valueIn(run, all), await valueIn(member, all)], ['[1]', '[2.50]']);
    assert.deepEqual(await Promise.all([run, member, elements].map((id) => valueIn(id, gone))), [
      ...['[]', '[]', '[]'],
    ]);
    assert.equal(await valueIn(elements, 'query=$.x&uri=urn:A&explain=true'), '3');
    const inMetadata = { type: 2, source: 1, uri: 'urn:M', key: '0' } as const;
    await repository().runs.change(member, (row) => ({
      ...row,
      schemas: [...(row.schemas ?? []), inMetadata],
    }));
    assert.equal((await answer(member, 'query=$.value&uri=urn:M')).status, 404);
    const none = await answer(member, 'query=$.value&uri=urn:B');
    assert.deepEqual(
      [none.status, parsed(none).code, parsed(none).message],
      [404, 'NO_ELEMENT', 'No result'],
    );
    const hidden = await send('GET /api/sql/999/queryrun?query=$&uri=urn:A', { key: ada });
    assert.equal(parsed(hidden).code, 'RUN_NOT_FOUND');
  });

  test('is asked of members and elements of a run that is too large to be read whole', async () => {
    const pad = 'x'.repeat(contentLimits.datasetPartBytesMax);
    const texts = [
      `{"pad":"${pad}","b":{"$schema":"urn:A","value":2.50}}`,
      `{"b":{"$schema":"urn:A","value":2.50,"pad":"${pad}"}}`,
      `[{"pad":"${pad}"},{"$schema":"urn:A","value":2.50}]`,
    ];
    for (const text of texts) {
      const id = await uploaded(text.replace(pad, ''));
      memory.bodies.set(id, Buffer.from(text));
      await repository().runs.change(id, (row) => ({ ...row, sizeBytes: text.length }));
      assert.equal(await valueIn(id, 'query=$.value&uri=urn:A'), '2.50');
      assert.equal(await valueIn(id, 'query=$.value&uri=urn:A&array=true'), '[2.50]');
    }
  });
});

suite('a query on a dataset', () => {
  test('finds members of its elements, the first or all (rows 1, 2, 3)', async () => {
    await schema('urn:A');
    await schema('urn:B');
    const id = await datasetOf(twoElements);
    assert.equal(await value(id, 'query=$.value'), '24');
    assert.equal(await value(id, 'query=$[1].value'), '42');
    assert.equal(await value(id, 'query=$.value&array=true'), '[24, 42]');
    const asJsonPath = await query(id, 'query=$[*].value&array=true&dialect=jsonpath&explain=true');
    assert.deepEqual(
      [parsed(asJsonPath).value, asJsonPath.headers['x-downpour-dialect']],
      ['[24,42]', 'jsonpath'],
    );
    assert.equal(parsed(asJsonPath).explain.way, 'kept');
  });

  test('is asked of the elements of one schema (rows 4, 5)', async () => {
    await schema('urn:A');
    await schema('urn:B');
    const id = await datasetOf(twoElements);
    for (const name of ['schemaUri', 'uri']) {
      assert.equal(await value(id, `query=$.value&${name}=urn:B`), '42');
      assert.equal(await value(id, `query=$.value&array=true&${name}=urn:B`), '[42]');
    }
    const many = await datasetOf(
      '[{"$schema":"urn:A","x":[1]},{"$schema":"urn:A","value":1.50},{"$schema":"urn:A","value":2}]',
    );
    assert.equal(await value(many, 'query=$.value&schemaUri=urn:A'), 'null');
    assert.equal(await value(many, 'query=$.value&array=true&schemaUri=urn:A'), '[1.50, 2]');
    assert.equal(await value(many, 'query=$.value&array=true&schemaUri=urn:A&dialect=jsonpath'), '[1.50,2]');
    assert.equal(await value(many, 'query=$.gone&array=true&schemaUri=urn:A'), 'null');
    for (const array of ['', '&array=true']) {
      const none = await query(id, `query=$.value&schemaUri=urn:C${array}`);
      assert.deepEqual(
        [none.status, parsed(none).code, parsed(none).message],
        [404, 'NO_ELEMENT', 'No result'],
      );
    }
    for (const text of ['query=$.a[&schemaUri=urn:A', 'query=strict%20$.gone&schemaUri=urn:A']) {
      const wrong = await query(id, text);
      assert.deepEqual([wrong.status, parsed(wrong).valid], [400, false], wrong.body);
    }
  });

  test('on a large dataset makes its index once', async () => {
    await schema('urn:A');
    const rows = Array.from({ length: 20_000 }, (_, n) => `{"n":${n},"text":"some more text"}`);
    const id = await datasetOf(`{"$schema":"urn:A","rows":[${rows}]}`);
    assert.equal(memory.datasetIndexes.size, 0);
    assert.equal(await value(id, 'query=$.rows[19999].n'), '19999');
    assert.equal(memory.datasetIndexes.size, 1);
    const ofRun = parsed(await query(id, 'query=$.rows[7].n&schemaUri=urn:A&explain=true'));
    assert.deepEqual([ofRun.value, ofRun.explain.bytesRead < 100_000], ['7', true]);
    assert.equal(await value(id, 'query=$.gone&schemaUri=urn:A&array=true'), 'null');
    assert.equal(await value(id, 'query=$.rows[8+to+9].n&schemaUri=urn:A&array=true'), '[8, 9]');
    const inside = await datasetOf(`{"a":{"$schema":"urn:A","rows":[${rows}]}}`);
    assert.equal(await value(inside, 'query=$.rows[9].n&schemaUri=urn:A'), '9');
  });

  test('on a missing or hidden dataset finds nothing', async () => {
    await schema('urn:A');
    const [id = 0] = await datasetsOf(await uploaded('{"$schema":"urn:A"}', 'start=1&stop=2'));
    for (const [each, as] of [
      [id, eve],
      [999, ada],
    ] as const)
      assert.deepEqual(
        [(await query(each, 'query=$', as)).status, (await ask(`/api/dataset/${each}`, as)).status],
        [404, 404],
      );
    assert.equal(await value(id, 'query=$[0].value'), 'null');
  });
});

suite('a dataset', () => {
  test('is there when its upload is answered, one for each run (row 37)', async () => {
    await schema('urn:A');
    const both = [await uploaded('{"$schema":"urn:A"}'), await uploaded('{"a":1}')];
    const ids = (await Promise.all(both.map(datasetsOf))).flat();
    assert.deepEqual([ids.length, new Set(ids).size], [2, 2]);
    for (const id of ids) assert.equal((await ask(`/api/dataset/${id}`)).status, 200);
  });

  test('is shown with its document and the facts of its run (rows 34, 35)', async () => {
    const [first, hidden] = [await schema('urn:A'), await schema('urn:hidden', 'PRIVATE')];
    const run = await uploaded('{"$schema":"urn:A","n":1.50,"in":{"$schema":"urn:hidden"}}');
    await repository().runs.change(run, (each) => ({ ...each, description: 'nightly', access: 'PROTECTED' }));
    const [id = 0] = await datasetsOf(run);
    const { body } = await ask(`/api/dataset/${id}`);
    assert.match(body, /"data":\[\{"\$schema":"urn:A","n":1\.50,/);
    const { data, ...rest } = JSON.parse(body);
    assert.equal(data.length, 2);
    assert.deepEqual(rest, {
      id,
      runId: run,
      ordinal: 0,
      testid: await testId(),
      access: 'PROTECTED',
      owner: 'ada-team',
      start: 1,
      stop: 2,
      description: 'nightly',
      validationErrors: null,
    });
    const summary = await listed(`/api/dataset/${id}/summary`);
    assert.deepEqual(
      [summary.testId, summary.testname, summary.description],
      [await testId(), 'shop', 'nightly'],
    );
    assert.deepEqual(
      summary.schemas.map((each: object) => Object.values(each)),
      [
        [first.id, 'urn:A', 'urn:A', 0, 2, '0', false],
        [hidden.id, 'urn:hidden', 'urn:hidden', 0, 2, '1', false],
      ],
    );
    const seen = await listed(`/api/dataset/${id}/summary`, eve);
    assert.deepEqual([seen.schemas.length, seen.testname], [1, 'shop']);
  });

  test('says with its run what JSON Schemas miss in it, to those who see these (row 98)', async () => {
    const { id: open } = await schema('urn:A');
    const { id: hidden } = await schema('urn:hidden', 'PRIVATE');
    for (const each of [open, hidden])
      await repository().schemas.change(each, (known) => ({ ...known, schema: '{"required":["n"]}' }));
    const run = await uploaded('{"$schema":"urn:A","in":{"$schema":"urn:hidden"}}');
    const [id] = await datasetsOf(run);
    for (const [as, expected] of [
      [ada, [open, hidden]],
      [eve, [open]],
    ] as const) {
      const displayed = [
        await ask(`/api/dataset/${id}`, as),
        await ask(`/api/dataset/${id}/summary`, as),
        await ask(`/api/run/${run}`, as),
        await ask(`/api/run/${run}/summary`, as),
      ];
      for (const answer of displayed)
        assert.deepEqual(
          parsed(answer).validationErrors.map(({ schemaId }: { schemaId: number }) => schemaId),
          expected,
        );
      assert.equal(parsed(displayed[0] as Answer).validationErrors[0].error.type, 'required');
    }
  });

  test('without a schema reports it (row 45)', async () => {
    const [id] = await datasetsOf(await uploaded('{"a":1}'));
    const displayed = await listed(`/api/dataset/${id}`);
    assert.deepEqual(
      [displayed.data, displayed.description],
      [[], 'Empty Dataset for run data without any schema.'],
    );
  });

  test('loses its schema with the schema, at once, and stays (rows 111, 112, 113)', async () => {
    const { id: schemaId } = await schema('urn:A');
    const [id] = await datasetsOf(await uploaded('{"$schema":"urn:A"}'));
    await repository().schemas.change(schemaId, (each) => ({ ...each, uri: 'urn:new' }));
    assert.deepEqual((await listed(`/api/dataset/${id}/summary`)).schemas, []);
    assert.deepEqual(await ordinals('/api/dataset/list/bySchema?uri=urn:A'), []);
    await repository().schemas.change(schemaId, (each) => ({ ...each, uri: 'urn:A' }));
    assert.equal((await listed(`/api/dataset/${id}/summary`)).schemas.length, 1);
    await repository().schemas.remove(schemaId);
    assert.deepEqual((await listed(`/api/dataset/${id}/summary`)).schemas, []);
    assert.equal((await listed(`/api/dataset/${id}`)).data.length, 1);
  });
});

suite('datasets are listed', () => {
  test('by their test, the newest first, or the oldest (row 65)', async () => {
    await schema('urn:A');
    const old = await uploaded('{"$schema":"urn:A"}', 'start=1&stop=2&access=PUBLIC');
    const young = await uploaded('{"$schema":"urn:A"}', 'start=5&stop=6');
    const bare = await uploaded('{}', 'start=3&stop=9&access=PUBLIC');
    const shop = await testId();
    await repository().tests.change(shop, (each) => ({ ...each, access: 'PRIVATE' }));
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}`), [
      [young, 0],
      [bare, 0],
      [old, 0],
    ]);
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}?direction=Ascending`), [
      [old, 0],
      [bare, 0],
      [young, 0],
    ]);
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}?sort=runId&direction=Ascending`), [
      [old, 0],
      [young, 0],
      [bare, 0],
    ]);
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}?sort=%28stop%20-%20start%29`), [
      [bare, 0],
      [young, 0],
      [old, 0],
    ]);
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}?sort=access&direction=Ascending`), [
      [old, 0],
      [bare, 0],
      [young, 0],
    ]);
    const page = await listed(`/api/dataset/list/byTest/${shop}?limit=1&page=2`);
    assert.deepEqual([page.total, page.datasets[0].runId, page.datasets.length], [3, bare, 1]);
    const { total } = await listed(`/api/dataset/list/byTest/${shop}`, eve);
    assert.deepEqual([total, await ordinals(`/api/dataset/list/byTest/${shop}`, eve)], [0, []]);
    await repository().tests.change(shop, (each) => ({ ...each, access: 'PUBLIC' }));
    assert.deepEqual((await listed(`/api/dataset/list/byTest/${shop}`, eve)).total, 2);
    assert.deepEqual(await ordinals(`/api/dataset/list/byTest/${shop}`, eve), [
      [bare, 0],
      [old, 0],
    ]);
    assert.deepEqual(await listed('/api/dataset/list/byTest/999'), { total: 0, datasets: [] });
    assert.equal((await ask(`/api/dataset/list/byTest/${shop}?sort=access;drop`)).status, 400);
  });

  test('by their run and by their schema (row 66)', async () => {
    await schema('urn:A');
    await schema('urn:B');
    const [a, b] = [
      await uploaded('{"$schema":"urn:A"}'),
      await uploaded(twoElements, 'start=9&stop=9&access=PUBLIC'),
    ];
    assert.deepEqual(await ordinals(`/api/dataset/list/byRun/${a}`), [[a, 0]]);
    assert.deepEqual(await listed('/api/dataset/list/byRun/999'), { total: 0, datasets: [] });
    assert.deepEqual(await ordinals('/api/dataset/list/bySchema?uri=urn:A'), [
      [b, 0],
      [a, 0],
    ]);
    assert.deepEqual(await ordinals('/api/dataset/list/bySchema?uri=urn:A&limit=1&page=2'), [[a, 0]]);
    assert.deepEqual(await ordinals('/api/dataset/list/bySchema?uri=urn:B'), [[b, 0]]);
    await repository().runs.change(b, (each) => ({ ...each, trashed: true }));
    assert.deepEqual(await ordinals(`/api/dataset/list/byRun/${b}`), []);
    assert.deepEqual(await ordinals('/api/dataset/list/bySchema?uri=urn:A'), [[a, 0]]);
    const [ofA, ofB] = [await datasetsOf(a), await datasetsOf(b)];
    assert.deepEqual(
      [(await ask(`/api/dataset/${ofA[0]}`)).status, (await ask(`/api/dataset/${ofB[0]}`)).status],
      [200, 404],
    );
  });
});
