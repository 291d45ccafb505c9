import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openJournal } from '../../../lib/local/state-machine/journal.ts';
import { scratchDir } from '../scratch.ts';

test('an interrupted execution stays interrupted when the journal loses its outdated lines', (t) => {
  const path = join(scratchDir(t), 'executions.jsonl');
  openJournal(path, 0).begin({ name: 'a', startedAt: 0, input: '{}', status: 'RUNNING' });
  const journal = openJournal(path, 0);
  assert.equal(journal.interrupted.length, 1);
  for (let n = 0; n < 40; n += 1)
    journal.end({ name: 'b', startedAt: n, input: 'x'.repeat(50_000), status: 'SUCCEEDED' });
  assert.ok(statSync(path).size < 40 * 50_000);
  assert.deepEqual(
    openJournal(path, 1).interrupted.map(({ name }) => name),
    ['a'],
  );
});
