import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { normalFrom, randomFrom } from '../../../bench/detection/series.ts';
import { detect } from '../../../lib/detection/detect.ts';
import { type Model, parseModel } from '../../../lib/detection/models.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import type { RepositoryContext } from '../../../lib/repository/context.ts';
import { handlers } from '../../../lib/repository/pipeline/handlers.ts';
import { fingerprintsOf, lastPoints } from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { editSeries } from '../../../lib/repository/pipeline/series/edit-series.ts';
import { forgetDataset } from '../../../lib/repository/pipeline/series/forget-dataset.ts';
import { measured, noteDataset } from '../../../lib/repository/pipeline/series/note-dataset.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { type Change, openChanges, putChange } from '../../../lib/repository/records/alerting/changes.ts';
import { fingerprintText, seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import type { Variable } from '../../../lib/repository/records/alerting/variables.ts';
import type { Test } from '../../../lib/repository/records/tests/tests.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { isOver, jobOf, startJob } from '../../../lib/repository/work/jobs/jobs.ts';
import type { Handlers } from '../../../lib/repository/work/task-handlers.ts';
import type { Evaluate } from '../../../lib/results/scripts/evaluation.ts';
import { openScripts } from '../../../lib/results/scripts/scripts.ts';
import { openMemoryTable } from '../memory-table.ts';
import { openQueuedWork } from '../work/queue.ts';

/**
 * Measurements of datasets become series. The changes of a series follow from its datapoints, in any order of
 * arrival.
 */

const evaluate: Evaluate = async (script, argument) => {
  try {
    return { output: [], json: JSON.stringify(new Function(`return (${script})`)()(JSON.parse(argument))) };
  } catch (error) {
    return { output: [], problem: String(error) };
  }
};
const never = { pk: 'never', sk: 'never' };
const labels = ['throughput', 'branch', 'commit time', 'errors'];
const relative = { id: 1, ...(parseModel('relativeDifference', {}) as Model) };
const points = { id: 2, ...(parseModel('eDivisive', {}) as Model) };

async function open(given: Partial<Test> = {}, variables: readonly Partial<Variable>[] = [{}]) {
  const told: string[] = [];
  const event: Handlers<RepositoryContext>['event'] = async (_, task) => {
    told.push(task.event.kind);
    return {};
  };
  const { context: queued, work, table, drain } = openQueuedWork({ ...handlers, event }, openMemoryTable());
  const { repository } = queued;
  const made = await repository.tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC', ...given });
  const testId = made?.id ?? 0;
  await table.write(
    labels.map((name, n) => ({ put: { ...repositoryKey.label(1, n + 1), id: n + 1, schemaId: 1, name } })),
  );
  const whole = variables.map((variable, n) => ({
    id: n + 1,
    testId,
    name: `v${n + 1}`,
    order: n,
    labels: ['throughput'],
    changeDetection: [relative],
    ...variable,
  }));
  await repository.alerting.replace(testId, whole, []);
  const runs = { labelValues: async () => undefined } as unknown as RunStore;
  const context = Object.assign(queued, { evaluate, runs, now: () => 99 });
  return {
    table,
    repository,
    context,
    testId,
    told,
    drain,
    recalculate: async () => {
      await startJob(table, work, { kind: 'measures', test: testId }, 0);
      await drain();
    },
    note: (run: number, values: readonly unknown[]) =>
      noteDataset(context, dataset(run, testId), textsOf(values)),
    regroup: async () => {
      await startJob(table, work, { kind: 'measures', test: testId, stays: true }, 0);
      await drain();
    },
    forget: (run: number) => forgetDataset(repository, dataset(run, testId)),
    changes: async (variable = 1) =>
      (await openChanges(table).ofVariable(variable)).filter(({ faded }) => !faded),
    series: async (fingerprint = {}, variable = 1) =>
      (await lastPoints(table, variable, seriesOf(fingerprintText(textOf(fingerprint))))).map(
        ({ value }) => value,
      ),
  };
}
const dataset = (run: number, testId: number) => ({
  id: run + 1000,
  runId: run,
  ordinal: 0,
  testId,
  start: run * 10,
  stop: run * 10 + 5,
  schemas: [],
  sizeBytes: 2,
});
const textsOf = (values: readonly unknown[]) =>
  Object.fromEntries(values.flatMap((value, n) => (value === undefined ? [] : [[n + 1, textOf(value)]])));
/**
 * A value as JSON text. A text that looks like JSON is returned unchanged, because JavaScript cannot
 * represent some numbers.
 */
const textOf = (value: unknown): string =>
  typeof value === 'string' && value.startsWith('json:') ? value.slice(5) : JSON.stringify(value);

suite('a dataset', () => {
  test('is a datapoint of each variable that it has a number for', async () => {
    const { note, series, table } = await open({}, [
      { labels: ['throughput'] },
      { labels: ['throughput', 'errors'], calculation: '({ throughput, errors }) => errors / throughput' },
      { labels: ['branch'] },
      { labels: ['throughput'], calculation: 'v => nothing.at.all' },
    ]);
    const { problems } = await note(1, [40, 'main', undefined, 2]);
    assert.deepEqual([await series({}, 1), await series({}, 2)], [[40], [0.05]]);
    assert.deepEqual([await fingerprintsOf(table, 3), await fingerprintsOf(table, 4)], [[], []]);
    assert.deepEqual(problems, [
      'the value of variable v3 must be a number, found "main"',
      'variable v4: ReferenceError: nothing is not defined',
      'the value of variable v4 must be a number, found nothing',
    ]);
  });

  test('needs the labels of all schemas only once, until a definition changes', async (t) => {
    const { note, repository } = await open();
    const list = t.mock.method(repository.labels, 'list');
    for (let run = 1; run <= 5; run += 1) await note(run, [40]);
    assert.equal(list.mock.callCount(), 1);
  });

  test('has numbers in texts, and none in what is missing or endless', async () => {
    const { note, series } = await open();
    for (const [run, value] of ['4.5', ' ', null, true, 'NaN', undefined, 'Infinity', 7].entries())
      await note(run + 1, [value]);
    assert.deepEqual(await series(), [4.5, 7]);
  });

  test('has calculated numbers beyond 64 bits, and none for a division by zero', async () => {
    const { note, series, context } = await open({}, [
      { labels: ['throughput'], calculation: 'v => 1e19 / v' },
      { labels: ['throughput'], calculation: 'v => -(10n ** 20n)' },
    ]);
    Object.assign(context, { evaluate: openScripts(() => 0) });
    for (const [run, value] of [1, 0, 2].entries()) await note(run + 1, [value]);
    assert.deepEqual(
      [await series({}, 1), await series({}, 2)],
      [
        [1e19, 5e18],
        [-1e20, -1e20, -1e20],
      ],
    );
  });

  test('names the variable and the label where a label is missing, as after its rename', async () => {
    const { note, table } = await open({}, [
      { labels: ['throughput'] },
      { labels: ['throughput', 'errors'], calculation: '({ throughput, errors }) => errors / throughput' },
    ]);
    const { problems, absences } = await note(1, [undefined, undefined, undefined, 2]);
    assert.deepEqual(problems, []);
    assert.deepEqual(absences, [
      "variable v1 has no datapoint: the dataset has no value of the label 'throughput'",
      "variable v2 has no datapoint, because its value is null: the dataset has no value of the label 'throughput'",
    ]);
    assert.deepEqual([await fingerprintsOf(table, 1), await fingerprintsOf(table, 2)], [[], []]);
  });

  test('has no datapoint and keeps its start without a value of any label of a function', async () => {
    const timeline = { timelineLabels: ['commit time'], timelineFunction: 'seconds => seconds * 1000' };
    const { note, table, series } = await open(timeline, [
      { labels: ['errors'], calculation: 'count => count * 2' },
      { labels: ['errors', 'branch'], calculation: '({ errors = 0, branch }) => errors + (branch ? 1 : 0)' },
      { labels: ['throughput'] },
    ]);
    const { absences } = await note(1, [40]);
    assert.deepEqual([await fingerprintsOf(table, 1), await fingerprintsOf(table, 2)], [[], []]);
    assert.equal((await lastPoints(table, 3, seriesOf('{}')))[0]?.timestamp, 10);
    assert.deepEqual(absences, [
      "variable v1 has no datapoint: the dataset has no value of the label 'errors'",
      "variable v2 has no datapoint: the dataset has no value of the label 'errors', 'branch'",
      "the time is the start of the run: the dataset has no value of the label 'commit time'",
    ]);
    await note(2, [40, 'main', null, null]);
    assert.deepEqual([await series({}, 1), await series({}, 2)], [[0], [1]]);
    assert.equal((await lastPoints(table, 3, seriesOf('{}')))[0]?.timestamp, 0);
  });

  test('has numbers in texts that are decimal, and none in a prefix of another base or a unit', async () => {
    const { note, series } = await open();
    const decimal = [' 7 ', '-1.5e3', '+2', '.5', '1.'];
    const others = [
      '5d',
      'NaN',
      '0x1p3',
      '0x10',
      '0XFF',
      '0b11',
      '0o17',
      '-0x1',
      '12.5 ms',
      '1_000',
      '1,5',
      '1e',
      '.',
      'e5',
      '--1',
    ];
    for (const [run, value] of [...decimal, ...others].entries()) {
      const { problems } = await note(run + 1, [value]);
      const isOther = run >= decimal.length;
      assert.deepEqual(
        problems,
        isOther ? [`the value of variable v1 must be a number, found ${JSON.stringify(value)}`] : [],
      );
    }
    assert.deepEqual(await series(), [7, -1500, 2, 0.5, 1]);
  });

  test('waits for other datasets of the same series that are measured at the same time', async () => {
    const { note, series } = await open();
    const runs = Array.from({ length: 25 }, (_, n) => n + 1);
    await Promise.all(runs.map((run) => note(run, [run])));
    assert.deepEqual(await series(), runs);
  });

  test('replaces what was measured in it before, and is forgotten whole', async () => {
    const { note, forget, series, table } = await open({ fingerprintLabels: ['branch'] });
    await note(1, [10, 'main']);
    await note(1, [11, 'main']);
    assert.deepEqual(await series({ branch: 'main' }), [11]);
    await note(1, [12, 'next']);
    assert.deepEqual([await series({ branch: 'main' }), await series({ branch: 'next' })], [[], [12]]);
    await forget(1);
    await forget(1);
    assert.deepEqual(await series({ branch: 'next' }), []);
    assert.equal(await table.get(repositoryKey.measured(1, 0)), undefined);
  });

  test('belongs to the series of its fingerprint, unless a filter says no', async () => {
    const { note, series } = await open({
      fingerprintLabels: ['branch', 'errors'],
      fingerprintFilter: 'f => f.branch !== "draft"',
    });
    await note(1, [1, 'main', undefined, 0]);
    await note(2, [2, 'main', undefined, { b: 1, a: [2] }]);
    await note(3, [3, 'draft', undefined, 0]);
    assert.deepEqual(await series({ errors: 0, branch: 'main' }), [1]);
    assert.deepEqual(await series({ branch: 'main', errors: { a: [2], b: 1 } }), [2]);
    assert.deepEqual(await series({ branch: 'draft', errors: 0 }), []);
  });

  test('keeps every digit of its fingerprint: other numbers are other series', async () => {
    const { note, series, table } = await open({ fingerprintLabels: ['branch'] });
    for (const [run, id] of ['9007199254740992', '9007199254740993', '1.0', '1', '0.10', '1e400'].entries())
      await note(run + 1, [run, `json:{"id":${id}}`]);
    const ids = ['9007199254740992', '9007199254740993', '1', '0.1', `1${'0'.repeat(400)}`];
    assert.deepEqual(
      (await fingerprintsOf(table, 1)).toSorted(),
      ids.map((id) => `{"branch":{"id":${id}}}`).toSorted(),
    );
    for (const [n, points] of [[0], [1], [2, 3], [4], [5]].entries())
      assert.deepEqual(await series(`json:{"branch":{"id":${ids[n]}}}`), points, ids[n]);
  });

  test('has a fingerprint that fits into rows, however long its values are, and shares none', async () => {
    const { note, table, series } = await open({ fingerprintLabels: ['branch', 'commit time'] });
    const long = 'x'.repeat(300_000);
    await note(1, [1, `${long}a`, [long]]);
    await note(2, [2, `${long}b`, [long]]);
    await note(3, [3, `${long}a`, [long]]);
    const texts = await fingerprintsOf(table, 1);
    assert.deepEqual([texts.length, texts.every((text) => text.length <= 4000)], [2, true]);
    assert.deepEqual(await series({ branch: `${long}a`, 'commit time': [long] }), [1, 3]);
  });

  test('with many labels, keeps values of up to 60 characters as they are', () => {
    const values = Array.from({ length: 80 }, (_, n) => 'x'.repeat(58 + (n % 2)));
    const [short, long] = Object.values(JSON.parse(fingerprintText(JSON.stringify({ ...values }))));
    assert.equal(short, values[0]);
    assert.match(String(long), /^\.\.\. 61 characters, SHA-256 /);
  });

  for (const [answer, passes] of [
    ...[true, 1, -1, 'x', 'false', '0', [], {}, ['main']].map((value) => [value, true] as const),
    ...[false, 0, '', null, undefined, 'NaN'].map((value) => [value, false] as const),
  ])
    test(`is ${passes ? '' : 'not '}in a series when the filter answers ${JSON.stringify(answer)}`, async () => {
      const fingerprintFilter = `() => (${JSON.stringify(answer)})`;
      const { note, series, context, repository, testId } = await open({ fingerprintFilter });
      const request: Evaluate = (script, argument) =>
        script.includes('undefined')
          ? Promise.resolve({ output: [], json: 'null' })
          : evaluate(script, argument);
      Object.assign(context, { evaluate: request });
      await note(1, [5]);
      assert.deepEqual(await series(), passes ? [5] : []);
      const rule = { id: 1, testId, labels: [], condition: fingerprintFilter, maxStaleness: 1 };
      await repository.alerting.putRule(rule);
      await note(2, [6]);
      const matches = await context.repository.table.page(repositoryKey.ruleMatch(1, 0, 0, 0).pk);
      assert.equal(matches.items.length, passes ? 1 : 0);
    });

  test('hands the filter of several labels an object, also when only one of them has a value', async () => {
    const { note, series } = await open({
      fingerprintLabels: ['branch', 'errors'],
      fingerprintFilter: '({ branch }) => branch === "main"',
    });
    await note(1, [1, 'main']);
    await note(2, [2, 'main', undefined, 0]);
    assert.deepEqual(
      [await series({ branch: 'main' }), await series({ branch: 'main', errors: 0 })],
      [[1], [2]],
    );
  });

  test('moves to the series of other labels of fingerprints, whatever the filter says by now', async () => {
    const { note, regroup, recalculate, series, table, repository, testId } = await open({
      fingerprintLabels: ['branch'],
    });
    await note(1, [1, 'main', undefined, 0]);
    await note(2, [2, 'main', undefined, 7]);
    await table.write(
      [1, 2].flatMap((run) => {
        const { start, ...row } = dataset(run, testId);
        const values = textsOf([run, 'main', undefined, run === 1 ? 0 : 7]);
        return [
          { put: { ...repositoryKey.dataset(row.id), ...row, start } },
          { put: { ...repositoryKey.testDataset(testId, start, run, 0), id: row.id } },
          { put: { ...repositoryKey.values(testId, start, run, 0), dataset: row.id, values } },
        ];
      }),
    );
    const next = { fingerprintLabels: ['branch', 'errors'], fingerprintFilter: '() => false' };
    await repository.tests.change(testId, (test) => ({ ...test, ...next }));
    await regroup();
    assert.deepEqual(await series({ branch: 'main' }), []);
    assert.deepEqual(
      [await series({ branch: 'main', errors: 0 }), await series({ branch: 'main', errors: 7 })],
      [[1], [2]],
    );
    await recalculate();
    assert.deepEqual(await series({ branch: 'main', errors: 0 }), []);
  });

  for (const number of ['9007199254740993', '1718000000000000000', '-1e300', '1e-200', '5e-324', '1e400'])
    test(`has all its other datapoints when one of its numbers is ${number}`, async () => {
      const models = [
        relative,
        points,
        { id: 3, ...(parseModel('fixedThreshold', { max: { enabled: true, value: 0 } }) as Model) },
      ];
      const { note, series, changes } = await open({}, [
        { labels: ['throughput'], changeDetection: models },
        { labels: ['errors'], changeDetection: models },
      ]);
      for (let run = 1; run <= 6; run += 1) await note(run, [10, undefined, undefined, 0]);
      const { problems } = await note(7, [`json:${number}`, undefined, undefined, 500]);
      const value = Number(number);
      assert.deepEqual(
        await series({}, 1),
        Number.isFinite(value) ? [10, 10, 10, 10, 10, 10, value] : Array(6).fill(10),
      );
      assert.deepEqual([await series({}, 2), (await changes(2)).length > 0], [[0, 0, 0, 0, 0, 0, 500], true]);
      const reported = Number.isFinite(value)
        ? []
        : ['the value of variable v1 must be a number, found 1e400, which is larger than a double can be'];
      assert.deepEqual(problems, reported);
    });

  test('has its other datapoints when one cannot be written, reports it at once, and is measured again', async () => {
    const { context, note, series, table } = await open({}, [
      { labels: ['throughput'] },
      { labels: ['errors'] },
    ]);
    const write = table.write;
    const full = Object.assign(new Error('no'), { name: 'Refused' });
    const refusing: Table['write'] = async (writes) => {
      if (writes.some((each) => 'put' in each && each.put.value === 1)) throw full;
      return write(writes);
    };
    Object.assign(table, { write: refusing });
    const { problems, failures } = await note(1, [1, undefined, undefined, 2]);
    assert.deepEqual([await series({}, 1), await series({}, 2), failures], [[], [2], [full]]);
    assert.deepEqual(problems, [
      'variable v1 has no datapoint, because it could not be written: Refused: no',
    ]);
    await assert.rejects(
      measured(context, dataset(1, 1), textsOf([1, undefined, undefined, 2]), {}),
      /^Error: datapoints of dataset \d+ were not stored: no$/,
    );
    const { pk } = repositoryKey.log('dataset', 'variables', 1, 0, 0);
    assert.deepEqual(
      (await table.page(pk)).items.map(({ message }) => message),
      problems,
    );
  });

  for (const [text, time] of [
    ...[
      'release 7',
      'build 5',
      '1.2.3',
      'v1.2',
      'March 7',
      '2024',
      '2022-13-01',
      '2022-02-30T10:00:00',
      '07/01/2024',
      '',
    ].map((text) => [text, text === '2024' ? 2024 : undefined] as const),
    ['2022-09-01T11:16:18', Date.UTC(2022, 8, 1, 11, 16, 18)],
    ['2022-09-01T11:16:18.25', Date.UTC(2022, 8, 1, 11, 16, 18, 250)],
    ['2022-09-01T11:16', Date.UTC(2022, 8, 1, 11, 16)],
    ['2022-09-01', Date.UTC(2022, 8, 1)],
    ['2022-09-01T11:16:18+0200', Date.UTC(2022, 8, 1, 9, 16, 18)],
    [' 2022-09-01T11:16:18-04:00 ', Date.UTC(2022, 8, 1, 15, 16, 18)],
    ['20220901', 20_220_901],
    ['-5', -5],
    ['1662030978000.9', 1_662_030_978_000],
    [1_662_030_978_000.9, 1_662_030_978_000],
    ...[null, true, [], { a: 1 }, 1e17].map((value) => [value, undefined] as const),
  ] as const)
    test(`has ${time === undefined ? 'no time' : 'the time'} in ${JSON.stringify(text)}, whatever the zone of the machine`, async () => {
      const { note, table } = await open({ timelineLabels: ['commit time'] });
      const { problems } = await note(1, [1, undefined, text]);
      const [point] = await lastPoints(table, 1, seriesOf('{}'));
      assert.equal(point?.timestamp, time ?? 10);
      assert.deepEqual(problems.length, time === undefined ? 1 : 0);
    });

  test('lies at the time that its test says', async () => {
    const { note, series } = await open({ timelineLabels: ['commit time'], timelineFunction: 't => t' });
    await note(1, [1, undefined, '2026-03-01T00:00:00Z']);
    await note(2, [2, undefined, 1_000]);
    await note(3, [3, undefined, '5000']);
    const { problems } = await note(4, [4, undefined, 'soon']);
    const noNumber = await note(5, [5, undefined, 'NaN']);
    assert.deepEqual(await series(), [4, 5, 2, 3, 1], 'wrong times are the starts of the runs');
    assert.match(String(problems), /must be a number or ISO 8601, found "soon"/);
    assert.match(String(noNumber.problems), /found "NaN": Downpour uses the start of the run$/);
  });
});

suite('a change', () => {
  const level = (run: number) => (run <= 6 ? 100 : 150);

  test('has all its facts, and its event is written in the same transaction', async () => {
    const { note, changes, table } = await open();
    for (let run = 1; run <= 6; run += 1) await note(run, [level(run)]);
    const { due } = await note(7, [150]);
    const [change] = await changes();
    assert.deepEqual(change, {
      id: 1,
      variableId: 1,
      testId: 1,
      fingerprint: '{}',
      datasetId: 1007,
      runId: 7,
      ordinal: 0,
      timestamp: 70,
      foundAt: 99,
      confirmed: false,
      model: 'relativeDifference',
      before: { count: 6, mean: 100, deviation: 0 },
      after: { count: 1, mean: 150, deviation: 0 },
      description: change?.explanation,
      explanation:
        'the last value is 150, +50 % compared with 100, the mean of the 6 values before (standard deviation 0); +20 % is allowed',
    });
    const event = { kind: 'change/new', testId: 1, testName: 'shop', variableName: 'v1', change };
    assert.deepEqual(
      due.map(({ task, priority }) => [task, priority]),
      [[{ kind: 'event', event }, 'now']],
    );
    // The repository writes the task and the change in one transaction, so no interruption can separate them.
    assert.deepEqual((await table.get(due[0]?.item ?? never))?.task, { kind: 'event', event });
  });

  test('is not reported when the test has notifications off', async () => {
    const { note, changes } = await open({ notificationsEnabled: false });
    for (let run = 1; run <= 7; run += 1) assert.deepEqual((await note(run, [level(run)])).due, []);
    assert.equal((await changes()).length, 1);
  });

  test('is reported to actions that run always when the test has notifications off', async () => {
    const { note, repository, testId } = await open({ notificationsEnabled: false });
    const action = {
      id: 1,
      event: 'change/new',
      url: 'https://example.com',
      secret: 's',
      active: true,
    } as const;
    for (const [runAlways, reported] of [
      [false, 0],
      [true, 1],
    ] as const) {
      await repository.actions.put({ ...action, testId, runAlways });
      const told: unknown[] = [];
      for (let run = 1; run <= 7; run += 1) told.push(...(await note(run, [level(run)])).due);
      assert.equal(told.length, reported);
      for (let run = 1; run <= 7; run += 1) await note(run, [100]);
    }
  });

  test('is found once, however often its dataset is noted', async () => {
    const { note, changes } = await open();
    for (const run of [1, 2, 3, 4, 5, 6, 7, 7, 3, 8, 7]) await note(run, [level(run)]);
    assert.deepEqual(
      (await changes()).map(({ id, runId }) => [id, runId]),
      [[(await changes())[0]?.id, 7]],
    );
  });

  test('goes with its dataset unless it is confirmed', async () => {
    const { note, forget, changes, table } = await open();
    for (let run = 1; run <= 7; run += 1) await note(run, [level(run)]);
    await forget(7);
    assert.deepEqual(await changes(), []);
    await note(7, [150]);
    const [change] = await changes();
    assert.ok(change && (await openChanges(table).acknowledge(change, { confirmed: true })));
    await forget(7);
    assert.equal((await changes()).length, 1);
  });

  test('that was confirmed stays when the models no longer find it, and a dismissed change is not found again', async () => {
    const { note, changes, table } = await open();
    for (let run = 1; run <= 7; run += 1) await note(run, [level(run)]);
    const [first] = await changes();
    assert.ok(first && (await openChanges(table).acknowledge(first, { confirmed: true })));
    await note(7, [100]);
    assert.deepEqual(
      (await changes()).map(({ id }) => id),
      [first.id],
    );
    await openChanges(table).acknowledge(first, { confirmed: false, dismissed: true });
    await note(7, [150]);
    assert.deepEqual(
      (await changes()).map(({ dismissed }) => dismissed),
      [true],
    );
  });

  for (const [how, next, fingerprint, time] of [
    ['other fingerprint labels', { fingerprintLabels: ['branch'] }, '{"branch":"main"}', 70],
    ['another time line', { timelineLabels: ['commit time'] }, '{}', 7000],
  ] as const)
    for (const judged of [{ confirmed: true }, { dismissed: true }] as const)
      test(`that was ${Object.keys(judged)} stays so when its test gets ${how}`, async () => {
        const { note, changes, table, repository, testId } = await open();
        const noteAll = async () => {
          for (let run = 1; run <= 7; run += 1) await note(run, [level(run), 'main', run * 1000]);
        };
        await noteAll();
        const [first] = await changes();
        assert.ok(first && (await openChanges(table).acknowledge(first, { ...judged, description: 'seen' })));
        await repository.tests.change(testId, (test) => ({ ...test, ...next }));
        await noteAll();
        assert.deepEqual(await changes(), [
          { ...first, ...judged, description: 'seen', fingerprint, timestamp: time },
        ]);
      });

  test('stays when earlier values are recorded again, also after a dismissed change', async () => {
    const { note, changes, table } = await open();
    for (let run = 1; run <= 7; run += 1) await note(run, [level(run)]);
    const [first] = await changes();
    assert.ok(first && (await openChanges(table).acknowledge(first, { dismissed: true })));
    await note(8, [15]);
    const told = async () =>
      (await changes()).flatMap(({ dismissed, id, runId }) => (dismissed ? [] : [[id, runId]]));
    const before = await told();
    assert.deepEqual(
      before.map(([, runId]) => runId),
      [8],
    );
    for (const run of [5, 6, 7, 1]) {
      await note(run, [level(run)]);
      assert.deepEqual(await told(), before, `run ${run}`);
    }
  });

  test('of the whole series is found in addition to a value beyond a bound', async () => {
    const bound = {
      id: 3,
      ...(parseModel('fixedThreshold', { max: { enabled: true, value: 150 } }) as Model),
    };
    const { note, changes, table } = await open({}, [{ changeDetection: [bound, points] }]);
    const value = (run: number) => (run === 13 ? 200 : (run < 13 ? 100 : 120) + (run % 3));
    for (let run = 1; run <= 13; run += 1) await note(run, [value(run)]);
    const [first] = await changes();
    assert.deepEqual([first?.runId, first?.model], [13, 'fixedThreshold']);
    assert.ok(first && (await openChanges(table).acknowledge(first, { dismissed: true })));
    for (let run = 14; run <= 25; run += 1) await note(run, [value(run)]);
    const others = (await changes()).filter(({ dismissed }) => !dismissed);
    assert.deepEqual(
      others.map(({ model }) => model),
      ['eDivisive'],
    );
    const [level] = others;
    assert.ok(level && (await openChanges(table).acknowledge(level, { dismissed: true })));
    await note(26, [value(26)]);
    assert.ok((await changes()).every(({ dismissed }) => dismissed));
  });

  test('of the whole series keeps its id and its description while values are added', async () => {
    const { note, changes, table } = await open({}, [{ changeDetection: [points] }]);
    const value = (run: number) => (run <= 30 ? 100 : 120) + ((run * 7) % 5);
    for (let run = 1; run <= 34; run += 1) await note(run, [value(run)]);
    const [first] = await changes();
    assert.equal(first?.runId, 31);
    await openChanges(table).acknowledge(first, { description: 'the new compiler' });
    for (let run = 35; run <= 50; run += 1) await note(run, [value(run)]);
    const [later, ...others] = await changes();
    assert.deepEqual(
      [later?.id, later?.runId, later?.description, others],
      [first.id, 31, 'the new compiler', []],
    );
    assert.ok((later?.after.count ?? 0) === 20 && (later?.confidence ?? 0) > 0.99);
  });

  test('keeps what a person says of it while a value is added', async () => {
    for (const value of [150, 100]) {
      const { note, changes, table } = await open({}, [{ changeDetection: [relative, points] }]);
      for (let run = 1; run <= 40; run += 1) await note(run, [(run <= 30 ? 100 : 120) + ((run * 7) % 5)]);
      const meanwhile = (await changes()).find(({ confirmed }) => !confirmed);
      assert.ok(meanwhile);
      const { write } = table;
      let writes = 0;
      const meeting: typeof write = async (all) => {
        const isEdit = all.some(
          (one) => 'put' in one && one.put.fingerprint === '{}' && 'version' in one.put,
        );
        if (isEdit) writes += 1;
        if (isEdit && writes === 1)
          await openChanges({ ...table, write }).acknowledge(meanwhile, {
            confirmed: true,
            description: 'known',
          });
        return write(all);
      };
      Object.assign(table, { write: meeting });
      await note(31, [value]);
      const later = (await changes()).find(({ id }) => id === meanwhile.id);
      assert.deepEqual([later?.confirmed, later?.description], [true, 'known'], `${value}`);
      assert.equal(writes, 2);
    }
  });

  test('is the same in whatever order datasets come, and however often', async () => {
    const runs = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 10, maxLength: 60 });
    const value = (run: number) => 100 + (run > 9 ? 40 : 0) - (run > 17 ? 60 : 0) + ((run * 13) % 7);
    const models = [
      relative,
      { id: 3, ...(parseModel('relativeDifference', { window: 3 }) as Model) },
      points,
    ];
    await fc.assert(
      fc.asyncProperty(runs, async (order) => {
        const { note, changes } = await open({}, [{ changeDetection: models }]);
        for (const run of order) await note(run, [value(run)]);
        const present = [...new Set(order)].sort((a, b) => a - b);
        const expected = detect(Float64Array.from(present, value), models).map(({ at }) => present[at]);
        assert.deepEqual(
          (await changes()).map(({ runId }) => runId).sort((a, b) => a - b),
          expected,
        );
      }),
      { numRuns: 40, seed: 12 },
    );
  });

  test('stays the same one when its dataset is made again, and an older dataset changes nothing', async () => {
    const { note, changes, context, testId, series, table } = await open();
    for (let run = 1; run <= 7; run += 1) await note(run, [level(run)]);
    const [first] = await changes();
    const anew = { ...dataset(7, testId), id: 2000 };
    await noteDataset(context, anew, textsOf([160]));
    const [second] = await changes();
    assert.deepEqual([second?.id, second?.datasetId, second?.confirmed], [first?.id, 2000, false]);
    await note(7, [100]);
    assert.equal((await series()).at(-1), 160);
    await forgetDataset({ table }, dataset(7, testId));
    assert.equal((await series()).length, 7);
    await forgetDataset({ table }, anew);
    assert.deepEqual([(await series()).length, await changes()], [6, []]);
  });

  test('is reported once when the datasets of its level arrive in another order', async () => {
    const { note, changes } = await open();
    for (let run = 1; run <= 6; run += 1) await note(run, [level(run)]);
    const events: number[] = [];
    for (const run of [9, 8, 7]) {
      events.push((await note(run, [level(run)])).due.length);
      const [change] = await changes();
      assert.deepEqual([change?.id, change?.runId, change?.datasetId], [1, run, run + 1000]);
    }
    assert.equal((await changes()).length, 1);
    assert.deepEqual(events, [1, 0, 0]);
  });

  test('in the other direction is reported although it replaces a later change', async () => {
    const { note, changes } = await open();
    for (let run = 1; run <= 6; run += 1) await note(run, [100]);
    const events = [await note(8, [150]), await note(7, [50])].map(({ due }) => due.length);
    assert.deepEqual(events, [1, 1]);
    assert.deepEqual(
      (await changes()).map(({ id, runId }) => [id, runId]),
      [[2, 7]],
    );
  });

  test('is found when two datasets come at the same time', async () => {
    const { note, changes, series } = await open();
    await Promise.all(Array.from({ length: 9 }, (_, n) => note(n + 1, [level(n + 1)])));
    assert.equal((await series()).length, 9);
    assert.deepEqual(
      (await changes()).map(({ runId }) => runId),
      [7],
    );
  });
});

test('A dataset that one process records first is seen by the second process', async () => {
  const { note, context, testId, table, changes } = await open();
  for (let run = 1; run <= 6; run += 1) await note(run, [100]);
  let meanwhile: (() => Promise<unknown>) | undefined = () => note(7, [150]);
  const late: Table = {
    ...table,
    async write(writes) {
      const editsSeries = writes.some((write) => 'put' in write && 'fingerprint' in write.put);
      if (editsSeries) {
        const first = meanwhile;
        meanwhile = undefined;
        await first?.();
      }
      return table.write(writes);
    },
  };
  // A measurement of run 7 arrives during this measurement of run 8. Without it, run 8 would be the first run
  // at the new level.
  await noteDataset({ ...context, repository: openRepository(late) }, dataset(8, testId), textsOf([150]));
  assert.equal(meanwhile, undefined);
  assert.deepEqual(
    (await changes()).map(({ runId }) => runId),
    [7],
  );
});

suite('the judgement of a person about a change', () => {
  const bound = { id: 3, ...(parseModel('fixedThreshold', { max: { enabled: true, value: 150 } }) as Model) };
  type Said = { readonly confirmed: true } | { readonly dismissed: true };
  /**
   * Measures the values in the runs 1, 2, 3 and so on. After the measurement of the run `seen`, a user judges
   * the changes at the run `run`.
   */
  async function judged(
    models: readonly (typeof relative | typeof points | typeof bound)[],
    values: readonly number[],
    [run, seen, reported]: readonly [run: number, seen: number, reported: Said],
  ) {
    const { note, changes, table } = await open({}, [{ changeDetection: models }]);
    const told: string[] = [];
    for (const [n, value] of values.entries()) {
      const noted = await note(n + 1, [value]);
      told.push(...noted.changes.map(({ runId, model }) => `${model} ${runId}`));
      if (n + 1 !== seen) continue;
      const meant = (await changes()).filter(({ runId }) => runId === run);
      assert.ok(meant.length > 0, told.join(', '));
      for (const change of meant) await openChanges(table).acknowledge(change, reported);
    }
    return { told, note, changes, table };
  }
  const noise = (n: number) => (n * 5) % 3;
  const outlier = (size: number, after: number) =>
    Array.from({ length: 30 }, (_, n) => (n < 11 ? 100 : n === 11 ? size : after) + noise(n));
  const step = (to: number) => Array.from({ length: 30 }, (_, n) => (n < 12 ? 100 : to) + noise(n));

  for (const reported of [{ confirmed: true }, { dismissed: true }] as const)
    for (const model of [bound, relative])
      test(`does not hide a level after an outlier: ${model.model}, ${Object.keys(reported)}`, async () => {
        const { told } = await judged([model, points], outlier(200, 120), [12, 12, reported]);
        assert.equal(told[0], `${model.model} 12`);
        // An outlier in the direction of the new level may count as the first value of that level.
        assert.equal(told.length, 2, told.join(', '));
        assert.match(String(told[1]), /^eDivisive 1[23]$/);
      });

  test('applies to the level that began there, which is not reported twice', async () => {
    const { told } = await judged([relative, points], step(140), [13, 13, { confirmed: true }]);
    assert.deepEqual(told, ['relativeDifference 13']);
  });

  test('of a dismissed value does not apply to a level that stays, which is reported once', async () => {
    const { told, changes, table, note } = await judged([relative, points], step(140), [
      13,
      13,
      { dismissed: true },
    ]);
    // The next value is as far from the earlier values as the previous value.
    assert.deepEqual(told, ['relativeDifference 13', 'relativeDifference 14', 'eDivisive 13']);
    for (const change of await changes()) await openChanges(table).acknowledge(change, { dismissed: true });
    for (let run = 31; run <= 40; run += 1)
      assert.deepEqual((await note(run, [140 + noise(run)])).changes, [], `run ${run}`);
  });

  test('applies to the level when the level already existed at that time', async () => {
    const { told } = await judged([relative, points], step(140), [13, 25, { dismissed: true }]);
    assert.deepEqual(told, ['relativeDifference 13']);
  });

  test('hides no other change of the level, nor one back, nor a larger one', async () => {
    for (const reported of [{ confirmed: true }, { dismissed: true }] as const)
      for (const next of [50, 180]) {
        const values = Array.from({ length: 32 }, (_, n) => (n < 20 ? 100 : n < 23 ? 110 : next) + noise(n));
        const { told } = await judged([points], values, [21, 23, reported]);
        assert.equal(told.length, 2, `${Object.keys(reported)}, ${next}: ${told.join(', ')}`);
      }
  });
});

suite('changes of several models', () => {
  const bound = { id: 3, ...(parseModel('fixedThreshold', { max: { enabled: true, value: 124 } }) as Model) };
  test('stay apart: a change point before a value beyond a bound takes nothing from it', async () => {
    const { note, changes } = await open({}, [{ changeDetection: [bound, points] }]);
    // The new level begins at run 21. Only its second value is beyond the limit.
    const value = (run: number) => (run <= 20 ? 100 : run === 22 ? 134 : 110) + ((run * 7) % 5);
    const told: string[] = [];
    for (let run = 1; run <= 40; run += 1)
      told.push(...(await note(run, [value(run)])).changes.map(({ runId, model }) => `${model} ${runId}`));
    assert.deepEqual(told, ['fixedThreshold 22', 'eDivisive 21']);
    assert.deepEqual(
      (await changes()).map(({ id, model, runId }) => [id, model, runId]),
      [
        [1, 'fixedThreshold', 22],
        [2, 'eDivisive', 21],
      ],
    );
  });

  test('that disappear while values are added return unchanged, and are reported once', async () => {
    const { note, changes } = await open({}, [{ changeDetection: [points] }]);
    const random = randomFrom(6);
    const told: number[] = [];
    const displayed: string[] = [];
    for (let run = 1; run <= 90; run += 1) {
      const value = (run <= 40 ? 100 : 106) + 5 * normalFrom(random);
      told.push(...(await note(run, [value])).changes.map(({ runId }) => runId));
      const ids = (await changes()).map(({ id }) => id).join();
      if (ids !== displayed.at(-1)) displayed.push(ids);
    }
    assert.deepEqual(told, [41]);
    assert.deepEqual(displayed, ['', '1', '', '1', '', '1']);
  });

  test('are written when they are reported, for any number of open changes', async () => {
    const { note, changes } = await open({}, [{ changeDetection: [points] }]);
    for (let run = 1; run <= 24 * 12; run += 1) {
      const told = await note(run, [100 * 1.2 ** Math.floor((run - 1) / 12)]);
      if (told.changes.length === 0) continue;
      const written = (await changes()).map(({ id }) => id);
      assert.ok(
        told.changes.every(({ id }) => written.includes(id)),
        `run ${run}`,
      );
    }
    assert.ok((await changes()).length > 19);
  });

  test('are one where both tell of it, whichever tells it later on', async () => {
    const { note, changes, repository, testId } = await open({}, [{ changeDetection: [relative, points] }]);
    const value = (run: number) => (run <= 20 ? 100 : 125) + ((run * 7) % 5);
    for (let run = 1; run <= 30; run += 1) await note(run, [value(run)]);
    const [first] = await changes();
    assert.deepEqual([first?.runId, first?.model, first?.lasts], [21, 'relativeDifference', true]);
    const isHere = ({ runId }: { readonly runId: number }) => runId === 21;
    const tellAgain = async (value: number) => {
      const told = (await note(21, [value])).changes.filter(isHere);
      return [told.length, ...(await changes()).filter(isHere).map(({ id, model }) => `${id} ${model}`)];
    };
    assert.deepEqual(await tellAgain(115), [0, '1 eDivisive']);
    assert.deepEqual(await tellAgain(value(21)), [0, '1 relativeDifference']);
    const [variable] = (await repository.alerting.ofTest(testId)).variables;
    assert.ok(variable);
    await repository.alerting.replace(testId, [{ ...variable, changeDetection: [points] }], []);
    assert.deepEqual(await tellAgain(value(21)), [0, '1 eDivisive']);
  });

  test('are two at one value where it lies far beyond a level that begins with it', async () => {
    const { note, changes } = await open({}, [{ changeDetection: [bound, points] }]);
    for (let run = 1; run <= 40; run += 1)
      await note(run, [(run <= 20 ? 100 : run === 21 ? 200 : 110) + (run % 3)]);
    assert.deepEqual(
      (await changes()).map(({ model, runId }) => [model, runId]),
      [
        ['fixedThreshold', 21],
        ['eDivisive', 21],
      ],
    );
  });
});

suite('a recalculation', () => {
  test('measures all datasets with the present variables, sends no event, and keeps confirmed changes', async () => {
    const { note, changes, series, repository, recalculate, table, testId, told } = await open();
    for (let run = 1; run <= 60; run += 1) {
      const row = dataset(run, testId);
      const value = run <= 30 ? 100 : 150;
      const { id, start, runId, ordinal } = row;
      await table.write([
        { put: { ...repositoryKey.dataset(id), ...row } },
        { put: { ...repositoryKey.testDataset(testId, start, runId, ordinal), ...row } },
        {
          put: {
            ...repositoryKey.values(testId, start, runId, ordinal),
            dataset: id,
            values: textsOf([value]),
          },
        },
      ]);
      await note(run, [value]);
    }
    const [change] = await changes();
    assert.ok(change && (await openChanges(table).acknowledge(change, { confirmed: true })));
    const [variable] = (await repository.alerting.ofTest(testId)).variables;
    const half = { id: 9, testId, name: 'half', order: 1, labels: ['throughput'], calculation: 'v => v / 2' };
    await repository.alerting.replace(
      testId,
      [half, variable].flatMap((one) => (one ? { changeDetection: [relative], ...one } : [])),
      [],
    );
    await recalculate();
    assert.deepEqual(told, []);
    assert.deepEqual((await series({}, 9)).length, 60);
    assert.deepEqual((await series({}, 9)).slice(29, 31), [50, 75]);
    assert.deepEqual(
      (await changes(9)).map(({ runId }) => runId),
      [31],
    );
    assert.deepEqual(
      (await changes()).map(({ id, confirmed }) => [id, confirmed]),
      [[change.id, true]],
    );
    const job = await jobOf(table, { kind: 'measures', test: testId });
    assert.deepEqual([job?.listed, job?.finished, job?.failed, job && isOver(job)], [60, 60, 0, true]);
  });
});

suite('rules of missing data', () => {
  test('count the datasets that their condition holds for', async () => {
    const { note, forget, repository, table, testId } = await open({}, []);
    const rule = { testId, maxStaleness: 1000, labels: ['branch'], condition: 'b => b === "main"' };
    await repository.alerting.putRule({ ...rule, id: 1 });
    await repository.alerting.putRule({ id: 2, testId, maxStaleness: 1000, labels: [] });
    await note(1, [1, 'main']);
    await note(2, [1, 'next']);
    const counted = async (id: number) =>
      (await table.page(repositoryKey.ruleMatch(id, 0, 0, 0).pk)).items.map(({ runId, time }) => [
        runId,
        time,
      ]);
    const [one, two] = [1, 2].map((run) => [run, dataset(run, testId).start]);
    assert.deepEqual([await counted(1), await counted(2)], [[one], [one, two]]);
    await forget(1);
    assert.deepEqual([await counted(1), await counted(2)], [[], [two]]);
  });

  test('are counted for a dataset, also when there are more than one transaction can write', async () => {
    const { note, forget, repository, table, testId } = await open({}, []);
    const rule = { testId, maxStaleness: 1000, labels: [] };
    for (let id = 1; id <= 120; id += 1) await repository.alerting.putRule({ ...rule, id });
    const counted = async (id: number) =>
      (await table.page(repositoryKey.ruleMatch(id, 0, 0, 0).pk)).items.length;
    await note(1, [5]);
    assert.deepEqual([await counted(1), await counted(120)], [1, 1]);
    await forget(1);
    assert.deepEqual([await counted(1), await counted(120)], [0, 0]);
  });
});

test('many found and many outdated changes fit into the transaction of a datapoint with their events', async () => {
  const { table } = await open();
  const model = {
    id: 3,
    ...(parseModel('fixedThreshold', { max: { enabled: true, inclusive: true, value: 90 } }) as Model),
  };
  const variable = { id: 1, testId: 1, name: 'v', order: 0, labels: [], changeDetection: [model] };
  const [series, none] = ['{}', { ...variable, changeDetection: [] }];
  const put = (n: number, value: number) => ({ datasetId: n, runId: n, ordinal: 0, timestamp: n, value });
  for (let n = 1; n <= 60; n += 1) await editSeries(table, none, series, { put: put(n, n > 30 ? 95 : 5) }, 0);
  const stale = Array.from({ length: 30 }, (_, at) => {
    const { value, ...place } = put(at + 1, 5);
    const facts = { id: at + 1, variableId: 1, testId: 1, fingerprint: series, foundAt: 0, confirmed: false };
    const level = { median: value, count: 1 } as unknown as Change['after'];
    const words = { description: 'd', explanation: 'd', model: 'fixedThreshold' as const, after: level };
    return { ...facts, ...place, ...words };
  });
  for (const change of stale) await table.write(putChange(change, 'absent'));
  await table.newIds('change', 30);
  const events = (found: readonly Change[]) =>
    found.map(({ id }) => ({ put: { pk: 'event', sk: String(id) } }));
  const found = await editSeries(table, variable, series, { put: put(0, 5) }, 0, events);
  assert.equal(found.length, 19);
  assert.equal((await table.page('event')).items.length, 19);
  assert.equal((await openChanges(table).ofVariable(1)).length, 30);
  await editSeries(table, variable, series, { put: put(0, 5) }, 0, events);
  const left = await openChanges(table).ofVariable(1);
  assert.deepEqual(
    left.map(({ runId }) => runId).sort((a, b) => a - b),
    Array.from({ length: 30 }, (_, n) => n + 31),
  );
});
