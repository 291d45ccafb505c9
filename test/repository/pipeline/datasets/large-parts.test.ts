import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { contentLimits } from '../../../../lib/repository/pipeline/content/limits.ts';
import { partsOf } from '../../../../lib/repository/pipeline/content/run-parts.ts';
import { labelTask } from '../../../../lib/repository/pipeline/labels/label-task.ts';
import { valuesOf } from '../../../../lib/repository/records/labels/read-values.ts';
import { openWorld } from './world.ts';

/** Parts of a run that are too large to be read whole have labels and transformers like any other. */

const rows = Array.from({ length: 300 }, (_, ms) => ({ ms }));
const documentWith = (pad: string): string =>
  [
    `\n{"$schema":"urn:root","v":1.50,"rows":${JSON.stringify(rows)}`,
    `"part":{"$schema":"urn:part","w":[{"x":7},{"x":8.0}],"pad":"${pad}"}`,
    '"small":{"$schema":"urn:small","s":3}}\n',
  ].join(',');
const path = (jsonpath: string, isarray = false) => ({ name: 'v', jsonpath, isarray });
const sum = 'all => all.reduce((a, b) => a + b)';

type World = ReturnType<typeof openWorld>;

/** Makes a run whose document was uploaded in parts, because it is too large for one request. */
async function uploaded(world: World, document = documentWith): Promise<number> {
  const run = await world.upload(document(''));
  return enlarged(world, run, Buffer.from(document('x'.repeat(contentLimits.datasetPartBytesMax + 1))));
}

async function enlarged(world: World, run: number, document: Buffer): Promise<number> {
  world.objects.set(`run ${run} 0`, document);
  await world.repository.runs.change(run, (row) => ({ ...row, sizeBytes: document.length }));
  return run;
}

async function labelled(world: World, uri: string, ...extractors: readonly ReturnType<typeof path>[]) {
  const { id: schemaId } = await world.schema(uri);
  const own = { owner: 'ada-team', access: 'PUBLIC', schemaId, filtering: true, metrics: true } as const;
  await world.repository.labels.put(schemaId, () =>
    extractors.map((extractor, n) => ({
      ...own,
      id: 100 * schemaId + n,
      name: `${uri} ${n}`,
      extractors: [extractor],
      ...(extractor.isarray && { function: sum }),
    })),
  );
}

async function valuesIn(world: World, dataset: number): Promise<readonly string[]> {
  await labelTask(world.context, dataset, 'now');
  const row = (await world.repository.datasets.get(dataset)) ?? assert.fail();
  const runs = { labelValues: async () => assert.fail('they are small') };
  return Object.values((await valuesOf({ table: world.table, runs }, row)) ?? {});
}

suite('labels', () => {
  let world: World;
  let dataset = 0;
  let run = 0;
  before(async () => {
    world = openWorld();
    await labelled(world, 'urn:root', path('$.v'), path('$.rows[*].ms', true), path('$.part.w[1].x'));
    await labelled(world, 'urn:part', path('$.w[0].x'), path('$.w[*].x', true), path('$.none'));
    await labelled(world, 'urn:small', path('$.s'));
    run = await uploaded(world);
    ({
      ids: [dataset = 0] = [],
    } = await world.make(run));
  });

  test('are values of the whole run, of a large part and of a small part', async () => {
    const values = await valuesIn(world, dataset);
    assert.deepEqual(values, ['1.50', '44850', '8.0', '7', '15', 'null', '3']);
  });

  test('read what they ask for, and never the whole', async () => {
    const { runs } = world.context;
    let most = 0;
    const context = {
      ...world.context,
      runs: {
        ...runs,
        get: () => assert.fail('the whole document is read'),
        document:
          (...of: Parameters<typeof runs.document>) =>
          async (start: number, end?: number) => {
            const bytes = await runs.document(...of)(start, end);
            most = Math.max(most, bytes?.length ?? 0);
            return bytes;
          },
      },
    };
    await labelTask(context, dataset, 'now');
    assert.ok(most > 0 && most <= 8 * 1024 * 1024, `${most} bytes were read at a time`);
  });

  test('are left alone when the run has another document by now', async () => {
    await world.repository.runs.change(run, (row) => ({ ...row, revision: 1 }));
    const before = [...world.table.items].filter(([name]) => name.includes('values'));
    await labelTask(world.context, dataset, 'now');
    assert.deepEqual(
      [...world.table.items].filter(([name]) => name.includes('values')),
      before,
    );
  });
});

suite('elements of a list', () => {
  const listWith = (pad: string): string =>
    `[ {"none":1} ,{"$schema":"urn:part","w":[{"x":7}],"pad":"${pad}"},{"$schema":"urn:small","s":3}\n]`;

  test('are found by their position', async () => {
    const world = openWorld();
    await labelled(world, 'urn:part', path('$.w[*].x', true));
    await labelled(world, 'urn:small', path('$.s'));
    const { ids, notes } = await world.make(await uploaded(world, listWith));
    assert.deepEqual(notes, []);
    assert.deepEqual(await valuesIn(world, ids[0] ?? 0), ['7', '3']);
  });

  test('are read whole up to a number of bytes, and by ranges behind it', async () => {
    const world = openWorld();
    const taken = { extractors: [path('$.n')], function: 'n => ({ n })', targetSchemaUri: 'urn:t' };
    await world.transformer(await world.schema('urn:small'), taken);
    const elements = (pad: string): string =>
      `[${Array.from({ length: 5 }, (_, n) => `{"$schema":"urn:small","n":${n},"pad":"${pad}"}`).join()}]`;
    const run = await world.upload(elements(''));
    await enlarged(world, run, Buffer.from(elements('x'.repeat(contentLimits.datasetPartBytesMax - 100))));
    const row = (await world.repository.runs.get(run)) ?? assert.fail();
    const isRead = async (needed: Parameters<typeof partsOf>[3]): Promise<readonly boolean[]> => {
      const parts = await partsOf(world.context.runs, row, row.schemas ?? [], needed);
      return parts.map(({ bytes }) => bytes !== undefined);
    };
    assert.deepEqual(await isRead(() => true), [true, true, true, true, false]);
    assert.deepEqual(await isRead(({ key }) => key !== '0'), [false, true, true, true, true]);
    await world.make(run);
    const made = [0, 1, 2, 3, 4].map((n) => `[{"$schema":"urn:t","n":${n}}]`);
    assert.deepEqual(await world.texts(run), made);
  });
});

suite('transformers', () => {
  test('take the whole run and a large part, each by what their extractors find', async () => {
    const world = openWorld();
    const target = { targetSchemaUri: 'urn:t' };
    const ofRoot = { ...target, name: 'root', extractors: [path('$.v')], function: 'v => ({ v })' };
    const ofPart = {
      ...target,
      name: 'part',
      extractors: [path('$.w[*].x', true)],
      function: 'w => ({ w })',
    };
    await world.transformer(await world.schema('urn:root'), ofRoot);
    await world.transformer(await world.schema('urn:part'), ofPart);
    const { notes } = await world.make(await uploaded(world));
    assert.deepEqual(notes, []);
    assert.deepEqual(await world.texts(1), ['[{"$schema":"urn:t","v":1.5},{"$schema":"urn:t","w":[7,8]}]']);
  });

  test('leave out a large part that none of them takes, and the log reports it', async () => {
    const world = openWorld();
    await world.schema('urn:part');
    await world.transformer(await world.schema('urn:small'), {
      extractors: [path('$.s')],
      targetSchemaUri: 'urn:t',
    });
    const { notes } = await world.make(await uploaded(world));
    assert.deepEqual(await world.texts(1), ['[{"$schema":"urn:t","value":3}]']);
    assert.deepEqual(
      notes.map(({ message }) => message),
      [
        '1 part of the document is in the run but in no dataset, because a dataset with it and with the outputs of transformers is too large',
      ],
    );
  });
});
