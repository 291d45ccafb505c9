import type { TestExportRequest } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lists } from '../../lib/names/not-found-hints.ts';
import { datastoreOfBundle, refuseUnusable } from '../../lib/repository/bundles/import-datastore.ts';
import {
  createTest,
  type GivenPart,
  mergeTest,
  type TestBundle,
} from '../../lib/repository/bundles/import-test.ts';
import { transformersOf } from '../../lib/repository/bundles/resolve-transformers.ts';
import { regrouping } from '../../lib/repository/pipeline/series/measure-again.ts';
import { presentRule, presentVariable } from '../../lib/repository/reading/present-alerting.ts';
import { presentTests } from '../../lib/repository/reading/present-tests.ts';
import { visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { parseActions } from '../../lib/repository/records/actions/action-request.ts';
import { exportedAction } from '../../lib/repository/records/actions/action-response.ts';
import { ChangeRefused } from '../../lib/repository/records/change.ts';
import { exportedDatastore } from '../../lib/repository/records/datastores/datastore-response.ts';
import { builtInId } from '../../lib/repository/records/datastores/datastores.ts';
import { refuseTooLarge } from '../../lib/repository/records/definition-size.ts';
import { refuseSchema } from '../../lib/repository/records/refuse-bundle-members.ts';
import { partKinds } from '../../lib/repository/records/tests/experiments-and-subscriptions.ts';
import { keptOf, nameTaken, parseTest } from '../../lib/repository/records/tests/test-request.ts';
import type { Test } from '../../lib/repository/records/tests/tests.ts';
import { type ExperimentProfile, withVariables } from '../../lib/repository/search/experiments/profile.ts';
import { type Owned, type Principal, refuseUnless, teamOf } from '../../lib/results/access.ts';
import { hasControls } from '../../lib/results/url-segment.ts';
import { repository } from '../repository.ts';
import { withJobs } from '../work-context.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  'GET /api/test/{id}/export': operation('test-export', async ({ path, caller }) => {
    const test = await visibleTest(
      repository(),
      caller,
      path.id,
      `Test ${path.id} was not found: ${lists.tests}`,
    );
    // Only testers of the owning team may see the subscriptions and webhooks of a test.
    refuseUnless(caller, 'tester', test.owner);
    const [presented] = await presentTests(repository(), caller, [test]);
    const { variables, rules } = await repository().alerting.ofTest(test.id);
    const watched = { variables: variables.map(presentVariable), missingDataRules: rules.map(presentRule) };
    const datastore = await repository().datastores.find(test.datastoreId ?? builtInId);
    const actions = (await repository().actions.ofTest(test.id)).map(exportedAction);
    const references = { datastore: datastore === undefined ? null : exportedDatastore(datastore) };
    return json({ ...presented, ...watched, ...(await partsOf(test.id)), actions, ...references });
  }),

  'POST /api/test/import': operation('test-import', async ({ body, caller }) => {
    const bundle = await parseBundle(body, caller, { owner: teamOf(caller.user), access: 'PUBLIC' });
    refuseUnless(caller, 'tester', bundle.test.owner);
    const id = await createTest(repository(), await withDatastore(bundle, body));
    if (id === undefined) throw nameTaken();
    return json(id, 201);
  }),

  'PUT /api/test/import': operation('test-import-change', async ({ body, caller }) => {
    const missing = `Missing test id or test with id ${body.id ?? null} does not exist`;
    const before = await visibleTest(repository(), caller, body.id ?? 0, missing);
    refuseUnless(caller, 'tester', before.owner);
    const bundle = await parseBundle(body, caller, keptOf(before));
    refuseUnless(caller, 'tester', bundle.test.owner);
    if (!(await merged(before, await withDatastore(bundle, body))))
      throw new DownpourError('TEST_NOT_FOUND', 404, missing);
    return json(before.id);
  }),
});

/** The experiments and subscriptions of a test, for a bundle. */
async function partsOf(test: number): Promise<Readonly<Record<string, unknown>>> {
  const lists = await Promise.all(
    partKinds.map(async (kind) => {
      return [kind, await repository().parts.ofTest(kind, test)] as const;
    }),
  );
  const { subscriptions, experiments = [], ...parts } = Object.fromEntries(lists);
  const { variables } = await repository().alerting.ofTest(test);
  const compared = experiments.map((each) => withVariables(each as ExperimentProfile, variables));
  return { ...parts, experiments: compared, subscriptions: subscriptions?.[0] ?? null };
}

/**
 * Parses a bundle in the body of a request. Null members count as absent.
 * @param kept the fields of the test that remain when the body does not contain them.
 */
async function parseBundle(
  body: TestExportRequest,
  caller: Principal,
  kept: Owned & Partial<Test>,
): Promise<TestBundle> {
  refuseSchema(body);
  const { id: _, ...parsed } = parseTest(body);
  const transformers = body.transformers && {
    transformers: await transformersOf(repository(), caller, body.transformers, kept.transformers),
  };
  const { subscriptions, variables, missingDataRules, experiments } = body;

  const watched = subscriptions && Object.keys(subscriptions).length > 0 ? [subscriptions] : [];
  const parts = {
    experiments: experiments ?? [],
    subscriptions: watched,
  } as unknown as TestBundle['parts'];
  const listed = { variables: variables ?? [], missingDataRules: missingDataRules ?? [] };
  for (const [n, { name }] of parts.experiments.entries())
    if (typeof name !== 'string' || name.trim() === '' || hasControls(name))
      throw new DownpourError(
        'EXPERIMENT_INVALID',
        400,
        `the member 'experiments[${n}].name' of the body must be a text without control characters, and not empty`,
      );
  for (const part of [...Object.values(listed), ...Object.values(parts)].flat() as GivenPart[])
    refuseTooLarge('part of the test', part);
  const given = body.actions ?? [];
  const actions = given.length > 0 ? parseActions(given, await repository().actions.sites()) : [];
  return { test: { ...kept, ...parsed, ...transformers }, parts, actions, ...listed };
}

/**
 * Adds the datastore to the bundle of a test, after all other checks. In this repository the datastore has
 * another id, and it may have to be created.
 */
async function withDatastore(bundle: TestBundle, { datastore }: TestExportRequest): Promise<TestBundle> {
  const { test } = bundle;
  const datastoreId = await datastoreOfBundle(repository(), test.owner, datastore);
  if (datastoreId === undefined) await refuseUnusable(repository(), test);
  return datastoreId === undefined ? bundle : { ...bundle, test: { ...test, datastoreId } };
}

async function merged(before: Test, bundle: TestBundle): Promise<boolean> {
  try {
    return await withJobs(regrouping(before, bundle.test), (also) =>
      mergeTest(repository(), before.id, bundle, also),
    );
  } catch (error) {
    if (error instanceof ChangeRefused) throw nameTaken();
    throw error;
  }
}
