import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { indexOf, partSource } from '../../../../lib/repository/pipeline/content/part-source.ts';
import { storedRun, textOf } from './stored-run.ts';

/**
 * A part of a run is queried like a separate document: its offsets begin at the part, and its index is made
 * once.
 */

const document = Buffer.from(' {"part":{"x":1},"next":{"y":2}} ');
const part = { start: 9, end: 16 };

suite('a part of a run', () => {
  test('is read by ranges that begin and end with it', async () => {
    const { run, runs } = await storedRun(document);
    const source = partSource(runs, run, await indexOf(runs, run), part);
    assert.equal(source.documentBytes, 7);
    const texts = [source.document(0), source.document(0, 7), source.document(1, 4)];
    assert.deepEqual((await Promise.all(texts)).map(textOf), ['{"x":1}', '{"x":1}', '"x"']);
  });

  test('has an index of its own, which one pass makes when it is first asked for', async () => {
    const { run, runs, reads } = await storedRun(document);
    const source = partSource(runs, run, await indexOf(runs, run), part);
    assert.deepEqual(reads, []);
    const { members, documentBytes } = await source.openIndex(source.index);
    assert.deepEqual([documentBytes, members?.map(({ name }) => name)], [7, ['x']]);
    assert.ok(((await source.index(0, 4))?.length ?? 0) > 0);
    assert.deepEqual(reads, ['document 9 to 16']);
  });

  test('that is the whole document has the index that is kept, and the whole length', async () => {
    const { run, runs, reads, objects } = await storedRun(document);
    const index = await indexOf(runs, run);
    const source = partSource(runs, run, index, index.root);
    assert.equal(await source.openIndex(source.index), index);
    assert.deepEqual(reads, []);
    assert.equal(source.documentBytes, document.length);
    assert.equal(textOf(await source.document(0, document.length)), document.toString());
    assert.deepEqual(await source.index(0), objects.get(`index ${run.id} 2`));
  });
});

suite('the index of a run', () => {
  test('that is kept is opened without a look at the document', async () => {
    const { run, runs, reads } = await storedRun(document);
    assert.equal((await indexOf(runs, run)).documentBytes, document.length);
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
    test(`that ${what} is made anew and kept beside the revision`, async () => {
      const world = await storedRun(document);
      const { objects, run, runs } = world;
      spoil(world);
      const sizeBytes = objects.get(`run ${run.id} 2`)?.length ?? 0;
      const { documentBytes } = await indexOf(runs, { ...run, sizeBytes });
      assert.equal(documentBytes, sizeBytes);
      const kept = { ...runs, putIndex: () => assert.fail('it was kept'), document: () => assert.fail() };
      assert.equal((await indexOf(kept, { ...run, sizeBytes })).documentBytes, sizeBytes);
    });

  test('is refused for a run whose document is gone', async () => {
    const { objects, run, runs } = await storedRun(document);
    objects.clear();
    await assert.rejects(indexOf(runs, run), /the document of the run is missing from the store/);
  });
});
