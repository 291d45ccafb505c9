import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { stores } from '../../../functions/stores.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { makeDatasets } from '../../../lib/repository/pipeline/datasets/make-datasets.ts';
import { recordLimits } from '../../../lib/repository/records/limits.ts';
import { comparisonModels } from '../../../lib/repository/search/experiments/comparison-models.ts';
import type { Access } from '../../../lib/results/access.ts';
import { grouped } from '../../../lib/words.ts';
import { evaluate } from '../../repository/pipeline/datasets/world.ts';
import { openQueuedWork } from '../../repository/work/queue.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, send, sendingAs } from './requests.ts';

/** Experiments compare datasets with a baseline that labels select. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const { work } = openQueuedWork({}, memory.table);
let testId = 0;
let [branch, latency] = [0, 0];
let turn = 0;
beforeEach(async () => {
  memory.table.clear();
  // Functions cache definitions by their version, so each test has another version.
  turn += 100;
  await memory.table.write([{ update: repositoryKey.definitions(), add: { version: turn } }]);
  const owned = { owner: 'ada-team', access: 'PUBLIC' as const };
  testId = (await repository().tests.create({ name: 'shop', ...owned }))?.id ?? 0;
  const schema = await repository().schemas.create({ name: 's', uri: 'urn:s', ...owned });
  const schemaId = typeof schema === 'string' ? assert.fail(schema) : schema.id;
  const first = await repository().labels.newIds(2);
  const definition = { schemaId, extractors: [], filtering: true, metrics: true, ...owned };
  const labels = ['branch', 'latency'].map((name, n) => ({ ...definition, name, id: first + n }));
  await repository().labels.put(schemaId, () => labels);
  [branch, latency] = [first, first + 1];
  const variable = { testId, labels: ['latency'], changeDetection: [] };
  const doubled = { ...variable, id: 2, name: 'doubled', order: 1, calculation: 'v => 2 * v' };
  await repository().alerting.replace(
    testId,
    [{ ...variable, id: 1, name: 'latency', order: 0 }, doubled],
    [],
  );
});

const ask = sendingAs(ada);

/** Makes a run of one dataset with these label values. */
async function measured(
  start: number,
  of: string,
  value: number,
  access: Access = 'PUBLIC',
): Promise<number> {
  const query = `test=shop&start=${start}&stop=${start + 1}&access=${access}`;
  const { body } = await send(`POST /api/run/data?${query}`, {
    key: ada,
    body: '{"$schema":"urn:s"}',
  });
  const context = { repository: repository(), runs: stores().runs, datasets: stores().datasets };
  const made = await makeDatasets({ ...context, evaluate, work, now: () => 1 }, Number(body));
  const dataset = made.ids[0] ?? 0;
  const values = { [branch]: JSON.stringify(of), [latency]: JSON.stringify(value) };
  await memory.table.write([
    { put: { ...repositoryKey.values(testId, start, Number(body), 0), dataset, values } },
  ]);
  return dataset;
}
const config = { threshold: 0.1, greaterBetter: false, maxBaselineDatasets: 0 };
const compare = (more: object) => ({ model: 'relativeDifference', config, ...more });
const profile = {
  name: 'nightly',
  selectorLabels: ['branch'],
  selectorFilter: 'b => b !== "main"',
  baselineLabels: ['branch'],
  baselineFilter: 'b => b === "main"',
  extraLabels: ['branch'],
  comparisons: [compare({ variableId: 1 }), compare({ variableName: 'doubled' })],
};
const added = async (more: object = {}) =>
  parsed(await ask(`POST /api/experiment/${testId}/profiles`, { ...profile, ...more }));
const run = async (dataset: number, as = ada) =>
  parsed(await ask(`GET /api/experiment/run?datasetId=${dataset}`, undefined, as));

suite('an experiment', () => {
  test('compares a dataset with those that labels choose (row 40)', async () => {
    const old = await measured(1000, 'main', 100);
    const young = await measured(2000, 'main', 200);
    const own = await measured(3000, 'feature', 180);
    const id = await added();
    const [result, ...others] = await run(own);
    assert.equal(others.length, 0);
    assert.deepEqual(result.results, {
      latency: { overall: 'WORSE', experimentValue: 180, baselineValue: 150, result: '+20.00%' },
      doubled: { overall: 'WORSE', experimentValue: 360, baselineValue: 300, result: '+20.00%' },
    });
    assert.deepEqual(
      result.baseline.map((info: { id: number }) => info.id),
      [young, old],
    );
    assert.deepEqual(
      [result.profile.id, result.datasetInfo.id, result.extraLabels],
      [id, own, { branch: 'feature' }],
    );
    assert.deepEqual([result.logs, result.notify], [[], false]);
  });

  test('compares the variable of the id, also when another has the name that it had', async () => {
    await measured(1000, 'main', 100);
    await added({ comparisons: [compare({ variableId: 2, variableName: 'latency' })] });
    const [result] = await run(await measured(2000, 'feature', 100));
    assert.deepEqual(Object.keys(result.results), ['doubled']);
  });

  test('names the variables of its comparisons as they are called now', async () => {
    const own = await measured(1000, 'feature', 100);
    await added();
    const { variables } = await repository().alerting.ofTest(testId);
    const renamed = variables.map((each) => (each.id === 1 ? { ...each, name: 'duration' } : each));
    await repository().alerting.replace(testId, renamed, []);
    const expected = [
      compare({ variableId: 1, variableName: 'duration' }),
      compare({ variableId: 2, variableName: 'doubled' }),
    ];
    const [listed] = parsed(await ask(`GET /api/experiment/${testId}/profiles`));
    const exported = parsed(await ask(`GET /api/test/${testId}/export`));
    const [result] = await run(own);
    for (const { comparisons } of [listed, exported.experiments[0], result.profile])
      assert.deepEqual(comparisons, expected);
  });

  test('compares a variable of any name', async () => {
    const variable = { testId, labels: ['latency'], changeDetection: [] };
    await repository().alerting.replace(testId, [{ ...variable, id: 1, name: '__proto__', order: 0 }], []);
    await measured(1000, 'main', 100);
    await added({ comparisons: [compare({ variableId: 1 })] });
    const [result] = await run(await measured(2000, 'feature', 100));
    assert.deepEqual(Object.keys(result.results), ['__proto__']);
  });

  test('without filters follows the values of its labels: true and numbers other than 0', async () => {
    const baseline = [await measured(1000, 'true', 100), await measured(2000, 'main', 200)].slice(0, 1);
    const none = await measured(3000, 'main', 0);
    await added({ selectorLabels: ['latency'], selectorFilter: null, baselineFilter: ' ' });
    const [result] = await run(await measured(4000, 'main', 150));
    assert.deepEqual(
      result.baseline.map(({ id }: { id: number }) => id),
      baseline,
    );
    assert.equal((await run(none))[0].profile, null);
  });

  test('says when no profile selects the dataset', async () => {
    await added();
    const [result] = await run(await measured(1000, 'main', 100));
    assert.deepEqual([result.profile, result.results, result.baseline], [null, {}, []]);
    const [{ message, runId, datasetId }] = result.logs;
    assert.equal(message, 'No experiment profile of the test matches this dataset.');
    assert.deepEqual([runId, datasetId], [result.datasetInfo.runId, result.datasetInfo.id]);
  });

  test('reports what it cannot compare and why', async () => {
    const own = await measured(3000, 'feature', 180);
    await added({ comparisons: [compare({ variableId: 1 }), compare({ variableId: 99 })] });
    const failing = await added({ selectorFilter: 'b => b.x.y' });
    await measured(1000, 'main', 1);
    await added({ comparisons: [compare({ variableId: 1, model: 'magic' })] });
    const results = await run(own);
    const texts = results.flatMap(({ logs }: { logs: { message: string }[] }) =>
      logs.map(({ message }) => message),
    );
    assert.ok(
      texts.some((text: string) => text.startsWith('Selector filter failed: ')),
      texts.join('\n'),
    );
    assert.ok(results.every(({ profile }: { profile: { id: number } }) => profile.id !== failing));
    assert.ok(texts.includes('There is no variable 99 in profile nightly'), texts.join('\n'));
    assert.ok(
      texts.includes(
        "The comparison of variable latency in profile nightly uses the model 'magic', which does not exist",
      ),
      texts.join('\n'),
    );
  });

  test('names which side has no value to compare', async () => {
    const nothing = Number.NaN;
    const what = 'variable latency in profile nightly';
    await added({ comparisons: [compare({ variableId: 1 })] });
    const messages = async (dataset: number) => {
      const [{ logs, results }] = await run(dataset);
      assert.deepEqual(results, {});
      return logs.map(({ message }: { message: string }) => message);
    };
    await measured(1000, 'main', nothing);
    const withoutBaseline = await messages(await measured(2000, 'feature', 100));
    assert.deepEqual(withoutBaseline, [
      `The datasets of the baseline have no value of ${what}, so Downpour cannot compare it`,
    ]);
    await measured(1500, 'main', 100);
    const withoutValue = await messages(await measured(3000, 'feature', nothing));
    assert.ok(withoutValue.includes(`This dataset has no value of ${what}, so Downpour cannot compare it`));
  });

  test('sees only what its caller may see', async () => {
    await measured(1000, 'main', 100);
    await measured(2000, 'main', 900, 'PRIVATE');
    const own = await measured(3000, 'feature', 100);
    const hidden = await measured(4000, 'feature', 100, 'PRIVATE');
    await added();
    assert.equal((await run(own))[0].results.latency.baselineValue, 500);
    assert.equal((await run(own, eve))[0].results.latency.baselineValue, 100);
    const answer = await ask(`GET /api/experiment/run?datasetId=${hidden}`, undefined, eve);
    assert.deepEqual(refused(answer), [404, 'DATASET_NOT_FOUND', `No dataset ${hidden}`]);
    await repository().tests.change(testId, (test) => ({ ...test, access: 'PRIVATE' }));
    assert.equal((await run(own))[0].profile.testId, testId);
    const [{ profile, logs, baseline }] = await run(own, eve);
    assert.deepEqual(
      [profile, logs[0].message, baseline],
      [null, 'No experiment profile of the test matches this dataset.', []],
    );
  });
});

suite('a profile', () => {
  test('is added, changed and deleted by testers', async () => {
    const id = await added({ id: -1 });
    assert.equal(await added({ id, name: 'renamed' }), id);
    const list = async () => parsed(await ask(`GET /api/experiment/${testId}/profiles`));
    assert.deepEqual(
      (await list()).map(({ name }: { name: string }) => name),
      ['renamed'],
    );
    const of = `/api/experiment/${testId}/profiles`;
    assert.equal((await ask(`POST ${of}`, profile, eve)).status, 403);
    assert.equal((await ask(`DELETE ${of}/${id}`, undefined, eve)).status, 403);
    assert.equal((await ask(`DELETE ${of}/${id}`)).status, 204);
    const gone = [
      404,
      'EXPERIMENT_NOT_FOUND',
      `No experiment profile ${id}: list the profiles of a test with GET /api/experiment/{testId}/profiles`,
    ];
    assert.deepEqual(refused(await ask(`DELETE ${of}/${id}`)), gone);
    assert.deepEqual(refused(await ask(`POST ${of}`, { ...profile, id })), gone);
    assert.deepEqual(await list(), []);
  });

  test('is stored up to a size', async () => {
    const filter = '€'.repeat(65_536);
    const large = { ...profile, selectorFilter: filter, baselineFilter: filter };
    const answer = await ask(`POST /api/experiment/${testId}/profiles`, large);
    assert.deepEqual(refused(answer), [
      ...[
        413,
        'DEFINITION_TOO_LARGE',
        `the profile has more than ${grouped(recordLimits.definitionBytesMax)} bytes as JSON; shorten its longest texts`,
      ],
    ]);
  });

  test('names the labels that select datasets and the baseline', async () => {
    for (const [more, words] of [
      [{ selectorLabels: [] }, 'selector'],
      [{ baselineLabels: null }, 'baseline'],
    ] as const) {
      const answer = await ask(`POST /api/experiment/${testId}/profiles`, { ...profile, ...more });
      const message = `Experiment profile must have ${words} labels defined.`;
      assert.deepEqual(refused(answer), [400, 'EXPERIMENT_INVALID', message]);
    }
  });
});

test('a difference within the threshold does not count, and only the newest runs count when there are too many', () => {
  const model = comparisonModels.get('relativeDifference') ?? assert.fail();
  const cases = [
    [{ threshold: 0.1 }, [100], 109, 'SAME', '+9.00%'],
    [{ threshold: 0.1 }, [100], 111, 'BETTER', '+11.00%'],
    [{ threshold: 0.1 }, [100], 89, 'WORSE', '-11.00%'],
    [{ threshold: 0.1, greaterBetter: false }, [100], 89, 'BETTER', '-11.00%'],
    [{}, [100], 101, 'BETTER', '+1.00%'],
    [{ threshold: 0, maxBaselineDatasets: 2 }, [100, 300, 9999], 200, 'SAME', '+0.00%'],
    // By default a greater value is better. So a decrease is worse, also below zero.
    [{ threshold: 0.1 }, [-10], -20, 'WORSE', '-100.00%'],
    [{ threshold: 0.1 }, [-10], -5, 'BETTER', '+50.00%'],
    [{ threshold: 0.1, greaterBetter: false }, [-10], -20, 'BETTER', '-100.00%'],
    [{ threshold: 0.1 }, [-10], 10, 'BETTER', '+200.00%'],
    [{ threshold: 0.1 }, [-100], -109, 'SAME', '-9.00%'],
    // A value cannot be a percentage of 0.
    [{ threshold: 0.1 }, [0, 0], 0, 'SAME', '+0.00%'],
    [{ threshold: 9 }, [0], 5, 'BETTER', 'from 0 to 5'],
    [{ threshold: 9 }, [-1, 1], -0.5, 'WORSE', 'from 0 to -0.5'],
    [{ threshold: 0.1 }, [5e-324], 1e300, 'BETTER', 'from 5e-324 to 1e+300'],
    [{ threshold: 0.1 }, [1.5e308, 1.5e308], 1.5e308, 'SAME', '+0.00%'],
  ] as const;
  for (const [settings, baseline, value, overall, text] of cases) {
    const { overall: found, result } = model(settings, baseline, value);
    assert.deepEqual([found, result], [overall, text]);
  }
});

test('the defaults of each model are within the bounds of its sliders', async () => {
  const models = parsed(await ask('GET /api/experiment/models'));
  for (const { ui, defaults } of models)
    for (const { name, type, properties } of ui) {
      if (type !== 'LOG_SLIDER') continue;
      const value = properties.scale * defaults[name];
      assert.ok(properties.min <= value && value <= properties.max, name);
    }
});
