import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Run, runExtendedPieces, runExtendedText, runSummary } from '../../lib/results/run.ts';

const run = (id: number, more: Partial<Run> = {}): Run => ({
  id,
  testId: 1,
  testName: 'shop',
  start: 1000 + id,
  stop: 2000 + id,
  owner: 'admin-team',
  access: 'PRIVATE',
  description: null,
  trashed: false,
  sizeBytes: 2,
  uploadedAt: 0,
  ...more,
});
test('a summary of a run states that nothing is known beyond it, and its outcome when there is one', () => {
  const whole = {
    id: 7,
    access: 'PRIVATE',
    owner: 'admin-team',
    start: 1007,
    stop: 2007,
    testid: 1,
    testname: 'shop',
    description: null,
    trashed: false,
    hasMetadata: false,
    datasets: [],
    schemas: [],
    validationErrors: [],
  };
  const outcome = { state: 'passed' } as unknown as NonNullable<Run['outcome']>;
  assert.deepEqual(runSummary(run(7)), whole);
  assert.deepEqual(runSummary(run(7, { outcome })), { ...whole, outcome });
});

test('a run with its document keeps the digits of the document', async () => {
  const text = runExtendedText(run(7), { data: '\ufeff{"big": 12345678901234567890}', metadata: '[1.50]' });
  async function* inPieces() {
    yield Buffer.from('\ufeff{"big": 12345');
    yield Buffer.from('678901234567890}');
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of runExtendedPieces(run(7), { metadata: '[1.50]' }, inPieces())) pieces.push(piece);
  assert.equal(Buffer.concat(pieces).toString(), text);
  assert.ok(text.endsWith('"data":{"big": 12345678901234567890}}'));
  assert.ok(text.includes('"metadata":[1.50],'));
  const { id, testname, start, metadata, datasets } = JSON.parse(text);
  assert.deepEqual(
    { id, testname, start, metadata, datasets },
    { id: 7, testname: 'shop', start: 1007, metadata: [1.5], datasets: null },
  );
});

test('a run in the trash shows no dataset, also where one is left', () => {
  const trashed = run(7, { trashed: true, datasets: [5] });
  const extended = JSON.parse(runExtendedText(trashed, { data: '{}' }));
  assert.deepEqual([runSummary(trashed).datasets, extended.datasets], [[], []]);
  assert.deepEqual(runSummary(run(7, { datasets: [5] })).datasets, [5]);
});
