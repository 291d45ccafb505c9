import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { checkMissing } from '../../../lib/repository/pipeline/notify/check-missing.ts';
import type { Range } from '../../../lib/repository/ports/table.ts';
import { openExpectations, takenBack } from '../../../lib/repository/records/alerting/expectations.ts';
import type { Task } from '../../../lib/repository/work/task.ts';
import { openQueuedWork } from '../work/queue.ts';

/** Missing data is reported once, and not too early. */

const failing = () => Promise.reject(new Error('the table cannot be read'));

async function open(given: object = {}) {
  const { context, table, queued } = openQueuedWork({});
  const { repository } = context;
  const made = await repository.tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC', ...given });
  const testId = made?.id ?? 0;
  const rule = { id: 1, testId, labels: [], maxStaleness: 1000 };
  return {
    repository,
    table,
    testId,
    rule,
    context,
    match: (time: number) =>
      table.write([{ put: { ...repositoryKey.ruleMatch(1, time, time, 0), runId: time, time } }]),
    check: (now: number) => checkMissing(context, now),
    told: () =>
      queued.splice(0).map(({ message: { task } }) => (task as Extract<Task, { kind: 'event' }>).event),
  };
}

suite('a rule of missing data', () => {
  test('tells that there was no dataset for too long, and again when as much time has passed', async () => {
    const { repository, rule, match, check, told, testId } = await open();
    await repository.alerting.putRule({ ...rule, name: 'nightly' });
    await match(5000);
    await match(4000);
    assert.deepEqual([await check(6000), told()], [0, []]);
    assert.equal(await check(6001), 1);
    const missing = { rule: 'nightly', maxStaleness: 1000, at: 6001, last: 5000 };
    assert.deepEqual(told(), [{ kind: 'missing-data', testId, testName: 'shop', missing }]);
    assert.deepEqual([await check(7001), await check(7002)], [0, 1]);
    await match(7500);
    assert.equal(await check(8400), 0);
  });

  test('is not silenced by a dataset that starts in the future', async () => {
    const { repository, rule, match, check, told } = await open();
    await repository.alerting.putRule(rule);
    await match(5000);
    await match(9000);
    assert.equal(await check(6001), 1);
    const [event] = told();
    assert.equal(event && 'missing' in event && event.missing.last, 5000);
    assert.deepEqual([await check(9000), await check(10_000), await check(10_001)], [0, 0, 1]);
  });

  test('tells that there never was one, when the first one has had its time', async () => {
    const { repository, rule, check, told } = await open();
    await repository.alerting.putRule(rule);
    assert.deepEqual([await check(10), await check(500), await check(1010), told()], [0, 0, 0, []]);
    assert.deepEqual([await check(1011), await check(2011), await check(2012)], [1, 0, 1]);
    assert.deepEqual(
      told().map((event) => 'missing' in event && event.missing),
      [1011, 2012].map((at) => ({ rule: 'rule #1', maxStaleness: 1000, at })),
    );
  });

  test('is reported once by two checks at the same time', async () => {
    const { repository, rule, check, told } = await open();
    await repository.alerting.putRule({ ...rule, waitsSince: 5 });
    const counts = await Promise.all([check(1010), check(1010)]);
    assert.deepEqual([counts.sort(), told().length], [[0, 1], 1]);
  });

  test('is not silenced by a clock that was ahead', async () => {
    const { repository, rule, match, check } = await open();
    await repository.alerting.putRule(rule);
    assert.equal(await check(1e9), 0);
    assert.deepEqual([await check(10), await check(1010), await check(1011)], [0, 0, 1]);
    await match(1e9);
    assert.equal(await check(1e9 + 1001), 1);
    assert.deepEqual([await check(2000), await check(3001)], [1, 1]);
  });

  test('is checked although another one cannot be checked', async () => {
    const { repository, rule, context, table, told } = await open();
    await repository.alerting.putRule({ ...rule, waitsSince: 5 });
    await repository.alerting.putRule({ ...rule, id: 2, waitsSince: 5 });
    const broken = {
      ...context,
      repository: {
        ...repository,
        table: {
          ...table,
          page: (pk: string, range?: Range) =>
            pk === repositoryKey.ruleMatch(1, 0, 0, 0).pk ? failing() : table.page(pk, range),
        },
      },
    };
    await assert.rejects(checkMissing(broken, 1010), /cannot be read/);
    assert.deepEqual(
      told().map((event) => 'missing' in event && event.missing.rule),
      ['rule #2'],
    );
  });

  test('reports only to actions that run always for a test with notifications off', async () => {
    const { repository, rule, match, check } = await open({ notificationsEnabled: false });
    await repository.alerting.putRule(rule);
    await match(1);
    assert.equal(await check(2000), 0);
    const action = { id: 1, event: 'missing-data', url: 'https://example.com', secret: 's' } as const;
    await repository.actions.put({ ...action, active: true, runAlways: true });
    assert.equal(await check(4000), 1);
  });
});

suite('a run that is expected', () => {
  const wait = { expectedBy: 'nightly', backlink: 'http://ci' };

  test('is reported once when its time is over', async () => {
    const { table, testId, check, told } = await open();
    await openExpectations(table).add({ testId, expectedBefore: 500, ...wait });
    assert.deepEqual([await check(500), await check(501), await check(502)], [0, 1, 0]);
    const [event] = told();
    assert.deepEqual(event && 'missing' in event && event.missing, { expectedBefore: 500, ...wait });
  });

  test('that arrived is not reported as missing', async () => {
    const { table, testId, check } = await open();
    const expectations = openExpectations(table);
    await expectations.add({ testId, expectedBefore: 500, ...wait });
    const first = await expectations.firstOf(testId);
    assert.ok(first !== undefined);
    await table.write(takenBack(first));
    assert.equal(await check(501), 0);
    // With this count, storing a run of a test without expectations does not look for them.
    assert.equal((await table.get(repositoryKey.expectationCount(testId)))?.open, 0);
  });
});
