import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Principal } from '../../lib/results/access.ts';
import { type Run, type RunPage, runExtendedText, runsSummary } from '../../lib/results/run.ts';

const admin: Principal = { keyId: 1, user: 'admin', role: 'admin' };
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
function ids(runs: readonly Run[], page: RunPage, who = admin) {
  const { total, runs: listed } = runsSummary(who, runs, page);
  return { total, ids: listed.map(({ id }) => id) };
}

test('a list is of what the caller may see, latest start first, without trashed runs', () => {
  const runs = [
    run(1),
    run(2, { trashed: true }),
    run(3, { testId: 2 }),
    run(4, { owner: 'eve-team' }),
    run(5, { access: 'PUBLIC', owner: 'eve-team' }),
  ];
  assert.deepEqual(ids(runs, {}), { total: 4, ids: [5, 4, 3, 1] });
  assert.deepEqual(ids(runs, { trashed: true, direction: 'Ascending' }), { total: 5, ids: [1, 2, 3, 4, 5] });
  assert.deepEqual(ids(runs, { testId: 2 }), { total: 1, ids: [3] });
  assert.deepEqual(ids(runs, {}, { keyId: 2, user: 'ci', role: 'user' }), { total: 1, ids: [5] });
});

test('rows without a value come last in both directions', () => {
  const runs = [run(1, { description: 'b' }), run(2), run(3, { description: 'a' })];
  assert.deepEqual(ids(runs, { sort: 'description', direction: 'Ascending' }).ids, [3, 1, 2]);
  assert.deepEqual(ids(runs, { sort: 'description', direction: 'Descending' }).ids, [1, 3, 2]);
});

test('pages, counted from 1, together are the whole list in its order', () => {
  const row = fc.record({
    testName: fc.constantFrom('a', 'b'),
    description: fc.option(fc.constantFrom('x', 'y')),
  });
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    sort: fc.constantFrom('testname', 'description', 'id', 'start'),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), page, (rows, { limit, sort }) => {
      const runs = rows.map((more, index) => run(index + 1, more));
      const whole = ids(runs, { sort });
      const pages = Array.from({ length: Math.ceil(rows.length / limit) + 1 }, (_, index) =>
        ids(runs, { sort, limit, page: index + 1 }),
      );
      assert.deepEqual(
        pages.flatMap((one) => one.ids),
        whole.ids,
      );
      assert.ok(pages.every(({ total }) => total === rows.length));
    }),
  );
});

test('a summary of a run says that nothing is known beyond it, and its outcome when there is one', () => {
  const whole = {
    ...{
      id: 7,
      access: 'PRIVATE',
      owner: 'admin-team',
      start: 1007,
      stop: 2007,
      testid: 1,
      testname: 'shop',
    },
    ...{ description: null, trashed: false, hasMetadata: false },
    ...{ datasets: [], schemas: [], validationErrors: [] },
  };
  const outcome = { state: 'passed' } as unknown as NonNullable<Run['outcome']>;
  assert.deepEqual(runsSummary(admin, [run(7)], {}).runs, [whole]);
  assert.deepEqual(runsSummary(admin, [run(7, { outcome })], {}).runs, [{ ...whole, outcome }]);
});

test('a run with its document keeps the digits of the document', () => {
  const text = runExtendedText(run(7), '{"big": 12345678901234567890}');
  assert.ok(text.endsWith('"data":{"big": 12345678901234567890}}'));
  const { id, testname, start, metadata, datasets } = JSON.parse(text);
  assert.deepEqual(
    { id, testname, start, metadata, datasets },
    { id: 7, testname: 'shop', start: 1007, metadata: null, datasets: null },
  );
});
