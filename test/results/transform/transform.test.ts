import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { piecesOf } from '../../../lib/results/json/value-spans.ts';
import type { SchemaReference } from '../../../lib/results/run-index/pack-schema-references.ts';
import { openScripts } from '../../../lib/results/scripts/scripts.ts';
import type { Transformer } from '../../../lib/results/transform/apply-transformer.ts';
import { type Part, transform } from '../../../lib/results/transform/transform.ts';

/** The datasets of a run. The rows are those of the original's own suite. */

const evaluate = openScripts(() => 0);
const transformer = (id: number, schemaUri: string, more: Partial<Transformer> = {}): Transformer => ({
  id,
  name: `t${id}`,
  schemaUri,
  targetSchemaUri: 'urn:target',
  extractors: [],
  ...more,
});
const pick = (name: string, jsonpath: string, isarray = false) => ({ name, jsonpath, isarray });

/**
 * Makes the datasets of a run. A reference to a schema is the name of a member, the index of an element such
 * as `0`, or an empty text for the root. `metadata` is an array.
 */
async function made(
  document: string,
  places: readonly string[],
  transformers: readonly Transformer[] = [],
  metadata = '[]',
) {
  const parts = places.map((key): Part => {
    const source = key.startsWith('metadata ') ? 1 : 0;
    const bytes = Buffer.from(source === 0 ? document : metadata);
    const { root, inner } = piecesOf(bytes);
    const name = key.replace('metadata ', '');
    const span = key === '' ? root : (inner.get(name) ?? assert.fail(`nothing at ${key}`));
    const part = bytes.subarray(span.start, span.end);
    const type: SchemaReference['type'] = key === '' ? 0 : /\d$/.test(key) ? 2 : 1;
    const uri = JSON.parse(part.toString()).$schema;
    return { reference: { uri, source, type, key: key === '' ? null : name }, bytes: part };
  });
  const { datasets, notes } = await transform(parts, transformers, { evaluate, now: () => 0 });
  const texts = datasets.map((elements) =>
    elements.map((each) => ('part' in each ? Buffer.from(each.part.bytes ?? []).toString() : each.made.text)),
  );
  return {
    texts,
    values: texts.map((elements) => elements.map((text) => JSON.parse(text))),
    notes,
    datasets,
  };
}

suite('a run becomes', () => {
  test('an empty dataset when no part of it names a schema (row 45)', async () => {
    assert.deepEqual((await made('{"a":1}', [], [transformer(1, 'urn:a')])).values, [[]]);
  });

  test('its parts byte for byte when no transformer takes them, the root first (rows 49, 50, 51)', async () => {
    const one = '{ "$schema":"urn:a", "v": 1.50, "big": 12345678901234567890 }';
    assert.deepEqual((await made(one, [''])).texts, [[one]]);
    const nested =
      '{"$schema":"urn:a","y":{"$schema":"urn:c","v":3e2},"x":{"$schema":"urn:a","v":1},"x":{"$schema":"urn:b"}}';
    assert.deepEqual((await made(nested, ['y', 'x', ''])).texts, [
      [nested, '{"$schema":"urn:b"}', '{"$schema":"urn:c","v":3e2}'],
    ]);
    const many = `[${Array.from({ length: 11 }, (_, n) => `{"$schema":"urn:a","n":${n}}`)}]`;
    assert.deepEqual(
      (await made(many, ['10', '9', '1'])).values.flat().map(({ n }) => n),
      [1, 9, 10],
    );
  });

  test('the target schema alone without extractors and function (row 46)', async () => {
    const { values } = await made('{"$schema":"urn:a","v":1}', [''], [transformer(1, 'urn:a')]);
    assert.deepEqual(values, [[{ $schema: 'urn:target' }]]);
  });

  test('a single value under its own name, with its digits (row 47)', async () => {
    const value = transformer(1, 'urn:a', { extractors: [pick('value', '$.value')], function: ' ' });
    for (const digits of ['42', '1.50', '12345678901234567890', 'null', '"é"'])
      assert.deepEqual((await made(`{"$schema":"urn:a","value":${digits}}`, [''], [value])).texts, [
        [`{"$schema":"urn:target","value":${digits}}`],
      ]);
  });

  test('a single dataset with the outputs for the root and for a member (row 48)', async () => {
    const document = '{"$schema":"urn:a","value":1,"in":{"$schema":"urn:b","value":2}}';
    const ofB = transformer(1, 'urn:b', { extractors: [pick('value', '$.value')] });
    const ofA = transformer(2, 'urn:a', { extractors: [pick('value', '$.value')], function: 'v => ({ v })' });
    assert.deepEqual((await made(document, ['', 'in'], [ofA, ofB])).values, [
      [
        { $schema: 'urn:target', value: 2 },
        { $schema: 'urn:target', v: 1 },
      ],
    ]);
  });

  test('as many datasets as a list is long, an object in each of them (row 52)', async () => {
    const document = '{"$schema":"urn:a","a":[{"n":1.0},{"n":2},{"n":3}],"in":{"$schema":"urn:b","value":7}}';
    const list = transformer(1, 'urn:a', { extractors: [pick('all', '$.a')] });
    const scalar = transformer(2, 'urn:b', { extractors: [pick('value', '$.value')] });
    const { texts } = await made(document, ['', 'in'], [list, scalar]);
    assert.deepEqual(
      texts.map(([first, ...others]) => [JSON.parse(first ?? '').n, others]),
      [1, 2, 3].map((n) => [n, ['{"$schema":"urn:target","value":7}']]),
    );
    assert.match(texts[0]?.[0] ?? '', /1\.0/);
  });

  test('the outputs of the transformers of its schemas and nothing else (row 53)', async () => {
    const document = '{"$schema":"urn:a","value":1}';
    const [ofA, ofB] = [transformer(1, 'urn:a'), transformer(2, 'urn:b', { function: '() => [1, 2]' })];
    assert.deepEqual((await made(document, [''], [ofA, ofB])).values, [[{ $schema: 'urn:target' }]]);
  });

  test('outputs that keep a schema of their own, with a note about the target schema', async () => {
    const document = '[{"$schema":"urn:a","n":1},{"$schema":"urn:a","n":2}]';
    const whole = transformer(1, 'urn:a', { extractors: [pick('v', '$')] });
    const list = transformer(1, 'urn:a', { function: 'v => [{ n: 1 }, { $schema: "urn:a" }]' });
    for (const [each, places] of [
      [whole, ['0']],
      [list, ['0']],
    ] as const)
      assert.deepEqual((await made(document, places, [each])).notes, [
        {
          level: 'info',
          message:
            'transformer t1: the output names the schema urn:a itself, so it does not get the target schema urn:target',
          transformer: 1,
        },
      ]);
    const members = transformer(1, 'urn:a', { extractors: [pick('n', '$.n'), pick('m', '$.m')] });
    const { values, notes } = await made(document, ['0', '1'], [members]);
    assert.deepEqual(
      [values.map(([one]) => [one.$schema, one.n]), notes],
      [
        [
          ['urn:target', 1],
          ['urn:target', 2],
        ],
        [],
      ],
    );
  });

  test('null and empty lists where extractors find nothing (rows 54, 55)', async () => {
    const document = '{"$schema":"urn:a","there":5,"in":{"$schema":"urn:b","there":6}}';
    const extractors = [pick('gone', '$.x'), pick('none', '$.x.y', true), pick('there', '$.there')];
    for (const uri of ['urn:a', 'urn:b'])
      for (const script of [undefined, 'v => v'])
        assert.deepEqual(
          (
            await made(
              document,
              ['', 'in'],
              [transformer(1, uri, { extractors, ...(script && { function: script }) })],
            )
          ).values[0]?.[0],
          { $schema: 'urn:target', gone: null, none: [], there: uri === 'urn:a' ? 5 : 6 },
        );
    const isNull = transformer(1, 'urn:a', { extractors: [pick('x', '$.x')], function: 'x => ({ was: x })' });
    assert.deepEqual((await made(document, [''], [isNull])).values, [[{ $schema: 'urn:target', was: null }]]);
    const three = [1, 2, 3].map((id) => transformer(id, 'urn:a', { extractors: [pick('value', '$.there')] }));
    assert.equal((await made(document, [''], three)).values[0]?.length, 3);
  });

  test('data, metadata and the output of a transformer (rows 23, 24)', async () => {
    const metadata = '[{"$schema":"urn:bar"},{"$schema":"urn:goo","value":3}]';
    const goo = transformer(1, 'urn:goo', { extractors: [pick('value', '$.value')] });
    const foo = '{"$schema":"urn:foo"}';
    assert.deepEqual(
      (await made(foo, ['', 'metadata 0', 'metadata 1'], [goo], metadata)).values[0]?.map(
        ({ $schema }) => $schema,
      ),
      ['urn:target', 'urn:foo', 'urn:bar'],
    );
    assert.equal((await made(foo, ['', 'metadata 0'], [], metadata)).values[0]?.length, 2);
    const list = '[{"$schema":"urn:foo"},{"$schema":"urn:foo"}]';
    const both = await made(list, ['metadata 0', '1', 'metadata 1', '0'], [], metadata);
    assert.deepEqual(
      both.values[0]?.map(({ $schema }) => $schema),
      ['urn:foo', 'urn:foo', 'urn:bar', 'urn:goo'],
    );
  });
});

suite('a transformer', () => {
  const document = '{"$schema":"urn:a","v":1,"in":{"$schema":"urn:a","v":2}}';
  const of = (script: string, more: Partial<Transformer> = {}) =>
    transformer(1, 'urn:a', { extractors: [pick('v', '$.v')], function: script, ...more });

  test('that takes several places makes one list of them', async () => {
    assert.deepEqual(
      (await made(document, ['', 'in'], [of('v => ({ v })')])).values.map(([{ v }]) => v),
      [1, 2],
    );
    assert.deepEqual(
      (await made(document, ['', 'in'], [of('v => v === 1 ? [{ v }, { v: 5 }] : { v }')])).values.map(
        ([{ v }]) => v,
      ),
      [1, 5, 2],
    );
  });

  test('keeps the schema that its objects name', async () => {
    const { values, datasets } = await made(
      document,
      [''],
      [of('() => [{ $schema: "urn:own" }, { $schema: 3 }, {}, 7]')],
    );
    assert.deepEqual(values, [[{ $schema: 'urn:own' }], [{ $schema: 3 }], [{ $schema: 'urn:target' }], [7]]);
    const uris = datasets.flat().map((each) => 'made' in each && each.made.uri);
    assert.deepEqual(uris, ['urn:own', undefined, 'urn:target', undefined]);
  });

  test('that makes a single value without a target, too few elements or none at all reports it', async () => {
    const none = await made(document, [''], [of('v => v', { targetSchemaUri: undefined })]);
    assert.deepEqual([none.values, none.notes.map(({ level }) => level)], [[[]], ['warn']]);
    assert.match(none.notes[0]?.message ?? '', /^transformer t1: 1 must be an object or a list/);
    const twice = await made(document, ['', 'in'], [of('v => v', { targetSchemaUri: undefined })]);
    assert.deepEqual([twice.values, twice.notes.map(({ level }) => level)], [[[]], ['warn', 'warn']]);
    const all = { extractors: [pick('all', '$.v[*]', true)] };
    const lost = await made(
      '{"$schema":"urn:a","v":[1]}',
      [''],
      [transformer(1, 'urn:a', { ...all, function: '({ all }) => all' })],
    );
    assert.deepEqual(lost.notes, [
      {
        level: 'warn',
        message:
          'transformer t1: the function returned no value; it gets the value of the extractor itself, because there is only one',
        transformer: 1,
      },
    ]);
    const few = await made(
      document,
      [''],
      [of('() => [{}, {}]'), { ...of('() => [{}]'), id: 2, name: 'short' }],
    );
    assert.deepEqual(
      few.values.map(({ length }) => length),
      [2, 1],
    );
    assert.match(few.notes[0]?.message ?? '', /^transformer short: made 1 element for 2 datasets/);
  });

  test('that makes an empty list leaves the run without a dataset, unless another one makes a longer list', async () => {
    const empty = of('() => []');
    const object = { ...of('() => ({ a: 1 })'), id: 2 };
    const list = { ...of('() => [{ b: 1 }]'), id: 3 };
    const values = async (transformers: readonly Transformer[]) =>
      (await made(document, [''], transformers)).values;
    assert.deepEqual(await values([empty]), []);
    assert.deepEqual(await values([empty, object]), []);
    assert.deepEqual(await values([empty, object, list]), [
      [
        { $schema: 'urn:target', a: 1 },
        { $schema: 'urn:target', b: 1 },
      ],
    ]);
    const { notes } = await made(document, [''], [empty, object]);
    assert.deepEqual(notes, [
      {
        level: 'info',
        message: 'transformer t1: made an empty list, so the run has no dataset',
        transformer: 1,
      },
    ]);
  });

  test('that fails makes null, and reports the reason, as does an extractor that cannot be read', async () => {
    const broken = await made(
      document,
      [''],
      [of('v => { console.log(v); return v.x.y }'), { ...of('v => ({ v })'), id: 2 }],
    );
    assert.deepEqual(broken.values, [
      [
        { $schema: 'urn:target', value: null },
        { $schema: 'urn:target', v: 1 },
      ],
    ]);
    assert.deepEqual(
      broken.notes.map(({ level, transformer }) => [level, transformer]),
      [
        ['debug', 1],
        ['error', 1],
      ],
    );
    const wrong = await made(
      document,
      [''],
      [of('', { extractors: [pick('e', '$.v ? ('), pick('v', '$.v')] })],
    );
    assert.deepEqual(wrong.values, [[{ $schema: 'urn:target', e: null, v: 1 }]]);
    assert.match(wrong.notes[0]?.message ?? '', /^transformer t1: extractor e \(\$\.v \? \(\): /);
  });

  test('has its extractors read as the original does: lists are opened', async () => {
    const list = '{"$schema":"urn:a","rows":[{"n":1},{"n":2}]}';
    const all = of('', { extractors: [pick('value', '$.rows.n', true)] });
    assert.deepEqual((await made(list, [''], [all])).values, [[1], [2]]);
  });
});
