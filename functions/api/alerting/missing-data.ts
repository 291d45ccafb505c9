import { DownpourError } from '../../../lib/errors.ts';
import { lists } from '../../../lib/names/not-found-hints.ts';
import { remove } from '../../../lib/repository/pipeline/removal/perform-removal.ts';
import { presentRule } from '../../../lib/repository/reading/present-alerting.ts';
import { changeableTest, visibleTest } from '../../../lib/repository/reading/visible-test.ts';
import { openExpectations } from '../../../lib/repository/records/alerting/expectations.ts';
import { parseRule } from '../../../lib/repository/records/alerting/requests.ts';
import { teamGroup } from '../../../lib/repository/work/work.ts';
import { maySee, refuseUnless } from '../../../lib/results/access.ts';
import { repository } from '../../repository.ts';
import { workContext } from '../../work-context.ts';
import { openOperation, operation } from '../pipeline/operation.ts';
import { removalReply } from '../pipeline/replies/removal-reply.ts';
import { json, noContent } from '../pipeline/replies/reply.ts';

/** Rules for missing data, and runs that are expected. */
export const missingDataOperations = {
  'GET /api/alerting/missingdatarule': openOperation('missing-data-rule-list', async ({ query, caller }) => {
    const { id } = await visibleTest(repository(), caller, query.testId);
    return json((await repository().alerting.ofTest(id)).rules.map(presentRule));
  }),

  'POST /api/alerting/missingdatarule': operation(
    'missing-data-rule-save',
    async ({ query, body, caller }) => {
      const { id: testId } = await changeableTest(repository(), caller, query.testId);
      const { alerting } = repository();
      const given = body.id && body.id > 0 ? body.id : undefined;
      const present = given === undefined ? undefined : await alerting.rule(given);
      // The rules of tests that the caller may not see get the same answer as missing ones.
      if (given !== undefined && present?.testId !== testId) throw noRule(given, testId);
      const parsed = parseRule(body, present);
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
      const removal = { of: 'rules', test: testId, ids: [id] } as const;
      return removalReply(remove(workContext(), removal, teamGroup(test.owner)));
    },
  ),

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
};

const noRule = (id: number, testId: number): DownpourError =>
  ruleInvalid(
    `test ${testId} has no rule for missing data with the id ${id}: list its rules with GET /api/alerting/missingdatarule`,
  );

const ruleInvalid = (message: string): DownpourError =>
  new DownpourError('MISSING_DATA_RULE_INVALID', 400, message);

const noTest = (message: string): DownpourError => new DownpourError('TEST_NOT_FOUND', 404, message);
