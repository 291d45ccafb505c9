import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { contentLimits } from '../../../../lib/repository/pipeline/content/limits.ts';
import { indexOf, partSource, partsOf } from '../../../../lib/repository/pipeline/content/run-parts.ts';
import { indexLimits } from '../../../../lib/results/run-index/limits.ts';
import type { SchemaReference } from '../../../../lib/results/run-index/pack-schema-references.ts';
import { storedRun, textOf } from './stored-run.ts';

/** The parts of a run are found at their positions, and only the requested bytes are read. */

const reference = (source: 0 | 1, type: 0 | 1 | 2, key: string | null): SchemaReference => ({
  uri: 'urn:a',
  source,
  type,
  key,
});
const [root, member, noMember] = [reference(0, 0, null), reference(0, 1, 'b'), reference(0, 1, 'gone')];
const [element, noElement, inMetadata] = [
  reference(0, 2, '1'),
  reference(0, 2, '70000'),
  reference(1, 2, '0'),
];
const object = '{"a":{"x":1},"b":{"y":2}}';
/** The array is long enough to have a table in the index of the run. */
const array = `[{"x":1},{"y":2}${',0'.repeat(40_000)}]`;
const metadata = '[{"m":3}]';
const all = () => true;

const known = { document: Buffer.from(object), metadata: Buffer.from(metadata) };
const display = (parts: Awaited<ReturnType<typeof partsOf>>) =>
  parts.map(({ reference: { source, key }, bytes, slice }) => {
    assert.deepEqual(slice.source, source);
    if (bytes !== undefined) assert.equal(slice.end - slice.start, bytes.length);
    return [source, key, bytes === undefined ? 'by ranges' : textOf(bytes)];
  });

suite('parts', () => {
  for (const [what, document, locations, expected] of [
    ['the root, without what stands around it', `  ${object}\n`, [root], [[0, null, object]]],
    ['a member', object, [member, noMember], [[0, 'b', '{"y":2}']]],
    ['an element', array, [element, noElement], [[0, '1', '{"y":2}']]],
    ['the metadata alone', object, [inMetadata], [[1, '0', '{"m":3}']]],
    [
      'both, the document first',
      object,
      [inMetadata, member],
      [
        [0, 'b', '{"y":2}'],
        [1, '0', '{"m":3}'],
      ],
    ],
    ['nothing', object, [], []],
  ] as const)
    for (const isLarge of [false, true])
      test(`are cut out of ${isLarge ? 'a large' : 'a small'} run: ${what}`, async () => {
        const blanks = Buffer.alloc(isLarge ? contentLimits.datasetRunBytesMax : 0, ' ');
        const world = await storedRun(Buffer.concat([Buffer.from(document), blanks]), metadata);
        const { run, runs, reads } = world;
        assert.deepEqual(display(await partsOf(runs, run, locations, all)), expected);
        const isRead = [0, 1].map((source) => locations.some((each) => each.source === source));
        assert.equal(reads.includes('document'), isRead[0] === true && !isLarge);
        assert.equal(reads.includes('metadata'), isRead[1]);
      });

  test('of a large run are read when they are needed, or when a query asks for them', async () => {
    const document = Buffer.concat([
      Buffer.from(object),
      Buffer.alloc(contentLimits.datasetRunBytesMax, ' '),
    ]);
    const { run, runs } = await storedRun(document);
    const parts = await partsOf(runs, run, [reference(0, 1, 'a'), member], ({ key }) => key === 'a');
    assert.deepEqual(display(parts), [
      [0, 'a', '{"x":1}'],
      [0, 'b', 'by ranges'],
    ]);
    assert.equal(textOf(await parts[1]?.source?.document(0)), '{"y":2}');
  });

  const many = Array.from({ length: indexLimits.membersMax + 1 }, (_, n) => `"m${n}":0`).join();
  for (const [what, text, reference] of [
    ['an object with more members than its index lists', `{"b":{"y":2},${many}}`, member],
    ['a short array between blanks', '[{"x":1},{"y":2}]', element],
  ] as const)
    test(`of a large run are found without its index: ${what}`, async () => {
      const document = Buffer.concat([
        Buffer.from(text),
        Buffer.alloc(contentLimits.datasetRunBytesMax, ' '),
      ]);
      const { run, runs, reads } = await storedRun(document);
      assert.deepEqual(display(await partsOf(runs, run, [reference], all)), [[0, reference.key, '{"y":2}']]);
      assert.ok(!reads.includes('document'), 'the whole document is read at once');
    });

  test('of a large run are not looked for where its root alone is requested', async () => {
    const document = Buffer.concat([
      Buffer.from(`{${many}}`),
      Buffer.alloc(contentLimits.datasetRunBytesMax, ' '),
    ]);
    const { run, runs, reads } = await storedRun(document);
    assert.deepEqual(display(await partsOf(runs, run, [root], () => false)), [[0, null, 'by ranges']]);
    assert.deepEqual(reads, []);
  });

  test('of a run at hand need no store', async () => {
    const { run, runs, reads, objects } = await storedRun(Buffer.from(object), metadata);
    objects.clear();
    const large = { ...run, sizeBytes: contentLimits.datasetRunBytesMax + 1 };
    assert.deepEqual(display(await partsOf(runs, large, [member, inMetadata], all, known)), [
      ...[
        [0, 'b', '{"y":2}'],
        [1, '0', '{"m":3}'],
      ],
    ]);
    assert.deepEqual(reads, []);
  });

  for (const [what, locations] of [
    ['document', [member]],
    ['metadata', [inMetadata]],
  ] as const)
    test(`are an error where the ${what} of the run are gone`, async () => {
      const { run, runs, objects } = await storedRun(Buffer.from(object), metadata);
      objects.clear();
      const message = `the bucket has no document or no metadata of run ${run.id}`;
      await assert.rejects(partsOf(runs, run, locations, all), { message });
    });
});

/**
 * A part of a run is queried like a separate document: its offsets begin at the part, and its index is made
 * once.
 */

const nested = Buffer.from(' {"part":{"x":1},"next":{"y":2}} ');
const part = { start: 9, end: 16 };

suite('a part of a run', () => {
  test('is read by ranges that begin and end with it', async () => {
    const { run, runs } = await storedRun(nested);
    const source = partSource(runs, run, await indexOf(runs, run), part);
    assert.equal(source.documentBytes, 7);
    const texts = [source.document(0), source.document(0, 7), source.document(1, 4)];
    assert.deepEqual((await Promise.all(texts)).map(textOf), ['{"x":1}', '{"x":1}', '"x"']);
  });

  test('has an index of its own, which one pass makes when it is first asked for', async () => {
    const { run, runs, reads } = await storedRun(nested);
    const source = partSource(runs, run, await indexOf(runs, run), part);
    assert.deepEqual(reads, []);
    const { members, documentBytes } = await source.openIndex(source.index);
    assert.deepEqual([documentBytes, members?.map(({ name }) => name)], [7, ['x']]);
    assert.ok(((await source.index(0, 4))?.length ?? 0) > 0);
    assert.deepEqual(reads, ['document 9 to 16']);
  });

  test('that is the whole document has the index that is kept, and the whole length', async () => {
    const { run, runs, reads, objects } = await storedRun(nested);
    const index = await indexOf(runs, run);
    const source = partSource(runs, run, index, index.root);
    assert.equal(await source.openIndex(source.index), index);
    assert.deepEqual(reads, []);
    assert.equal(source.documentBytes, nested.length);
    assert.equal(textOf(await source.document(0, nested.length)), nested.toString());
    assert.deepEqual(await source.index(0), objects.get(`index ${run.id} 2`));
  });
});

suite('the index of a run', () => {
  test('that is kept is opened without a look at the document', async () => {
    const { run, runs, reads } = await storedRun(nested);
    assert.equal((await indexOf(runs, run)).documentBytes, nested.length);
    assert.deepEqual(reads, []);
  });

  type World = Awaited<ReturnType<typeof storedRun>>;
  for (const [what, spoil] of [
    ['is missing', ({ objects, run }: World) => objects.delete(`index ${run.id} 2`)],
    [
      'is of another document',
      ({ objects, run }: World) => objects.set(`run ${run.id} 2`, Buffer.from('[]')),
    ],
  ] as const)
    test(`that ${what} is made again and stored with the revision`, async () => {
      const world = await storedRun(nested);
      const { objects, run, runs } = world;
      spoil(world);
      const sizeBytes = objects.get(`run ${run.id} 2`)?.length ?? 0;
      const { documentBytes } = await indexOf(runs, { ...run, sizeBytes });
      assert.equal(documentBytes, sizeBytes);
      const kept = { ...runs, putIndex: () => assert.fail('it was kept'), document: () => assert.fail() };
      assert.equal((await indexOf(kept, { ...run, sizeBytes })).documentBytes, sizeBytes);
    });

  test('is refused for a run whose document is gone', async () => {
    const { objects, run, runs } = await storedRun(nested);
    objects.clear();
    await assert.rejects(indexOf(runs, run), /the bucket has no document of this run/);
  });
});
