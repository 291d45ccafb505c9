import { DownpourError } from '../../lib/errors.ts';
import { handlers } from '../../lib/repository/pipeline/handlers.ts';
import { changeableRun, found } from '../../lib/repository/reading/visible-run.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { failureKey } from '../../lib/repository/work/failure-records.ts';
import { runInline } from '../../lib/repository/work/perform.ts';
import { type OutboxEntry, teamGroup } from '../../lib/repository/work/work.ts';
import { repository } from '../repository.ts';
import { workContext } from '../work-context.ts';
import { operation } from './pipeline/operation.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import { beginWork } from './upload/begin-work.ts';

/**
 * Operations that make the datasets of a run again, or remove them: trash, removal, a change of a schema URI,
 * and recalculation.
 */
export const handler = router({
  'POST /api/run/{id}/trash': operation('run-trash', async ({ path, query, caller }) => {
    const before = await changeableRun(repository(), caller, path.id);
    const trashed = query.isTrashed ?? true;
    if (!trashed && (await repository().tests.byId(before.testId)) === undefined)
      throw new DownpourError(
        'TEST_GONE',
        400,
        `Run ${path.id} was not restored, because its test ${before.testId} does not exist`,
      );
    let due: readonly OutboxEntry[] = [];
    const run = await repository().runs.change(
      path.id,
      (row) => (row.trashed === trashed ? undefined : { ...row, trashed }),
      () => {
        due = [datasetsOf(before)];
        return due.map(({ write }) => write);
      },
    );
    await beginWork(due, found(run, path.id).sizeBytes, await failureOf(path.id));
    return noContent;
  }),

  'DELETE /api/run/{id}': operation('run-delete', async ({ path: { id }, caller }) => {
    await changeableRun(repository(), caller, id);
    if (
      !(await (
        await import('../../lib/repository/pipeline/removal/delete-run.ts')
      ).deleteRun(workContext(), id))
    )
      found(undefined, id);
    return noContent;
  }),

  'POST /api/run/{id}/schema': operation('run-schema', async ({ path, query, body, caller }) => {
    await changeableRun(repository(), caller, path.id);
    const change = { path: query.path, text: body };
    return json(await (await import('./upload/change-schema.ts')).changeSchemaOf(path.id, caller, change));
  }),

  'POST /api/run/{id}/recalculate': operation('run-recalculate', async ({ path, caller }) => {
    const due = datasetsOf(await changeableRun(repository(), caller, path.id));
    await repository().table.write([due.write]);
    await runInline(workContext(), handlers, due, await failureOf(path.id));
    const { datasets = [] } = found(await repository().runs.get(path.id), path.id);
    return json(datasets);
  }),
});

const failureOf = (run: number) => repository().table.get(failureKey({ kind: 'datasets', run }));

const datasetsOf = ({ id, owner }: RunRow): OutboxEntry =>
  workContext().work.entry({ kind: 'datasets', run: id }, 'now', { group: teamGroup(owner) });
