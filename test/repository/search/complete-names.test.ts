import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRepository } from '../../../lib/repository/repository.ts';
import { completedNames } from '../../../lib/repository/search/complete-names.ts';
import { listLimits } from '../../../lib/repository/search/limits.ts';
import type { Principal } from '../../../lib/results/access.ts';
import { Document } from '../../../lib/results/query/document.ts';
import { openMemoryTable } from '../memory-table.ts';
import { runRow } from '../run-row.ts';

test('names of the documents of a caller complete a path although many later runs are hidden', async () => {
  const repository = openRepository(openMemoryTable());
  await repository.runs.insert(runRow(1));
  for (let id = 2; id <= listLimits.completionRuns + 20; id += 1)
    await repository.runs.insert(runRow(id, { owner: 'eve-team' }));
  const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };
  const never = () => assert.fail('the document is kept');
  const names = await completedNames(repository, ada, '$.', {
    now: () => 0,
    sourceOf: ({ id, sizeBytes }) => ({
      ...{ documentBytes: sizeBytes, document: never, index: never, openIndex: never, keep: never },
      kept: () => Document.of({ [`member${id}`]: 1 }),
    }),
  });
  assert.deepEqual(names, ['member1']);
});
