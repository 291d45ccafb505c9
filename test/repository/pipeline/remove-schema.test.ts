import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeSchema } from '../../../lib/repository/pipeline/removal/remove-schema.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { openMemoryTable } from '../memory-table.ts';

test('the labels of a schema are deleted with it, and those of other schemas stay', async () => {
  const repository = openRepository(openMemoryTable());
  const { schemas, labels } = repository;
  const owned = { owner: 'ada-team', access: 'PUBLIC' } as const;
  const label = { name: 'l', extractors: [], filtering: true, metrics: true, ...owned };
  const made = [];
  for (const name of ['goes', 'stays']) {
    const schema = await schemas.create({ name, uri: `urn:${name}`, ...owned });
    assert.ok(typeof schema === 'object');
    await labels.put(schema.id, () => [{ ...label, id: schema.id, schemaId: schema.id }]);
    made.push(schema);
  }
  const [goes, stays] = made;
  assert.ok(goes && stays);
  await removeSchema(repository, goes);
  assert.deepEqual(await schemas.byUri(goes.uri), undefined);
  assert.deepEqual(
    (await labels.list()).map(({ schemaId }) => schemaId),
    [stays.id],
  );
});
