import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { presentRun } from '../../lib/repository/reading/present-runs.ts';
import { changeableRun, found, metadataOf, visibleRun } from '../../lib/repository/reading/visible-run.ts';
import { versionOf } from '../../lib/repository/records/record-version.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { listRuns } from '../../lib/repository/search/list-runs.ts';
import { listedOrFiltered } from '../../lib/repository/search/walked-runs.ts';
import { maySee, parseAccess, refuseUnless } from '../../lib/results/access.ts';
import { runSummary } from '../../lib/results/run.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { partOfRun } from './documents/part-by-schema.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { deliver } from './pipeline/replies/large-reply.ts';
import { json, jsonText, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/run/count': openOperation('run-count', async ({ query: { testId }, caller }) => {
    const { runs } = repository();
    const [total, active] = await Promise.all(
      [true, false].map((trashed) => runs.count(caller, { testId, trashed })),
    );
    return json({ total, active, trashed: Number(total) - Number(active) });
  }),

  'GET /api/run/list/{testId}': openOperation('run-list-of-test', async ({ path, query, caller }) => {
    const test = await repository().tests.byId(path.testId);
    if (test === undefined || !maySee(caller, test))
      throw new DownpourError('TEST_NOT_FOUND', 404, `No test with id ${path.testId}: ${lists.tests}`);
    return json(await listedOrFiltered(repository(), caller, { ...query, testId: path.testId }));
  }),

  'GET /api/run/bySchema': openOperation(
    'run-list-of-schema',
    async ({ query: { uri, ...page }, caller }) => {
      const schema = await repository().schemas.byUri(uri);
      if (schema === undefined || !maySee(caller, schema)) return json({ total: 0, runs: [] });
      return json(await listRuns(repository(), caller, { ...page, uri }));
    },
  ),

  'GET /api/run/{id}/summary': openOperation('run-summary', async ({ path, caller }) => {
    const row = await visibleRun(repository(), caller, path.id);
    const { run, ...findings } = await presentRun(repository(), caller, row);
    return json({ ...runSummary(run, findings), version: versionOfDescription(row) });
  }),

  'GET /api/run/{id}/metadata': openOperation('run-metadata', async ({ path, query, caller, requestId }) => {
    const run = await visibleRun(repository(), caller, path.id);
    const text = await metadataOf(stores().runs, run);
    const { schemaUri } = query;
    const part = schemaUri === undefined ? (text ?? 'null') : partOfRun(run, 1, schemaUri, text ?? '[]');
    return deliver(jsonText(part), stores().runs, { query, requestId });
  }),

  'POST /api/run/{id}/description': operation('run-description', async ({ path, query, body, caller }) => {
    await changeableRun(repository(), caller, path.id);
    const { replaces } = query;
    await changed(path.id, (run) => {
      if (replaces === undefined || replaces === versionOfDescription(run))
        return { ...run, description: body };
      const message = `Run ${run.id} has another version than \`replaces\`, because a user has described it since then. Read the run again before you describe it.`;
      throw new DownpourError('RUN_CHANGED', 409, message);
    });
    return noContent;
  }),

  'POST /api/run/{id}/updateAccess': operation('run-access', async ({ path, query, caller }) => {
    await changeableRun(repository(), caller, path.id);
    const { owner } = query;
    refuseUnless(caller, 'tester', owner);
    const access = parseAccess(query.access) ?? 'PRIVATE';
    await changed(path.id, (run) => ({ ...run, owner, access }));
    return noContent;
  }),
});

/** The version of a run for people who describe it. Work on the run, such as new datasets, leaves it. */
const versionOfDescription = ({ description }: Pick<RunRow, 'description'>): string =>
  versionOf(description ?? null);

async function changed(id: number, decide: (run: RunRow) => RunRow | undefined): Promise<void> {
  found(await repository().runs.change(id, decide), id);
}
