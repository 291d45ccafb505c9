import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import type { SQSEvent } from 'aws-lambda';
import { handler as performWork } from '../../../functions/work/perform.ts';
import { workContext } from '../../../functions/work-context.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { sweep } from '../../../lib/repository/work/sweep.ts';
import { cases } from '../../runner/cases.ts';
import { elasticsearch, openServer } from '../api/datastore-servers.ts';
import type { Answer, Ask } from '../api/invoke.ts';
import { send } from '../api/requests.ts';
import { emptyTable, keyOfUser, openMemory } from '../memory.ts';
import { drawn } from './drawn.ts';
import { type Fault, openFaults } from './faulty.ts';

/**
 * Uploads, datasets, labels, changes, deletions, recalculations, changes of definitions, queries of
 * datastores and events end the same when a call to AWS fails, and when messages of the queue come twice and
 * in another order.
 */

const memory = openMemory();
const key = keyOfUser(memory, 1, 'ada', 'admin');
const faults = openFaults();
for (const method of ['log', 'warn', 'error'] as const) mock.method(console, method, () => undefined);

/** Repeats a request until the service answers. A repeated deletion finds the run deleted. */
async function ask(line: string, body?: object | string, headers: Ask['headers'] = {}): Promise<Answer> {
  const type = typeof body === 'string' ? 'text/plain' : 'application/json';
  const text = typeof body === 'object' ? JSON.stringify(body) : body;
  for (let attempt = 1; ; attempt += 1) {
    faults.revive();
    const all = { 'content-type': type, ...headers };
    const answer = await send(line, { key, headers: all, ...(text !== undefined && { body: text }) });
    const { status } = answer;
    if (status < 300 || (attempt > 1 && line.startsWith('DELETE') && status === 404)) return answer;
    assert.ok(faults.explains(status) && attempt < 4, `${line}: ${status} ${answer.body}`);
  }
}

const idFrom = ({ body }: Answer): number => Number(JSON.parse(body).id ?? JSON.parse(body));

/** Performs a message until it succeeds, as the queue does. */
async function perform(message: object): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    faults.revive();
    const attributes = { ApproximateReceiveCount: String(attempt) };
    const record = { messageId: 'm', receiptHandle: 'm', body: JSON.stringify(message), attributes };
    const { batchItemFailures } = await performWork({ Records: [record] } as unknown as SQSEvent);
    if (batchItemFailures.length === 0) return;
    assert.ok(attempt < 5, `Downpour gave up ${JSON.stringify(message)}`);
  }
}

/** Performs all work. The queue is a stack, and with `isTwice` it delivers each message twice. */
async function drain(isTwice: boolean): Promise<void> {
  const isDue = () => [...memory.table.items].some(([pk, items]) => pk.startsWith('work#') && items.size > 0);
  for (let day = 2; memory.queued.length > 0 || isDue(); day += 1) {
    assert.ok(day < 9, 'work is never done');
    for (let message = memory.queued.pop(); message !== undefined; message = memory.queued.pop())
      await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => perform(message as object)));
    faults.revive();
    const { repository, work } = workContext();
    await sweep(repository.table, work, Date.now() + day * 86_400_000).catch(() => undefined);
  }
}

const created = async (line: string, body: object): Promise<number> => idFrom(await ask(line, body));
const schema = (name: string) => created('POST /api/schema', { name, uri: `urn:${name}` });
const label = (name: string) => ({ name, extractors: [{ name, jsonpath: `$.${name}` }] });
const upload = (test: string, n: number, document: object): Promise<number> =>
  ask(`POST /api/run/data?test=${test}&start=${n}&stop=${n}&access=PUBLIC`, document, {
    'idempotency-key': `k${n}`,
  }).then(idFrom);

/** The documents of a datastore. A query that finds more than ten is performed by a task. */
const documents = (count: number, at: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `d${n}`, source: `{"at":${at + n}}` }));
const indexes = { many: documents(12, 1000), few: documents(2, 2000) };

type Scenario = {
  /** Makes the tests, schemas and other definitions of the scenario. No call to AWS fails meanwhile. */
  readonly define: () => Promise<Readonly<Record<string, number>>>;
  /** The work of the scenario, in which one call to AWS fails. */
  readonly work: (ids: Readonly<Record<string, number>>, drained: () => Promise<void>) => Promise<void>;
};

const scenarios: Readonly<Record<string, Scenario>> = {
  'the life of runs': {
    async define() {
      const [runs, items] = [await schema('drill'), await schema('item')];
      await ask(`POST /api/schema/${items}/labels`, [label('value'), label('branch')]);
      const transformer = await created(`POST /api/schema/${runs}/transformers`, {
        name: 'items',
        extractors: [{ name: 'items', jsonpath: '$.items[*]', isarray: true }],
        targetSchemaUri: 'urn:item',
        function: 'items => items',
      });
      const given = { name: 'drill', access: 'PUBLIC', fingerprintLabels: ['branch'] };
      const test = await created('POST /api/test', given);
      await ask(`POST /api/test/${test}/transformers`, [transformer]);
      const config = { min: { enabled: false }, max: { enabled: true, inclusive: true, value: 90 } };
      const changeDetection = [{ model: 'fixedThreshold', config }];
      const variables = [{ name: 'bounded', labels: ['value'], changeDetection }];
      await ask(`POST /api/alerting/variables?test=${test}`, variables);
      return { test };
    },
    async work({ test }, drained) {
      const items = (n: number) => [0, 1].map((k) => ({ value: n === 3 ? 95 : n * 7 + k, branch: `b${k}` }));
      const runs: number[] = [];
      for (const n of [1, 2, 3])
        runs.push(await upload('drill', n, { $schema: 'urn:drill', items: items(n) }));
      const [one, two, three] = runs;
      await drained();
      await ask('PUT /api/test', { id: test, name: 'renamed', fingerprintLabels: ['branch'] });
      await ask(`POST /api/run/${one}/trash`);
      await drained();
      await ask(`POST /api/run/${one}/trash?isTrashed=false`);
      await ask(`POST /api/run/${two}/trash`);
      await drained();
      await ask(`DELETE /api/run/${two}`);
      await ask(`POST /api/run/${three}/recalculate`);
      await drained();
      await ask(`POST /api/run/${one}/schema`, 'urn:item');
      await ask(`POST /api/test/${test}/recalculate`);
    },
  },
  'changes of definitions': {
    async define() {
      const [a, b] = [await schema('a'), await schema('b')];
      for (const id of [a, b]) await ask(`POST /api/schema/${id}/labels`, [label('x'), label('y')]);
      const ids: Record<string, number> = { a, b };
      for (const name of ['s', 't']) {
        ids[name] = await created('POST /api/test', { name, access: 'PUBLIC' });
        const variables = ['x', 'y'].map((each) => ({ name: each, labels: [each], changeDetection: [] }));
        await ask(`POST /api/alerting/variables?test=${ids[name]}`, variables);
      }
      return ids;
    },
    async work({ a, b, s, t }, drained) {
      const first = await upload('s', 1, { $schema: 'urn:a', x: 1, y: 1 });
      await upload('t', 2, { $schema: 'urn:a', x: 2, y: 2 });
      await drained();
      await ask('PUT /api/schema', { id: a, name: 'a', uri: 'urn:other' });
      await ask('PUT /api/test', { id: t, name: 'u', owner: 'ada-team', access: 'PUBLIC' });
      await drained();
      await ask('PUT /api/schema', { id: a, name: 'a', uri: 'urn:a' });
      const variables = [{ name: 'x', labels: ['y'], changeDetection: [] }];
      await ask(`POST /api/alerting/variables?test=${s}`, variables);
      await drained();
      await ask(`DELETE /api/schema/${b}`);
      await ask(`DELETE /api/test/${s}`);
      await drained();
      await ask(`DELETE /api/run/${first}`);
    },
  },
  'queries of datastores, and events to receivers': {
    async define() {
      await ask('POST /api/action/allowedSites', server.url);
      const config = { url: server.url, authentication: { type: 'none' } };
      const datastoreId = await created('POST /api/config/datastore', {
        name: 'archive',
        owner: 'ada-team',
        type: 'ELASTICSEARCH',
        config,
      });
      await ask('POST /api/action/global', {
        event: 'run/new',
        type: 'http',
        config: { url: `${server.url}/hook` },
      });
      return { test: await created('POST /api/test', { name: 'archive', access: 'PUBLIC', datastoreId }) };
    },
    async work(_, drained) {
      for (const index of Object.keys(indexes)) {
        const line = 'POST /api/run/data?test=archive&start=$.at&stop=$.at&access=PUBLIC';
        await ask(line, { index, type: 'search', query: {} }, { 'idempotency-key': index });
        await drained();
      }
    },
  },
};

/** The starts of the runs whose events a receiver got. */
const received = new Set<number>();
const server = await openServer();
server.answer = (asked) => {
  if (asked.line !== 'POST /hook') return elasticsearch(indexes)(asked);
  received.add(JSON.parse(asked.body).data.run.start);
  return 204;
};

/** The contents of the repository, without ids and other values that depend on the number of attempts. */
function contents(): object {
  const { items: partitions } = memory.table;
  const sizes: Record<string, number> = {};
  for (const [pk, items] of partitions) {
    const [kind = ''] = pk.split('#');
    sizes[kind] = (sizes[kind] ?? 0) + items.size;
  }
  // Claims, ids, parts of totals, the log and the records of abandoned datasets depend on the number of
  // attempts.
  for (const kind of ['work', 'run', 'run-totals', 'log', 'counters', 'claim']) delete sizes[kind];
  const of = (kind: string) =>
    [...partitions].flatMap(([pk, items]) => (pk.split('#')[0] === kind ? [...items.values()] : []));
  const rows = of('run').filter(({ start }) => start !== undefined);
  const starts = new Map(rows.map(({ id, start }) => [id, start]));
  const named = rows.flatMap(({ start, datasets = [] }) =>
    (datasets as number[]).map((id, n) => [id, `${start}/${n}`] as const),
  );
  const datasets = new Map(named);
  const abandoned = new Set(
    of('run').flatMap(({ first, count = 0 }) =>
      Array.from({ length: Number(count) }, (_, n) => Number(first) + n).filter((id) => !datasets.has(id)),
    ),
  );
  const objects = [...memory.objects.keys()].flatMap((object) => {
    const [, run, rest = '', dataset] = /^runs\/(\d+)\/(\w+)(?:\/(\d+))?/.exec(object) ?? [];
    if (abandoned.has(Number(dataset))) return [];
    return [`${starts.get(Number(run))} ${rest} ${dataset && datasets.get(Number(dataset))}`];
  });
  const sorted = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line)).sort();
  return {
    sizes,
    runs: sorted(rows.map(({ start, trashed, sizeBytes }) => [start, trashed, sizeBytes])),
    values: sorted(
      of('values').map(({ dataset, values }) => [datasets.get(Number(dataset)), Object.values(values ?? {})]),
    ),
    points: sorted(of('datapoints').map(({ runId, ordinal, value }) => [starts.get(runId), ordinal, value])),
    changes: sorted(of('changes').map(({ runId, ordinal }) => [starts.get(runId), ordinal])),
    objects: sorted(objects),
    received: sorted([...received]),
  };
}

/** The calls and the contents of a repository in which one call failed. */
async function outcome({ define, work }: Scenario, fault?: Fault, at?: number, isTwice = false) {
  const version = Number(memory.dynamo.item('repository', repositoryKey.definitions())?.version ?? 0);
  emptyTable(memory);
  // Warm functions cache definitions by their version, so each attempt has a new version.
  memory.dynamo.place('repository', repositoryKey.definitions(), { version: version + 1 });
  memory.objects.clear();
  received.clear();
  faults.arm();
  const ids = await define();
  await drain(false);
  faults.arm(fault, at);
  await work(ids, () => drain(isTwice));
  await drain(isTwice);
  return { calls: [...faults.calls], contents: contents() };
}

// The outcome of each scenario without a fault. A suite runs as soon as it is declared, so all these
// scenarios run before the first suite.
const wholes: (readonly [string, Scenario, Awaited<ReturnType<typeof outcome>>])[] = [];
for (const [name, scenario] of Object.entries(scenarios))
  wholes.push([name, scenario, await outcome(scenario)]);

for (const [name, scenario, whole] of wholes)
  suite(`${name} end the same`, () => {
    test('when messages come twice and in another order', async () => {
      assert.deepEqual((await outcome(scenario, undefined, undefined, true)).contents, whole.contents);
    });

    for (const [fault, at] of drawn(whole.calls, cases(2, 60)))
      test(`when call ${at} (${whole.calls[at]}) is ${fault}`, async () => {
        assert.deepEqual((await outcome(scenario, fault, at)).contents, whole.contents);
      });
  });
