import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { builtIndex } from '../../../lib/results/run-index/index-run.ts';
import { indexLimits, schemaLimits } from '../../../lib/results/run-index/limits.ts';
import type { SchemaReference } from '../../../lib/results/run-index/pack-schema-references.ts';
import { packReferences, unpackReferences } from '../../../lib/results/run-index/pack-schema-references.ts';
import { schemaReferences } from '../../../lib/results/run-index/schema-references.ts';

/** A run names schemas at the root, in members and elements, and in its metadata, but not deeper. */

const indexOf = async (text: string) => (await builtIndex([Buffer.from(text)])).index;
const references = async (text: string, metadata?: string) =>
  schemaReferences(await indexOf(text), metadata === undefined ? undefined : await indexOf(metadata));

test('references in an object, an array and metadata', async () => {
  assert.deepEqual(
    await references(
      '{"m":{"$schema":"urn:m","x":{"$schema":"urn:deep"}},"l":[{"$schema":"urn:l"}],"$schema":"urn:r"}',
    ),
    [
      { uri: 'urn:r', source: 0, type: 0, key: null },
      { uri: 'urn:m', source: 0, type: 1, key: 'm' },
    ],
  );
  assert.deepEqual(await references('[{"$schema":"a"},7,{"$schema":"a"}]', '[{"$schema":"b"}]'), [
    { uri: 'a', source: 0, type: 2, key: '0' },
    { uri: 'a', source: 0, type: 2, key: '2' },
    { uri: 'b', source: 1, type: 2, key: '0' },
  ]);
  for (const none of ['7', '"$schema"', '{}', '[]', '{"$schema":""}', '{"$schema":7}', '[[{"$schema":"a"}]]'])
    assert.deepEqual(await references(none), [], none);
  const long = 'x'.repeat(schemaLimits.schemaUriBytesMax);
  assert.equal((await references(`{"$schema":"${long}"}`)).length, 1);
  assert.equal((await references(`{"$schema":"${long}x"}`)).length, 0);
});

test('references after a long name, and after more members than the index lists', async () => {
  const name = 'x'.repeat(1_100_000);
  for (const [value, found] of [
    ['"a"', ['a', 'b']],
    ['{}', []],
  ] as const) {
    const text = `{"$schema":${value},"m":{"$schema":${value.replace('a', 'b')},"${name}":"c"},"${name}":{}}`;
    assert.deepEqual(
      (await references(text)).map(({ uri }) => uri),
      found,
      `a long name after ${value}`,
    );
  }
  const many = Array.from({ length: indexLimits.membersMax }, (_, n) => `"m${n}":1`).join();
  const member = '"m":{"$schema":"b"}';
  assert.deepEqual(await references(`{"$schema":"a",${many},${member},"o":${member.slice(4)},"o":1}`), [
    { uri: 'a', source: 0, type: 0, key: null },
    { uri: 'b', source: 0, type: 1, key: 'm' },
  ]);
  assert.deepEqual(await references(`{"$schema":"a","${name}":{"$schema":"b"}}`), [
    { uri: 'a', source: 0, type: 0, key: null },
  ]);
});

test('references that do not fit into a row are rejected', async () => {
  const array = (count: number, uri: (n: number) => string) =>
    `[${Array.from({ length: count }, (_, n) => JSON.stringify({ $schema: uri(n) })).join(',')}]`;
  assert.equal((await references(array(10_000, () => 'a'))).length, 10_000);
  const refused = { code: 'SCHEMAS_TOO_MANY', status: 400 };
  await assert.rejects(references(array(10_001, () => 'a')), refused);
  assert.equal(
    (await references(array(schemaLimits.runSchemasMax, String))).length,
    schemaLimits.runSchemasMax,
  );
  await assert.rejects(references(array(schemaLimits.runSchemasMax + 1, (n) => `u${n}`)), refused);
  await assert.rejects(
    references(
      '{}',
      array(schemaLimits.runSchemasMax + 1, (n) => `u${n}`),
    ),
    refused,
  );
  await assert.rejects(references(array(10_000, (n) => `urn:a:b:c:${n % 2}`)), refused);
});

test('references are the same after they were packed, and thousands of one schema are short', () => {
  const elements = (source: 0 | 1) =>
    fc
      .uniqueArray(fc.tuple(fc.nat(40), fc.constantFrom('a', 'b')), { selector: ([n]) => n })
      .map((list) =>
        list
          .sort(([a], [b]) => a - b)
          .map(([n, uri]): SchemaReference => ({ uri, source, type: 2, key: String(n) })),
      );
  const members = fc
    .uniqueArray(fc.tuple(fc.string(), fc.constantFrom('a', 'b')), { selector: ([name]) => name })
    .map((list) => list.map(([key, uri]): SchemaReference => ({ uri, source: 0, type: 1, key })));
  const root = fc.constantFrom<SchemaReference[]>([], [{ uri: 'a', source: 0, type: 0, key: null }]);
  fc.assert(
    fc.property(root, members, elements(0), elements(1), (...parts) => {
      const all = parts.flat();
      assert.deepEqual(unpackReferences(packReferences(all)), all);
    }),
  );
  const many = Array.from({ length: 9000 }, (_, n) => ({
    ...({ uri: 'a', source: 0, type: 2 } as const),
    key: String(n),
  }));
  assert.equal(packReferences(many), '[["a",0,2,[[0,8999]]]]');
});
