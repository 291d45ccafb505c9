import type { ChangeDetectionUpdate } from '../../lib/api.generated.ts';
import { descriptions } from '../../lib/detection/model-descriptions.ts';
import { defaultModels } from '../../lib/detection/models.ts';
import { DownpourError, parameterInvalid } from '../../lib/errors.ts';
import { lists } from '../../lib/names/record-lists.ts';
import { finishRemoval, remove } from '../../lib/repository/pipeline/removal/perform-removal.ts';
import { regrouping } from '../../lib/repository/pipeline/series/measure-again.ts';
import {
  dashboardOf,
  presentChange,
  presentDetection,
  presentRecalculation,
  presentRule,
  presentVariable,
} from '../../lib/repository/reading/present-series.ts';
import { lastVisible, visibleChanges } from '../../lib/repository/reading/visible-series.ts';
import { changeableTest, visibleTest } from '../../lib/repository/reading/visible-test.ts';
import { givenFingerprint, watchedVariable } from '../../lib/repository/reading/visible-variable.ts';
import { type Change, openChanges, stateOf } from '../../lib/repository/records/alerting/changes.ts';
import { openExpectations } from '../../lib/repository/records/alerting/expectations.ts';
import { parseRule, parseVariables } from '../../lib/repository/records/alerting/requests.ts';
import type { Variable } from '../../lib/repository/records/alerting/variables.ts';
import { visibleOf } from '../../lib/repository/records/lists.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { refuseTooLarge } from '../../lib/repository/records/request.ts';
import { listChanges } from '../../lib/repository/search/list-changes.ts';
import { jobOf, startJob } from '../../lib/repository/work/jobs/jobs.ts';
import { teamGroup } from '../../lib/repository/work/work.ts';
import { maySee, type Principal, refuseUnless } from '../../lib/results/access.ts';
import { repository } from '../repository.ts';
import { withJobs, workContext } from '../work-context.ts';
import { actionOperations } from './alerting/action.ts';
import { dashboardOperations } from './alerting/changes.ts';
import { openOperation, operation } from './pipeline/operation.ts';
import { json, jsonPage, linked, noContent } from './pipeline/reply.ts';
import { router } from './pipeline/router.ts';

export const handler = router({
  ...actionOperations,
  ...dashboardOperations,

  'GET /api/alerting/variables': openOperation('variable-list', async ({ query, caller }) => {
    if (query.test !== undefined) {
      const test = await visibleTest(repository(), caller, query.test);
      const { variables } = await repository().alerting.ofTest(test.id);
      const page = walked(variables, ({ order, id }) => [order, id], query);
      return jsonPage(query, { ...page, items: page.items.map(presentVariable) });
    }
    const visible = new Set(visibleOf(caller, await repository().tests.list()).map(({ id }) => id));
    const variables = (await repository().alerting.list()).filter(({ testId }) => visible.has(testId));
    const page = walked(variables, ({ id }) => [id], query);
    return jsonPage(query, { ...page, items: page.items.map(presentVariable) });
  }),

  'POST /api/alerting/variables': operation('variable-replace', async ({ query, body, caller }) => {
    const { id: test, owner } = await changeableTest(repository(), caller, query.test);
    const { alerting } = repository();
    const decide = async (present: readonly Variable[]) => {
      const parsed = await parseVariables(alerting, test, present, body);
      for (const variable of parsed) refuseTooLarge('variable', variable);
      return parsed;
    };
    const due = await alerting.set(test, decide, (ids) => {
      const task = { kind: 'remove', of: 'variables', test, ids } as const;
      return workContext().work.entry(task, 'now', { group: teamGroup(owner) });
    });
    if (due !== undefined) await finishRemoval(workContext(), due);
    return noContent;
  }),

  'GET /api/alerting/dashboard': openOperation('alerting-dashboard', async ({ query, caller }) => {
    const { id } = await visibleTest(repository(), caller, query.test);
    if (query.fingerprint?.trim()) givenFingerprint(query.fingerprint);
    return json(dashboardOf(id, (await repository().alerting.ofTest(id)).variables));
  }),

  'GET /api/alerting/changes': openOperation('change-list', async ({ query, caller }) => {
    const fingerprint = query.fingerprint?.trim() ? givenFingerprint(query.fingerprint) : undefined;
    if (query.var === undefined) {
      const { test, state, limit = 100, cursor } = query;
      if (test !== undefined) await visibleTest(repository(), caller, test);
      const selection = { test, state, fingerprint };
      const { changes, next } = await listChanges(repository(), caller, selection, { limit, cursor });
      const items = changes.map((one) => presentChange(one.change, one.variable, one.test));
      return linked(json(items), query, next);
    }
    refuseBesideVariable(query);
    const { variable, test } = await watchedVariable(repository(), caller, query.var);
    const all = await openChanges(repository().table).ofVariable(variable.id);
    const changes = await visibleChanges(repository(), caller, all, fingerprint);
    const selected = changes.filter((one) => query.state === undefined || stateOf(one) === query.state);
    return json(selected.map((change) => presentChange(change, variable, test)));
  }),

  'PUT /api/alerting/change/{id}': operation('change-confirm', async ({ path, body, caller }) => {
    if (body.id !== path.id)
      throw new DownpourError(
        'CHANGE_ID_DIFFERS',
        400,
        `the id ${body.id} in the body is not the id ${path.id} in the path; send the same id in both`,
      );
    const { description, confirmed } = body;
    const acknowledgement = { confirmed, ...(typeof description === 'string' && { description }) };
    const change = await changeableChange(path.id, caller);
    if (!(await openChanges(repository().table).acknowledge(change, acknowledgement)))
      throw noChange(path.id);
    return noContent;
  }),

  'DELETE /api/alerting/change/{id}': operation('change-dismiss', async ({ path, query, caller }) => {
    const change = await changeableChange(path.id, caller);
    const { state } = query;
    if (state !== undefined && state !== stateOf(change)) throw alreadyJudged(path.id, state);
    const acknowledgement = { confirmed: false, dismissed: true } as const;
    const seen = state && { confirmed: change.confirmed };
    const changes = openChanges(repository().table);
    if (!(await changes.acknowledge(change, acknowledgement, seen)))
      throw state && (await changes.find(path.id)) ? alreadyJudged(path.id, state) : noChange(path.id);
    return noContent;
  }),

  'POST /api/alerting/recalculate': operation('datapoints-recalculate', async ({ query, caller, now }) => {
    const { id: test } = await changeableTest(repository(), caller, query.test);
    await startJob(repository().table, workContext().work, { kind: 'measures', test }, now);
    return noContent;
  }),

  'GET /api/alerting/recalculate': operation('datapoints-recalculation', async ({ query, caller }) => {
    const { id: test } = await visibleTest(repository(), caller, query.test);
    return json(presentRecalculation(await jobOf(repository().table, { kind: 'measures', test })));
  }),

  'POST /api/alerting/datapoint/last': operation('datapoint-last', async ({ body, caller }) => {
    const fingerprint = givenFingerprint(body.fingerprint ?? '');
    const found = await Promise.all(
      [...new Set(body.variables)].map(async (variable) => {
        const timestamp = await lastVisible(repository(), caller, variable, fingerprint);
        return timestamp === undefined ? [] : [{ variable, timestamp }];
      }),
    );
    return json(found.flat());
  }),

  'POST /api/alerting/expectRun': operation('run-expect', async ({ query, caller, now }) => {
    const test = await repository().tests.find(query.test);
    if (test === undefined || !maySee(caller, test))
      throw noTest(`No test with name or id ${query.test}: ${lists.tests}`);
    refuseUnless(caller, 'uploader', test.owner);
    await openExpectations(repository().table).add({
      testId: test.id,
      expectedBefore: now + query.timeout * 1000,
      expectedBy: query.expectedby ?? caller.user,
      ...(query.backlink && { backlink: query.backlink }),
    });
    return noContent;
  }),

  'GET /api/alerting/expectations': openOperation('expectation-list', async ({ caller }) => {
    const all = await openExpectations(repository().table).list();
    const tests = await repository().tests.many([...new Set(all.map(({ testId }) => testId))]);
    const visible = new Set(tests.flatMap((test) => (test && maySee(caller, test) ? [test.id] : [])));
    const expectations = all.filter(({ testId }) => visible.has(testId));
    return json(expectations.map(({ backlink = null, ...expectation }) => ({ ...expectation, backlink })));
  }),

  'POST /api/alerting/changeDetection': operation(
    'change-detection-update',
    async ({ query, body, caller }) => {
      const before = await changeableTest(repository(), caller, query.testId);
      const parsed = parseUpdate(body);
      const changed = await withJobs(regrouping(before, parsed), (also) =>
        repository().tests.change(
          query.testId,
          (test) => ({ ...test, ...parsed }),
          async () => also,
        ),
      );
      if (changed === undefined) throw noTest(`No test with id ${query.testId}: ${lists.tests}`);
      return noContent;
    },
  ),

  'GET /api/alerting/changeDetectionModels': openOperation('change-detection-models', async () =>
    json(descriptions()),
  ),

  'GET /api/alerting/defaultChangeDetectionConfigs': openOperation('change-detection-defaults', async () =>
    json(defaultModels.map(presentDetection)),
  ),

  'GET /api/alerting/missingdatarule': openOperation('missing-data-rule-list', async ({ query, caller }) => {
    const { id } = await visibleTest(repository(), caller, query.testId);
    return json((await repository().alerting.ofTest(id)).rules.map(presentRule));
  }),

  'POST /api/alerting/missingdatarule': operation(
    'missing-data-rule-save',
    async ({ query, body, caller }) => {
      const { id: testId } = await changeableTest(repository(), caller, query.testId);
      const parsed = parseRule(body);
      const { alerting } = repository();
      const given = body.id && body.id > 0 ? body.id : undefined;
      const present = given === undefined ? undefined : await alerting.rule(given);
      // The rules of tests that the caller may not see get the same answer as missing ones.
      if (given !== undefined && present?.testId !== testId) throw noRule(given, testId);
      const id = given ?? (await alerting.newRuleId());
      // Another request may have deleted the rule meanwhile.
      if (!(await alerting.putRule({ ...parsed, id, testId }, given === undefined ? undefined : 'present')))
        throw noRule(id, testId);
      return json(id);
    },
  ),

  'DELETE /api/alerting/missingdatarule/{id}': operation(
    'missing-data-rule-delete',
    async ({ path, caller }) => {
      const rule = await repository().alerting.rule(path.id);
      const test = rule && (await repository().tests.byId(rule.testId));
      if (rule === undefined || test === undefined || !maySee(caller, test))
        throw new DownpourError(
          'MISSING_DATA_RULE_NOT_FOUND',
          404,
          `there is no rule for missing data with the id ${path.id}: list the rules of a test with GET /api/alerting/missingdatarule`,
        );
      refuseUnless(caller, 'tester', test.owner);
      const { id, testId } = rule;
      await remove(workContext(), { of: 'rules', test: testId, ids: [id] }, teamGroup(test.owner));
      return noContent;
    },
  ),
});

const noRule = (id: number, testId: number): DownpourError =>
  ruleInvalid(
    `test ${testId} has no rule for missing data with the id ${id}: list its rules with GET /api/alerting/missingdatarule`,
  );

const noTest = (message: string): DownpourError => new DownpourError('TEST_NOT_FOUND', 404, message);

const noChange = (id: number): DownpourError =>
  new DownpourError('CHANGE_NOT_FOUND', 404, `Change with id ${id} not found: ${lists.changes}`);

const ruleInvalid = (message: string): DownpourError =>
  new DownpourError('MISSING_DATA_RULE_INVALID', 400, message);

async function changeableChange(id: number, caller: Principal): Promise<Change> {
  const change = await openChanges(repository().table).find(id);
  const [visible] = change ? await visibleChanges(repository(), caller, [change]) : [];
  const test = visible && (await repository().tests.byId(visible.testId));
  if (visible === undefined || test === undefined || !maySee(caller, test)) throw noChange(id);
  refuseUnless(caller, 'tester', test.owner);
  return visible;
}

const alreadyJudged = (id: number, state: string): DownpourError =>
  new DownpourError(
    'CHANGE_JUDGED',
    409,
    `Change ${id} is no longer ${state}, because a user has changed its state since then. Read the change again before you dismiss it.`,
  );

/**
 * Rejects other filters next to `var`, because all changes of a variable are one reply.
 * @throws DownpourError REQUEST_INVALID (400).
 */
function refuseBesideVariable(query: Readonly<Record<string, unknown>>): void {
  const other = ['test', 'limit', 'cursor'].find((name) => query[name] !== undefined);
  if (other !== undefined)
    throw parameterInvalid(other, 'cannot be combined with `var`: send only one of the two');
}

/** The changed members of a change. Null or absent members are left out. */
const parseUpdate = (body: ChangeDetectionUpdate) => ({
  timelineLabels: body.timelineLabels ?? null,
  timelineFunction: body.timelineFunction ?? null,
  fingerprintLabels: body.fingerprintLabels ?? null,
  fingerprintFilter: body.fingerprintFilter ?? null,
});
