import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { evaluate } from '../../../functions/scripts/script-engine.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { fingerprintsOf, lastPoints } from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import {
  metricSeries,
  metricTransformer,
} from '../../../lib/repository/pipeline/trends/default-definitions.ts';
import { metricFunctions } from '../../../lib/repository/pipeline/trends/native-functions.ts';
import { openChanges } from '../../../lib/repository/records/alerting/changes.ts';
import { seriesOf } from '../../../lib/repository/records/alerting/fingerprint.ts';
import type { Evaluation } from '../../../lib/results/scripts/evaluation.ts';
import { withNativeFunctions } from '../../../lib/results/scripts/native-shortcuts.ts';
import { runMetricSchema, runSchema } from '../../../lib/schema-uris.ts';
import { drainWork, keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** Runs of the load driver have labels, series and changes without any configuration. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
beforeEach(() => {
  memory.table.clear();
  memory.bodies.clear();
  memory.queued.length = 0;
});

type Metric = {
  readonly phase?: string;
  readonly metric?: string;
  readonly step?: number;
  readonly request?: string;
  readonly isWarmup?: boolean;
  readonly p99: number;
  readonly failed?: number;
};

/** The members of a run document from which labels are computed. */
const documentOf = (metrics: readonly Metric[], state: string) => ({
  $schema: runSchema,
  state,
  stats: metrics.map(
    ({ phase = 'main', metric = 'home', step = 0, request, isWarmup = false, p99, failed = 0 }) => ({
      name: phase,
      metric,
      stepId: step,
      isWarmup,
      ...(request === undefined ? {} : { request }),
      total: {
        summary: {
          requestCount: 1_000,
          meanResponseTime: p99 / 3,
          percentileResponseTime: {
            '50.0': p99 / 4,
            '90.0': p99 / 2,
            '99.0': p99,
            '99.9': p99 * 2,
            '99.99': p99 * 3,
          },
        },
      },
      requestRate: 100,
      failedRatio: failed,
      lateness: { percentiles: { '50.0': 1, '90.0': 2, '99.0': 3, '99.9': 4, '99.99': 5 } },
    }),
  ),
});

let uploads = 0;
async function uploaded(metrics: readonly Metric[], state = 'passed', name = 'shop'): Promise<number> {
  uploads += 1;
  const line = `POST /api/run/data?test=${name}&start=${uploads * 1_000}&stop=${uploads * 1_000 + 5}`;
  const answer = await send(line, {
    key: ada,
    body: JSON.stringify(documentOf(metrics, state)),
  });
  assert.equal(answer.status, 202, answer.body);
  await drainWork(memory);
  return JSON.parse(answer.body)[0] ?? JSON.parse(answer.body);
}

const testOf = async (name = 'shop') =>
  (await repository().tests.byName(name)) ?? assert.fail('no such test');
const variablesOf = async (name = 'shop') =>
  (await repository().alerting.ofTest((await testOf(name)).id)).variables;

/** The changes of a test, each with its variable, fingerprint and run. */
async function changesOf(name = 'shop') {
  const changes = openChanges(repository().table);
  const found = await Promise.all(
    (await variablesOf(name)).map(async (variable) =>
      (await changes.ofVariable(variable.id))
        .filter(({ faded }) => faded !== true)
        .map(({ fingerprint, runId }) => [variable.name, JSON.parse(fingerprint).metric, runId]),
    ),
  );
  return found.flat();
}

/** A random number from the standard normal distribution, the same in each run of the test. */
function noise(n: number): number {
  const [u, v] = [fraction(12.9898 * (n + 1)), fraction(78.233 * (n + 1))];
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * v);
}
function fraction(x: number): number {
  const y = Math.sin(x) * 43758.5453;
  return y - Math.floor(y) || 0.5;
}

suite('runs of the load driver', () => {
  test('have a schema, a transformer and labels from the first run on, which are made once', async () => {
    await Promise.all([uploaded([{ p99: 5e6 }], 'passed', 'a'), uploaded([{ p99: 5e6 }], 'passed', 'b')]);
    for (const later of ['a', 'c']) await uploaded([{ p99: 5e6 }], 'passed', later);
    const { schemas, transformers, labels } = repository();
    const uris = (await schemas.list()).map(({ uri, owner, access }) => [uri, owner, access]);
    assert.deepEqual(uris.sort(), [
      [runSchema, 'admin-team', 'PUBLIC'],
      [runMetricSchema, 'admin-team', 'PUBLIC'],
    ]);
    const made = (await transformers.list()).map(({ id }) => id);
    assert.equal(made.length, 1);
    for (const name of ['a', 'b', 'c']) assert.deepEqual((await testOf(name)).transformers, made, name);
    const listed = await labels.list();
    for (const { name, filtering, metrics } of listed)
      assert.deepEqual(
        [filtering, metrics],
        ['phase', 'metric'].includes(name) ? [true, false] : [false, true],
        name,
      );
    assert.deepEqual(
      listed.map(({ name }) => name),
      [
        'phase',
        'metric',
        'requests',
        'rate',
        'failedShare',
        'mean',
        'p50',
        'p90',
        'p99',
        'p99.9',
        'lateness',
      ],
    );
    for (const name of ['a', 'b', 'c'])
      assert.deepEqual(
        (await variablesOf(name)).map((variable) => variable.name),
        ['p50', 'p99', 'failed share'],
      );
  });

  test('prepare a test once, however many arrive at the same time', async () => {
    await Promise.all(['a', 'a', 'a'].map((name) => uploaded([{ p99: 5e6 }], 'passed', name)));
    assert.deepEqual(
      (await variablesOf('a')).map((variable) => variable.name),
      ['p50', 'p99', 'failed share'],
    );
  });

  test('become a dataset for each phase and metric that does not warm up, with the numbers of the run', async () => {
    const run = await uploaded([
      { phase: 'warm', isWarmup: true, p99: 9e6 },
      { p99: 4e6, failed: 0.25 },
      { metric: 'search', step: 1, request: 'GET /a', p99: 6e6 },
      { metric: 'search', step: 2, request: 'GET /b', p99: 7e6 },
    ]);
    const rows = (await repository().runs.get(run))?.datasets ?? [];
    const names = new Map((await repository().labels.list()).map(({ id, name }) => [String(id), name]));
    const values = await Promise.all(
      rows.map(async (_, ordinal) => {
        const start = uploads * 1_000;
        const item = await repository().table.get(
          repositoryKey.values((await testOf()).id, start, run, ordinal),
        );
        const stored = (item?.values ?? {}) as Readonly<Record<string, string>>;
        return Object.fromEntries(
          Object.entries(stored).map(([id, text]) => [names.get(id), JSON.parse(text)]),
        );
      }),
    );
    assert.deepEqual(values[0], {
      phase: 'main',
      metric: 'home',
      requests: 1_000,
      rate: 100,
      failedShare: 0.25,
      mean: 4e6 / 3,
      p50: 1e6,
      p90: 2e6,
      p99: 4e6,
      'p99.9': 8e6,
      lateness: 3,
    });
    assert.deepEqual(
      values.map(({ phase, metric, p99 }) => [phase, metric, p99]),
      [
        ['main', 'home', 4e6],
        ['main', 'search GET /a', 6e6],
        ['main', 'search GET /b', 7e6],
      ],
    );
  });

  test('report a slower target at its run, two runs later, and nothing else', async () => {
    const runs: number[] = [];
    const known: (readonly unknown[])[] = [];
    for (let n = 0; n < 20; n += 1) {
      const p99 = 5e6 * (1 + 0.04 * noise(n)) * (n < 10 ? 1 : 1.3);
      runs.push(
        await uploaded([{ p99 }, { metric: 'other', step: 1, p99: 8e6 * (1 + 0.04 * noise(n + 50)) }]),
      );
      known.push(await changesOf());
    }
    const changes = ['p50', 'p99'].map((variable) => [variable, 'home', runs[10]]);
    assert.deepEqual(known.slice(0, 11), Array(11).fill([]));
    assert.deepEqual(known.slice(12), Array(8).fill(changes));
  });

  test('report a share of failed requests that was 0 before', async () => {
    const runs: number[] = [];
    for (let n = 0; n < 14; n += 1) runs.push(await uploaded([{ p99: 5e6, failed: n < 10 ? 0 : 0.02 }]));
    assert.deepEqual(await changesOf(), [['failed share', 'home', runs[10]]]);
  });

  test('report nothing where twenty runs are equal, or one is slow', async () => {
    for (let n = 0; n < 20; n += 1) {
      const p99 = 5e6 * (1 + 0.05 * noise(n + 100));
      await uploaded([{ p99 }, { metric: 'outlier', step: 1, p99: n === 14 ? 5e7 : 5e6 }]);
      assert.deepEqual(await changesOf(), [], `after run ${n + 1}`);
    }
  });

  test('never count when they are inconclusive, incomplete or stopped', async () => {
    const states = ['passed', 'inconclusive', 'incomplete', 'stopped', 'failed'];
    for (const [n, state] of states.entries()) await uploaded([{ p99: (n + 5) * 1e6 }], state);
    const [variable] = await variablesOf();
    assert.ok(variable);
    const { table } = repository();
    const [series = '', ...others] = await fingerprintsOf(table, variable.id);
    assert.deepEqual([JSON.parse(series), others], [{ metric: 'home', phase: 'main' }, []]);
    const points = await lastPoints(table, variable.id, seriesOf(series));
    assert.deepEqual(
      points.map(({ value }) => value),
      [1.25e6, 2.25e6],
    );
  });
});

suite('a test', () => {
  const asIt = { owner: 'ada-team', access: 'PUBLIC' } as const;

  test('gets no variables when its setting turns them off', async () => {
    await repository().tests.create({ ...asIt, name: 'shop', automaticVariables: false });
    await uploaded([{ p99: 5e6 }]);
    assert.deepEqual([await variablesOf(), (await testOf()).transformers], [[], undefined]);
  });

  test('stays as people have configured it', async () => {
    await repository().tests.create({ ...asIt, name: 'shop', fingerprintLabels: ['branch'] });
    await uploaded([{ p99: 5e6 }]);
    assert.deepEqual([await variablesOf(), (await testOf()).fingerprintLabels], [[], ['branch']]);
  });

  test('does not get variables again that people have removed', async () => {
    await uploaded([{ p99: 5e6 }]);
    const variables = await variablesOf();
    await repository().alerting.replace(
      (await testOf()).id,
      [],
      variables.map(({ id }) => id),
    );
    await uploaded([{ p99: 5e6 }]);
    assert.deepEqual(await variablesOf(), []);
  });

  test('gets none from runs of other tools', async () => {
    const line = 'POST /api/run/data?test=shop&start=1&stop=2';
    await send(line, { key: ada, body: JSON.stringify({ $schema: 'urn:other', p99: 1 }) });
    await drainWork(memory);
    assert.deepEqual([await variablesOf(), await repository().schemas.list()], [[], []]);
  });

  test('gets none when another schema has the URI of runs', async () => {
    await repository().schemas.create({ name: 'ours', uri: runSchema, ...asIt });
    await uploaded([{ p99: 5e6 }]);
    assert.deepEqual([await variablesOf(), (await testOf()).transformers], [[], undefined]);
  });
});

suite('the functions of the definitions', () => {
  const refuse = async (): Promise<Evaluation> => assert.fail('the sandbox was called');
  const runs = (state: string) => ({
    ...{ state, phases: ['main', 'warm', 'main'], metrics: ['a', 'b', 'c'], steps: [0, 1, 2] },
    ...{ warmups: [false, true, false], rates: [1, 2, 3.5], failed: [0, 0.1, 1] },
    summaries: [5, 6, 7].map((requestCount) => ({
      ...{ requestCount, meanResponseTime: 1.25 },
      percentileResponseTime: { '50.0': 1, '90.0': 2, '99.0': 3, '99.9': 4 },
    })),
    lateness: [1, 2, 3].map((time) => ({ '99.0': time })),
    ...{ namedPhases: ['main'], namedSteps: [2], requests: ['GET /'] },
  });
  const { function: transformer = '' } = metricTransformer;
  const calls: readonly (readonly [script: string, argument: unknown])[] = [
    ...['passed', 'failed', 'inconclusive'].map((state) => [transformer, runs(state)] as const),
    ...[{ phase: 'main', metric: 'a' }, {}].map(
      (values) => [metricSeries.fingerprintFilter, values] as const,
    ),
  ];
  for (const [script, argument] of calls)
    test(`give the same as in the sandbox: ${script.slice(0, 12)} ${JSON.stringify(argument).slice(0, 40)}`, async () => {
      const text = JSON.stringify(argument);
      assert.deepEqual(
        await withNativeFunctions(refuse, metricFunctions)(script, text),
        await evaluate(script, text),
      );
    });

  test('run in the sandbox when a user has changed them, or with values that they do not expect', async () => {
    const called: string[] = [];
    const call = withNativeFunctions(async (script) => {
      called.push(script);
      return { output: [], json: '1' };
    }, metricFunctions);
    await call(`${transformer} `, '{}');
    await call(transformer, '{"state":"passed"}');
    assert.deepEqual(called, [`${transformer} `, transformer]);
  });
});
