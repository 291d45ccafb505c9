import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import type { Run } from '../../lib/results/run.ts';

/** The row of a private run of the first test, by its id. */
export const runRow = (id: number, more: Partial<RunRow> = {}): RunRow => ({
  id,
  testId: 1,
  start: 1000 + id,
  stop: 2000 + id,
  owner: 'ada-team',
  access: 'PRIVATE',
  description: null,
  trashed: false,
  sizeBytes: 2,
  uploadedAt: 0,
  ...more,
});

/** A public run of the test `shop`, by its id and size. */
export const publicRun = (id: number, sizeBytes: number): Run => ({
  ...runRow(id, { start: 0, stop: 1, owner: 'admin-team', access: 'PUBLIC', sizeBytes }),
  testName: 'shop',
});

/** Items that count the runs of all tests, however many tests there are. */
export const countItems = 17;
