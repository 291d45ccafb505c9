import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { refuseUnusable } from '../../lib/repository/bundles/import-datastore.ts';
import { transformersOf } from '../../lib/repository/bundles/resolve-transformers.ts';
import { remove } from '../../lib/repository/pipeline/removal/perform-removal.ts';
import { regrouping } from '../../lib/repository/pipeline/series/measure-again.ts';
import type { Write } from '../../lib/repository/ports/table.ts';
import { listTests } from '../../lib/repository/reading/listed-tests.ts';
import { outcomeLimits } from '../../lib/repository/reading/outcomes/limits.ts';
import { runTrend } from '../../lib/repository/reading/outcomes/run-trend.ts';
import { testOutcomes } from '../../lib/repository/reading/outcomes/test-outcomes.ts';
import { presentTests } from '../../lib/repository/reading/present-tests.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { visibleTransformers } from '../../lib/repository/reading/visible-transformers.ts';
import { ChangeRefused } from '../../lib/repository/records/change.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { refusePartsOfTest } from '../../lib/repository/records/refuse-bundle-members.ts';
import { foldersOf, parseFolder } from '../../lib/repository/records/tests/test-folders.ts';
import {
  pageOfTests,
  presentTest,
  type TestPage,
  versionOfTest,
} from '../../lib/repository/records/tests/test-list.ts';
import { folderOf, keptOf, nameTaken, parseTest } from '../../lib/repository/records/tests/test-request.ts';
import type { Test } from '../../lib/repository/records/tests/tests.ts';
import { ofTeams, visibleOf } from '../../lib/repository/records/visible-lists.ts';
import { teamGroup } from '../../lib/repository/work/work.ts';
import { maySee, type Principal, parseAccess, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs, workContext } from '../work-context.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { jsonPage } from './pipeline/replies/page-reply.ts';
import { removalReply } from './pipeline/replies/removal-reply.ts';
import { json, noContent } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/test': openOperation('test-list', async ({ query, caller }) => {
    const { tests, count } = await listTests(repository(), caller, query as TestPage);
    return json({ tests: await presentTests(repository(), caller, tests), count });
  }),

  'POST /api/test': operation('test-create', async ({ body, caller }) => {
    refusePartsOfTest(body);
    const { id: _, ...parsed } = parseTest(body);
    const { owner = teamOf(caller.user) } = parsed;
    refuseUnless(caller, 'tester', owner);
    await refuseUnusable(repository(), { ...parsed, owner });
    const transformers = await transformersOf(repository(), caller, body.transformers ?? []);
    const { access = 'PUBLIC' } = parsed;
    const test = await repository().tests.create({ ...parsed, owner, access, transformers });
    if (test === undefined) throw nameTaken();
    return json(await presented(test, caller), 201);
  }),

  'PUT /api/test': operation('test-change', async ({ body, caller }) => {
    refusePartsOfTest(body);
    const { id, ...parsed } = parseTest(body);
    const missing = `Missing test id or test with id ${id ?? null} does not exist`;
    if (id === undefined) throw noTest(missing);
    const before = await changeable(id, caller, missing);
    const { owner } = before;
    refuseUnless(caller, 'tester', parsed.owner ?? owner);
    await refuseUnusable(repository(), { owner, ...parsed });
    const given = body.transformers && {
      transformers: await transformersOf(repository(), caller, body.transformers, before.transformers),
    };
    const next = (present: Test): Test => {
      refuseOther(present, body.replaces);
      return { ...keptOf(present), ...parsed, ...given };
    };
    const test = await withJobs(regrouping(before, parsed), (also) => changed(id, next, also));
    return json(await presented(test, caller));
  }),

  'GET /api/test/byName/{name}': openOperation('test-by-name', async ({ path, caller }) => {
    const test = await repository().tests.find(path.name);
    if (test !== undefined && maySee(caller, test)) return json(await read(test, caller));
    throw noTest(`No test with name or id ${path.name}: ${lists.tests}`);
  }),

  'GET /api/test/folders': openOperation('test-folders', async ({ query, caller }) => {
    const all = visibleOf(caller, await repository().tests.list());
    const folders = foldersOf(ofTeams(caller, all, query.roles));
    return jsonPage(
      query,
      walked(folders, (folder) => [folder ?? ''], query),
    );
  }),

  'GET /api/test/summary': openOperation('test-summary', async ({ query, caller }) => {
    const { roles, folder = '', name = '', limit = 20, page = 1, direction, last } = query;
    const all = ofTeams(caller, visibleOf(caller, await repository().tests.list()), roles);
    const parsed = folder.trim() === '*' ? undefined : parseFolder(folder);
    const here = all.filter((test) => parsed === undefined || (test.folder ?? null) === parsed);
    const found = here.filter((test) => test.name.toLowerCase().includes(name.toLowerCase()));
    const presented = pageOfTests(found, { limit: page <= 0 ? 0 : limit, page: page - 1, direction });
    const shown = presented.slice(0, outcomeLimits.testOutcomesMax).map(({ id }) => id);
    const [summaries, outcomes] = await Promise.all([
      Promise.all(presented.map((test) => summaryOf(test, caller))),
      last === undefined ? [] : testOutcomes(repository(), caller, shown, last),
    ]);
    const tests = summaries.map((summary, at) => ({ ...summary, ...outcomes[at] }));
    return json({ tests, count: here.length });
  }),

  'GET /api/test/{id}': openOperation('test-get', async ({ path, caller }) =>
    json(await read(await visibleTest(repository(), caller, path.id), caller)),
  ),

  'GET /api/test/{id}/trend': openOperation('test-trend', async ({ path, query, caller }) => {
    const test = await visibleTest(repository(), caller, path.id);
    const { last = 200, ...times } = query;
    return json(await runTrend(repository(), caller, test.id, { last, ...times }));
  }),

  'DELETE /api/test/{id}': operation('test-delete', async ({ path, caller }) => {
    const { id, owner } = await changeable(path.id, caller);
    return removalReply(remove(workContext(), { of: 'test', id }, teamGroup(owner)));
  }),

  'POST /api/test/{id}/transformers': operation('test-transformers', async ({ path, body, caller }) => {
    await changeable(path.id, caller);
    const visible = await visibleTransformers(repository(), caller);
    const known = new Set(visible.map(({ transformer }) => transformer.id));
    const missing = body.find((id) => !known.has(id));
    if (missing !== undefined)
      throw new DownpourError(
        'TRANSFORMER_NOT_FOUND',
        404,
        `Transformer ${missing} not found: ${lists.transformers}`,
      );
    const transformers = [...new Set(body)];
    await changed(path.id, (test) => ({ ...test, transformers }));
    return noContent;
  }),

  'POST /api/test/{id}/move': operation('test-move', async ({ path, query, caller }) => {
    await changeable(path.id, caller);
    const folder = folderOf(query.folder);
    await changed(path.id, (test) => ({ ...test, folder }));
    return noContent;
  }),

  'POST /api/test/{id}/notifications': operation('test-notifications', async ({ path, query, caller }) => {
    await changeable(path.id, caller);
    await changed(path.id, (test) => ({ ...test, notificationsEnabled: query.enabled }));
    return noContent;
  }),

  'POST /api/test/{id}/updateAccess': operation('test-access', async ({ path, query, caller }) => {
    await changeable(path.id, caller);
    refuseUnless(caller, 'tester', query.owner);
    const access = parseAccess(query.access) ?? 'PRIVATE';
    await changed(path.id, (test) => ({ ...test, owner: query.owner, access }));
    return noContent;
  }),
});

const presented = async (test: Test, caller: Principal) =>
  (await presentTests(repository(), caller, [test]))[0];

const read = async (test: Test, caller: Principal) => ({
  ...(await presented(test, caller)),
  version: versionOfTest(test),
});

/** @param seen the version of the test that the caller has read and now changes. Absent: any version. */
function refuseOther(test: Test, seen: string | null | undefined): void {
  if (seen === undefined || seen === null || seen === versionOfTest(test)) return;
  const message = `Test ${test.id} has another version than \`replaces\`, because a user has changed it since then. Read the test again before you change it.`;
  throw new DownpourError('TEST_CHANGED', 409, message);
}

const noTest = (message: string): DownpourError => new DownpourError('TEST_NOT_FOUND', 404, message);

const changeable = (id: number, caller: Principal, missing?: string): Promise<Test> =>
  changeableTest(repository(), caller, id, missing);

async function changed(id: number, decide: (test: Test) => Test, also: readonly Write[] = []): Promise<Test> {
  try {
    const test = await repository().tests.change(id, decide, async () => also);
    if (test === undefined) throw noTest(`No test with id ${id}: ${lists.tests}`);
    return test;
  } catch (error) {
    if (error instanceof ChangeRefused) throw nameTaken();
    throw error;
  }
}

async function summaryOf(test: Test, caller: Principal) {
  const { id, name, folder, description, owner, access, datastoreId } = presentTest(test);
  const [runs, datasets] = await Promise.all(
    (['runs', 'datasets'] as const).map((what) => repository().runs.count(caller, { testId: test.id }, what)),
  );
  return { id, name, folder, description, datasets, runs, owner, access, datastoreId };
}
