import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usagesOf } from '../../../lib/repository/reading/label-usages.ts';
import { presentRecalculation, presentRule } from '../../../lib/repository/reading/present-alerting.ts';
import { found } from '../../../lib/repository/reading/visible-run.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { openMemoryTable } from '../memory-table.ts';
import { ada } from '../pipeline/datasets/world.ts';

test('a label is used by fingerprints, rules, variables and components of views', async () => {
  const repository = openRepository(openMemoryTable());
  const { tests, alerting, views } = repository;
  await tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC', fingerprintLabels: ['l'] });
  const variable = { id: 5, testId: 1, name: 'v', order: 0, labels: ['l'], changeDetection: [] };
  await alerting.replace(1, [variable], []);
  await alerting.putRule({ id: 7, testId: 1, labels: ['l'], maxStaleness: 3 });
  const component = { id: 8, headerName: 'h', headerOrder: 0, labels: ['l'] };
  const view = await views.put(1, {
    name: 'w',
    components: [component, { ...component, labels: ['other'] }],
  });
  const place = { testId: 1, testName: 'shop' };
  assert.deepEqual(await usagesOf(repository, ada, 'l'), [
    { type: 'FINGERPRINT', ...place },
    { type: 'MISSINGDATA_RULE', ...place, ruleId: 7, ruleName: null },
    { type: 'VARIABLE', ...place, variableId: 5, variableName: 'v' },
    { type: 'VIEW', ...place, viewId: view?.id, viewName: 'w', componentId: 8, header: 'h' },
  ]);
});

test('a rule is shown with its labels', () => {
  const rule = { id: 1, testId: 2, labels: ['l'], maxStaleness: 3 };
  assert.deepEqual(presentRule(rule), { ...rule, name: null, condition: null, lastNotification: null });
});

test('the progress of a recalculation is the share of the listed datasets that are done', () => {
  const job = { startedAt: 0, listed: 8, isListed: true, finished: 3, failed: 1, datasets: 0 };
  const shown = { percentage: 37, done: false, totalDatasets: 8, errors: 1, datasetsWithoutValue: [] };
  assert.deepEqual(presentRecalculation(job), shown);
});

test('a run that was deleted during its change is missing', () => {
  assert.throws(() => found(undefined, 7), { code: 'RUN_NOT_FOUND', status: 404 });
});
