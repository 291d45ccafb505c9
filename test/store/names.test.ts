import assert from 'node:assert/strict';
import { test } from 'node:test';
import { burstKey, partOf, partsOf, shardsIn } from '../../lib/names/burst-keys.ts';
import { environment } from '../../lib/names/environment.ts';
import { identityKey } from '../../lib/names/identity-keys.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { repositoryKey } from '../../lib/names/repository-keys.ts';

/**
 * The keys of stored data. With a changed key, existing data could not be found, so this test repeats all of
 * them.
 */

test('Objects', () => {
  assert.deepEqual(
    [
      objectKey.run(12),
      objectKey.index(12),
      objectKey.run(12, 3),
      objectKey.index(12, 3),
      objectKey.metadata(12),
      objectKey.dataset(12, 34),
      objectKey.datasetIndex(12, 34),
      objectKey.histograms(12),
      objectKey.answer('r1'),
      objectKey.burst('b-1'),
      objectKey.document('b-1'),
      objectKey.parameters('b-1'),
      objectKey.plan('b-1'),
      objectKey.outline('b-1'),
      objectKey.scheduled('s-1'),
      objectKey.scheduledFile('s-1', 'a0'),
      objectKey.file('u-1', 'a0'),
      objectKey.partial('b-1', 2, 30, 4),
      objectKey.phaseStatistics('b-1', 2),
    ],
    [
      'runs/12/run.json',
      'runs/12/index',
      'runs/12/run.3.json',
      'runs/12/index.3',
      'runs/12/metadata.json',
      'runs/12/datasets/34/document.json',
      'runs/12/datasets/34/index',
      'runs/12/histograms',
      'answers/r1.json',
      'bursts/b-1/',
      'bursts/b-1/document.yaml',
      'bursts/b-1/parameters.json',
      'bursts/b-1/plan.json',
      'bursts/b-1/outline.json',
      'schedules/s-1/order.json',
      'schedules/s-1/files/a0',
      'files/u-1/a0',
      'bursts/b-1/partials/2/30-4.zst',
      'bursts/b-1/phases/2.zst',
    ],
  );
});

test('Items of identities and of the repository', () => {
  assert.deepEqual(
    [
      repositoryKey.run(7),
      repositoryKey.test(7),
      repositoryKey.testName('shop'),
      identityKey.apiKey(7),
      identityKey.schedule('nightly'),
      repositoryKey.counter('run'),
      repositoryKey.claim('ada', 'k'),
      repositoryKey.testRun(3, 1000, 7),
      repositoryKey.dataset(34),
      repositoryKey.datasetBatch(7, 34),
      repositoryKey.runValidation(7),
      repositoryKey.testDataset(3, 1000, 7, 2),
      repositoryKey.schemaDataset('urn:a', 1000, 7, 2),
    ].map(({ pk, sk }) => `${pk} ${sk}`),
    [
      'run#0000000007 run',
      'tests 0000000007',
      'test-names shop',
      'api-keys 0000000007',
      'schedules nightly',
      'counters run',
      'claim#ada k',
      'test-runs#0000000003 08640000000001000#0000000007',
      'dataset#0000000034 dataset',
      'run#0000000007 datasets#0000000034',
      'run#0000000007 validation',
      'test-datasets#0000000003 08640000000001000#0000000007#0000000002',
      'schema-datasets#urn:a 08640000000001000#0000000007#0000000002',
    ],
  );
});

test('Each key of the repository and of identities, for the arguments 1 to 5', () => {
  type Key = { readonly pk: string; readonly sk: string };
  const { deadLetter, ...ofRecords } = repositoryKey;
  const keys = Object.entries({ repositoryKey: ofRecords, identityKey }).flatMap(([group, members]) =>
    Object.entries(members).map(([name, key]) => {
      const { pk, sk } = typeof key === 'function' ? (key as (...of: number[]) => Key)(1, 2, 3, 4, 5) : key;
      return [`${group}.${name}`, `${pk} ${sk}`];
    }),
  );
  assert.deepEqual(Object.fromEntries(keys), {
    'repositoryKey.format': 'format format',
    'repositoryKey.counter': 'counters 1',
    'repositoryKey.claim': 'claim#1 2',
    'repositoryKey.run': 'run#0000000001 run',
    'repositoryKey.upload': 'upload#0000000001 upload',
    'repositoryKey.uploadFailure': 'upload#0000000001 failure',
    'repositoryKey.listedRun': 'runs 08640000000000001#0000000002',
    'repositoryKey.testRun': 'test-runs#0000000001 08640000000000002#0000000003',
    'repositoryKey.listedWords': 'run-words 08640000000000001#0000000002',
    'repositoryKey.testWords': 'test-run-words#0000000001 08640000000000002#0000000003',
    'repositoryKey.runCounts': 'run-counts 0000000001',
    'repositoryKey.runTotals': 'run-totals 0000000001',
    'repositoryKey.storageTurn': 'storage-turns 1',
    'repositoryKey.schemaRunCounts': 'schema-run-counts#1 0000000002',
    'repositoryKey.runTotalsComplete': 'run-totals complete',
    'repositoryKey.schemaRun': 'schema-runs#1 08640000000000002#0000000003',
    'repositoryKey.test': 'tests 0000000001',
    'repositoryKey.testName': 'test-names 1',
    'repositoryKey.testTotals': 'test-totals all',
    'repositoryKey.schema': 'schemas 0000000001',
    'repositoryKey.schemaName': 'schema-names 1',
    'repositoryKey.schemaUri': 'schema-uris 1',
    'repositoryKey.label': 'labels 0000000001#0000000002',
    'repositoryKey.transformer': 'transformers 0000000001',
    'repositoryKey.runDefinitions': 'definitions runs',
    'repositoryKey.definitions': 'definitions version',
    'repositoryKey.documentSweep': 'sweeps documents',
    'repositoryKey.cursorKey': 'cursor-key key',
    'repositoryKey.work': 'work#1 08640000000000002#3',
    'repositoryKey.runFailure': 'run#0000000001 failure',
    'repositoryKey.datasetFailure': 'dataset#0000000001 failure',
    'repositoryKey.job': 'job#1 job',
    'repositoryKey.eventFailure': 'event#1 failure',
    'repositoryKey.jobFailure': 'job#1 failure',
    'repositoryKey.testFailure': 'test-failures#0000000001 0000000002#0000000003',
    'repositoryKey.dataset': 'dataset#0000000001 dataset',
    'repositoryKey.datasetObject': 'dataset#0000000001 object',
    'repositoryKey.datasetBatch': 'run#0000000001 datasets#0000000002',
    'repositoryKey.runValidation': 'run#0000000001 validation',
    'repositoryKey.testDataset': 'test-datasets#0000000001 08640000000000002#0000000003#0000000004',
    'repositoryKey.schemaDataset': 'schema-datasets#1 08640000000000002#0000000003#0000000004',
    'repositoryKey.variable': 'alerting#0000000001 variable#0000000002',
    'repositoryKey.missingRule': 'alerting#0000000001 rule#0000000002',
    'repositoryKey.variablePlace': 'variables 0000000001',
    'repositoryKey.missingRulePlace': 'missing-data-rules 0000000001',
    'repositoryKey.changePlace': 'changes 0000000001',
    'repositoryKey.datapoint': 'datapoints#0000000001#2 08640000000000003#0000000004#0000000005',
    'repositoryKey.series': 'series#0000000001 2',
    'repositoryKey.change': 'changes#0000000001 0000000002',
    'repositoryKey.measured': 'run#0000000001 measured#0000000002',
    'repositoryKey.ruleMatch': 'rule-matches#0000000001 08640000000000002#0000000003#0000000004',
    'repositoryKey.action': 'actions 0000000001',
    'repositoryKey.allowedSite': 'allowed-sites 0000000001',
    'repositoryKey.keyNotice': 'key-notices 0000000001',
    'repositoryKey.keyNoticeHour': 'key-notices hour',
    'repositoryKey.datastore': 'datastores 0000000001',
    'repositoryKey.expectation': 'expectations 08640000000000001#0000000002',
    'repositoryKey.testExpectation': 'expectations#0000000001 08640000000000002#0000000003',
    'repositoryKey.expectationCount': 'expectation-count#0000000001 count',
    'repositoryKey.values': 'values#0000000001 08640000000000002#0000000003#0000000004',
    'repositoryKey.testPart': 'test-parts#1 0000000002#0000000003',
    'repositoryKey.views': 'views 0000000001',
    'repositoryKey.log': 'log#1#2#0000000003 08640000000000004#0000000005',
    'identityKey.apiKey': 'api-keys 0000000001',
    'identityKey.user': 'users 1',
    'identityKey.removedUser': 'removed-users 1',
    'identityKey.team': 'teams 1',
    'identityKey.audit': 'audit#1 000000000000002#3',
    'identityKey.tries': 'tries 1#2',
    'identityKey.once': 'once 1',
    'identityKey.schedule': 'schedules 1',
    'identityKey.counter': 'counters 1',
  });
  assert.deepEqual(deadLetter({ pk: 'work#a', sk: '1' }), { pk: 'given-up', sk: '1#work#a' });
});

test('Items of a burst', () => {
  assert.deepEqual(
    [
      burstKey.burst('b'),
      burstKey.conductor('b'),
      burstKey.flag('b', 2),
      burstKey.start('b', 3, 0),
      burstKey.start('b', 3, 1),
      burstKey.token('b', 3),
      burstKey.phaseCount('b', 3),
      burstKey.partCount('b', 3, 4, 1),
      burstKey.lease('b', 3, 20, 1),
      burstKey.live('b', 3, 20, 1),
      burstKey.snapshot('b'),
      burstKey.listed(1_700_000_000_000, 'b'),
    ].map(({ pk, sk }) => `${pk} ${sk}`),
    [
      'b burst',
      'b conductor',
      'b#flag#2 flag',
      'b#start#3 start',
      'b#start#3#1 start',
      'b#start#3 token',
      'b#drives#3 count',
      'b#drives#3#4 count#0000000001',
      'b#drives#3#23 lease#0000000001#0000000020',
      'b#live#23 0000000003#0000000001#0000000020',
      'b#snapshot snapshot',
      'bursts 001700000000000#b',
    ],
  );
  assert.ok(burstKey.live('b', 12, 0, 3).sk.startsWith(burstKey.livesOf(12)));
  assert.ok(burstKey.live('b', 12, 0, 3).sk.startsWith(burstKey.livesOf(12, 3)));
  // The last seconds of drives are in the same partitions as the live items. A query for the live items must
  // not read these seconds.
  assert.ok(!burstKey.recent('b', 12, 0, 3).sk.startsWith(burstKey.livesOf(12)));
  assert.ok(burstKey.recent('b', 12, 0, 3).sk > `${burstKey.livesOf(12)}~`);
  assert.ok(burstKey.recent('b', 12, 0, 3).sk.startsWith(burstKey.recentsOf(12, 3)));
  assert.ok(!burstKey.recent('b', 123, 0, 0).sk.startsWith(burstKey.recentsOf(12)));
  assert.ok(!burstKey.live('b', 123, 0, 0).sk.startsWith(burstKey.livesOf(12)));
});

test('The shards of a phase are spread over as many partitions as it can fill', () => {
  assert.deepEqual(
    [1, 7, 64, 1_000].map((shards) => partsOf(5, shards).length),
    [1, 7, 64, 64],
  );
  assert.deepEqual(partsOf(63, 3), [63, 0, 1]);
  for (const [phase, shards] of [
    [0, 1_000],
    [5, 3],
    [70, 130],
  ] as const) {
    const parts = Array.from({ length: shards }, (_, shard) => partOf(phase, shard));
    assert.deepEqual(new Set(parts), new Set(partsOf(phase, shards)));
    for (const part of partsOf(phase, shards))
      assert.equal(shardsIn(phase, part, shards), parts.filter((each) => each === part).length);
  }
});

test('The order of keys is the order of ids', () => {
  const ids = [1, 9, 10, 99, 100, 4_294_967_295];
  const keys = ids.map((id) => repositoryKey.test(id).sk);
  assert.deepEqual(keys.toSorted(), keys);
  const starts = [-8.64e15, -1, 0, 1, 999, 1000, 1.7e12, 8.64e15];
  const listed = starts.flatMap((start) => ids.map((id) => repositoryKey.listedRun(start, id).sk));
  assert.deepEqual(listed.toSorted(), listed);
});

test('Environment variables carry the name of the product, each once', () => {
  const names = Object.values(environment);
  assert.ok(names.every((name) => name.startsWith('DOWNPOUR_')));
  assert.equal(new Set(names).size, names.length);
});
