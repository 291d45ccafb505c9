import type { WorkFailure, WorkFailures } from '../../api.generated.ts';
import { repositoryKey } from '../../names/repository-keys.ts';
import { holds, type Principal } from '../../results/access.ts';
import type { Item, Table } from '../ports/table.ts';
import type { RunRow } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';
import { failureKey, nameOfScope } from '../work/failure-records.ts';
import type { JobScope, Task } from '../work/task.ts';

/** The most failures that are listed for one run. A run may have a thousand datasets. */
const ofRunMax = 20;

/**
 * The unresolved failures of a run and its datasets. Reasons may reveal internals, so only the team of the
 * run may read them.
 */
export async function failuresOfRun(
  { table }: Repository,
  caller: Principal,
  run: RunRow,
): Promise<readonly WorkFailure[]> {
  if (!holds(caller, 'viewer', run.owner)) return [];
  const { pk, sk } = repositoryKey.testFailure(run.testId, run.id);
  const { items } = await table.page(pk, { prefix: sk.slice(0, sk.indexOf('#') + 1) });
  return items
    .filter((item) => stands(item, run))
    .slice(0, ofRunMax)
    .map(presented);
}

/**
 * The unresolved failures of the runs of a test, by run. A recalculation of the test may have caused them.
 *
 * @param owner of the test. Its team may read why a recalculation failed.
 */
export async function failuresOfTest(
  { table, runs }: Repository,
  caller: Principal,
  { id, owner }: { readonly id: number; readonly owner: string },
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<WorkFailures> {
  const after = cursor?.replace('-', '#');
  const { pk } = repositoryKey.testFailure(id, 0);
  const { items, next } = await table.page(pk, { limit, ...(after !== undefined && { after }) });
  const ids = [...new Set(items.map(({ runId }) => Number(runId)))];
  const rows = new Map((await runs.getMany(ids)).flatMap((run) => (run ? [[run.id, run]] : [])));
  const ofRuns = items.filter((item) => {
    const run = rows.get(Number(item.runId));
    return run !== undefined && holds(caller, 'viewer', run.owner) && stands(item, run);
  });
  const isFirst = cursor === undefined && holds(caller, 'viewer', owner);
  const scopes = isFirst ? (['test', 'measures'] as const) : [];
  const jobs = await Promise.all(scopes.map((kind) => failureOfJob(table, { kind, test: id })));
  const failures = [...jobs.flatMap((failure) => failure ?? []), ...ofRuns.map(presented)];
  return { failures, ...(next !== undefined && { next: next.replace('#', '-') }) };
}

/** The reason why a part of the last recalculation of a test failed. */
export async function failureOfJob(
  table: Table,
  scope: Extract<JobScope, { readonly kind: 'test' | 'measures' }>,
): Promise<WorkFailure | undefined> {
  const name = nameOfScope(scope);
  const keys = [repositoryKey.job(name), failureKey({ kind: 'job', scope, job: '' })];
  const [job, failure] = await table.getMany(keys);
  if (failure === undefined || (failure.task as { readonly job?: string }).job !== job?.job) return undefined;
  const again =
    scope.kind === 'test'
      ? `POST /api/test/${scope.test}/recalculate`
      : `POST /api/alerting/recalculate?test=${scope.test}`;
  return { ...when(failure), what: 'recalculation', again };
}

/** True when the failure of a task is unresolved. The failure of a replaced dataset counts as resolved. */
const stands = ({ datasetId }: Item, { datasets = [] }: RunRow): boolean =>
  datasetId === undefined || datasets.includes(Number(datasetId));

const presented = (item: Item): WorkFailure => ({
  ...when(item),
  what: whatOf[item.task as keyof typeof whatOf],
  runId: Number(item.runId),
  ...(item.datasetId !== undefined && { datasetId: Number(item.datasetId) }),
  again: `POST /api/run/${Number(item.runId)}/recalculate`,
});

const when = ({ failedAt, reason }: Item) => ({ failedAt: Number(failedAt), reason: String(reason) });

const whatOf = {
  datasets: 'datasets',
  labels: 'labels',
  measure: 'datapoints',
  forget: 'datapoints',
} as const satisfies { readonly [Kind in Task['kind']]?: WorkFailure['what'] };
