import { changeableTest } from '../../lib/repository/reading/visible-test.ts';
import {
  entriesOf,
  forget,
  type LogEntry,
  type LogId,
  type LogSelection,
} from '../../lib/repository/records/log/log.ts';
import type { Principal } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

/** The logs of tests. Testers of the owning team may read them. */
export const handler = router({
  'GET /api/log/dataset/{source}/{testId}': operation('dataset-log', async ({ path, query, caller, now }) =>
    json(await page(datasetLog(path), caller, { ...query, now })),
  ),
  'GET /api/log/dataset/{source}/{testId}/count': operation(
    'dataset-log-count',
    async ({ path, query, caller, now }) => json(await count(datasetLog(path), caller, { ...query, now })),
  ),
  'DELETE /api/log/dataset/{source}/{testId}': operation(
    'dataset-log-delete',
    async ({ path, query, caller }) => erase(datasetLog(path), caller, query),
  ),

  'GET /api/log/transformation/{testId}': operation(
    'transformation-log',
    async ({ path, query, caller, now }) =>
      json(await page({ kind: 'transformation', test: path.testId }, caller, { ...runOf(query), now })),
  ),
  'GET /api/log/transformation/{testId}/count': operation(
    'transformation-log-count',
    async ({ path, query, caller, now }) =>
      json(await count({ kind: 'transformation', test: path.testId }, caller, { ...runOf(query), now })),
  ),
  'DELETE /api/log/transformation/{testId}': operation(
    'transformation-log-delete',
    async ({ path, query, caller }) =>
      erase({ kind: 'transformation', test: path.testId }, caller, runOf(query)),
  ),

  'GET /api/log/action/{testId}': operation('action-log', async ({ path, query, caller, now }) =>
    json(await page({ kind: 'action', test: path.testId }, caller, { ...query, now })),
  ),
  'GET /api/log/action/{testId}/count': operation('action-log-count', async ({ path, query, caller, now }) =>
    json(await count({ kind: 'action', test: path.testId }, caller, { ...query, now })),
  ),
  'DELETE /api/log/action/{testId}': operation('action-log-delete', async ({ path, query, caller }) =>
    erase({ kind: 'action', test: path.testId }, caller, query),
  ),
});

type LogPage = LogSelection & { readonly now: number; readonly limit?: number; readonly page?: number };

const datasetLog = ({ source, testId }: { readonly source: string; readonly testId: number }): LogId => ({
  kind: 'dataset',
  source,
  test: testId,
});

/** Removes `runId` 0 from a query. Forms send 0 when the user wants the logs of all runs. */
const runOf = <T extends { readonly runId?: number }>({ runId, ...query }: T) => ({
  ...query,
  ...(runId !== undefined && runId > 0 && { runId }),
});

async function page(place: LogId, caller: Principal, selected: LogPage): Promise<readonly LogEntry[]> {
  const { limit = 25, page: number = 0, level = 1, ...selection } = selected;
  await changeableTest(repository(), caller, place.test);
  const entries: LogEntry[] = [];
  let left = number * limit;
  for await (const entry of entriesOf(repository(), caller, place, { ...selection, level })) {
    if (left > 0) left -= 1;
    else entries.push(entry);
    if (entries.length === limit) break;
  }
  return entries;
}

async function count(place: LogId, caller: Principal, selected: LogPage): Promise<number> {
  await changeableTest(repository(), caller, place.test);
  let sum = 0;
  const entries = entriesOf(repository(), caller, place, { level: 1, ...selected });
  for await (const _ of entries) sum += 1;
  return sum;
}

async function erase(place: LogId, caller: Principal, selection: LogSelection) {
  await changeableTest(repository(), caller, place.test);
  await forget(repository().table, place, selection);
  return noContent;
}
