import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunUpload } from '../../../../lib/api.generated.ts';

/**
 * Ids of three sets of records. Requests read those in `kept`, may delete single records in `spare`, and may
 * delete whole tests and schemas in `first`.
 */
export type Filled = { readonly kept: Ids; readonly spare: Ids; readonly first: Ids };

export type Ids = Readonly<
  Record<
    | 'test'
    | 'schema'
    | 'label'
    | 'transformer'
    | 'run'
    | 'dataset'
    | 'view'
    | 'experiment'
    | 'rule'
    | 'action'
    | 'key'
    | 'upload'
    | 'site'
    | 'variable'
    | 'change'
    | 'globalAction'
    | 'datastore',
    number
  > &
    Record<'name' | 'uri' | 'team' | 'user' | 'schedule' | 'burst', string>
>;

/**
 * Creates three records of each kind that a path of the contract can name, through the API of a repository.
 * They are PUBLIC, so that all users may read them. Records that may be deleted as a whole come first.
 */
export async function fill(url: string, key: string): Promise<Filled> {
  const ask = asking(url, key);
  const first = await fillOnce(ask, 'first');
  return { first, kept: await fillOnce(ask, 'kept'), spare: await fillOnce(ask, 'spare') };
}

type Ask = (line: string, body?: unknown) => Promise<unknown>;

/**
 * Sends requests with a key.
 * @throws AssertionError when an answer is not a success.
 */
const asking =
  (url: string, key: string): Ask =>
  async (line, body) => {
    const [method = '', path = ''] = line.split(' ');
    const isText = typeof body === 'string';
    const reply = await fetch(url + path, {
      method,
      headers: {
        'x-downpour-api-key': key,
        ...(body !== undefined && { 'content-type': isText ? 'text/plain' : 'application/json' }),
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.ok(reply.ok, `${line} was answered ${reply.status}: ${text}`);
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };

async function fillOnce(ask: Ask, name: string): Promise<Ids> {
  const [team, user, uri] = [`${name}-team`, `${name}-user`, `urn:${name}:1`];
  await ask(`POST /api/user/team/${team}`);
  await ask('POST /api/user/createUser', { user: { username: user }, team, roles: ['viewer', 'tester'] });
  const key = await keyOf(ask, name);
  const owned = { owner: 'admin-team', access: 'PUBLIC' };
  const schema = idOf(await ask('POST /api/schema', { name, uri, ...owned }));
  const extractors = [{ name: 'value', jsonpath: '$.value' }];
  const [label] = (await ask(`POST /api/schema/${schema}/labels`, [
    { name: `${name}-value`, extractors, metrics: true, filtering: true, ...owned },
  ])) as [number];
  const points = [{ name: 'points', jsonpath: '$.points[*]', isarray: true }];
  const transformer = idOf(
    await ask(`POST /api/schema/${schema}/transformers`, { name, extractors: points, ...owned }),
  );
  const test = idOf(await ask('POST /api/test', { name, ...owned }));
  const run = await measured(ask, name, { uri, ...owned });
  return {
    name,
    team,
    user,
    uri,
    key,
    schema,
    label,
    transformer,
    test,
    ...run,
    ...(await around(ask, test, name)),
    change: await changed(ask, test, name, { uri, ...owned }),
    ...(await driven(ask, name)),
  };
}

async function keyOf(ask: Ask, name: string): Promise<number> {
  await ask('POST /api/user/apikey', { name, type: 'USER' });
  const keys = (await ask('GET /api/user/apikey')) as { readonly id: number; readonly name: string }[];
  return keys.find((each) => each.name === name)?.id ?? assert.fail(`the key ${name} is not listed`);
}

/** Uploads a run of the test, and waits for the dataset that the service computes from the run. */
async function measured(
  ask: Ask,
  name: string,
  { uri, owner, access }: { readonly uri: string; readonly owner: string; readonly access: string },
): Promise<Pick<Ids, 'run' | 'dataset'>> {
  const query = new URLSearchParams({
    test: name,
    start: '1718000000000',
    stop: '1718000060000',
    owner,
    access,
  });
  const run = Number(await ask(`POST /api/run/data?${query}`, { $schema: uri, value: 7, points: [1, 2] }));
  const dataset = await untilThere(`the dataset of the run ${run}`, async () => {
    const list = (await ask(`GET /api/dataset/list/byRun/${run}`)) as { readonly datasets: readonly Made[] };
    return list.datasets[0]?.id;
  });
  return { run, dataset };
}

type Made = { readonly id: number };

/** Waits for a record that the service creates after its answer. */
async function untilThere(what: string, look: () => Promise<number | undefined>): Promise<number> {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const found = await look();
    if (found !== undefined) return found;
    await pause(50);
  }
  assert.fail(`${what} did not come in ${turnsMax} turns`);
}

/** The number of looks, 50 ms apart, for at least two minutes. */
const turnsMax = 2400;

/** The records that users add to a test. */
async function around(ask: Ask, test: number, name: string) {
  const labels = [`${name}-value`];
  await ask(`POST /api/alerting/variables?test=${test}`, [
    { name: 'value', labels, changeDetection: [detection] },
  ]);
  const watched = (await ask(`GET /api/alerting/variables?test=${test}`)) as readonly {
    readonly id: number;
  }[];
  const components = [{ headerName: 'value', headerOrder: 0, labels }];
  const rule = { name, maxStaleness: 86_400_000, labels };
  const profile = {
    name,
    selectorLabels: labels,
    selectorFilter: 'v => v > 5',
    baselineLabels: labels,
    baselineFilter: 'v => v < 5',
    comparisons: [{ variableName: 'value', model: 'relativeDifference', config: { threshold: 0.1 } }],
  };
  const url = `http://127.0.0.1:1/${name}`;
  const site = idOf(await ask('POST /api/action/allowedSites', url));
  const action = { event: 'change/new', type: 'http', config: { url }, active: true, runAlways: false };
  const datastore = {
    type: 'ELASTICSEARCH',
    owner: 'admin-team',
    access: 'PUBLIC',
    config: { authentication: { type: 'none' } },
  };
  return {
    site,
    variable: watched[0]?.id ?? assert.fail('the variable is not listed'),
    globalAction: idOf(await ask('POST /api/action/global', { ...action, event: 'run/new', testId: -1 })),
    datastore: idOf(
      await ask('POST /api/config/datastore', { ...datastore, name, config: { ...datastore.config, url } }),
    ),
    view: idOf(await ask('POST /api/ui/view', { testId: test, name, components })),
    rule: idOf(await ask(`POST /api/alerting/missingdatarule?testId=${test}`, rule)),
    experiment: idOf(await ask(`POST /api/experiment/${test}/profiles`, profile)),
    action: idOf(await ask('POST /api/action', { ...action, testId: test })),
    upload: await uploaded(ask),
  };
}

/** Settings with which every value counts as too small, so that each run makes a change. */
const detection = {
  model: 'fixedThreshold',
  config: {
    min: { enabled: true, inclusive: true, value: 1000 },
    max: { enabled: false, inclusive: true, value: 0 },
  },
};

/** Uploads another run, which makes a change, and returns the id of the change. */
async function changed(
  ask: Ask,
  test: number,
  name: string,
  owned: Parameters<typeof measured>[2],
): Promise<number> {
  await measured(ask, name, owned);
  const [variable] = (await ask(`GET /api/alerting/variables?test=${test}`)) as readonly {
    readonly id: number;
  }[];
  return untilThere(`a change of the test ${name}`, async () => {
    const changes = (await ask(`GET /api/alerting/changes?var=${variable?.id}`)) as readonly Made[];
    return changes[0]?.id;
  });
}

/** Creates a burst that cannot reach its target, and a schedule that is due once a year. */
async function driven(ask: Ask, name: string): Promise<Pick<Ids, 'burst' | 'schedule'>> {
  const document = benchmarkOf(name);
  const { id } = (await ask('POST /api/burst', { document })) as { readonly id: string };
  await ask('POST /api/schedule', { name, cron: '0 0 1 1 *', document });
  return { burst: id, schedule: name };
}

/** The target of this burst cannot be reached. */
export const benchmarkOf = (name: string): string => `name: ${name}
http: { host: 'http://127.0.0.1:1' }
phases:
- one: { constantRate: { usersPerSec: 1, duration: 1s, scenario: { orderedSequences: [{ a: [{ httpRequest: { GET: / } }] }] } } }
`;

/** Creates an upload in parts whose only part has arrived. */
async function uploaded(ask: Ask): Promise<number> {
  const document = '{"value":1}';
  const upload = (await ask('POST /api/run/upload', { sizeBytes: document.length })) as RunUpload;
  const [part] = upload.missing;
  assert.ok(part && (await fetch(part.url, { method: 'PUT', body: document })).ok);
  return upload.id;
}

/** The id of a created record: the answer itself, or a member of the answer. */
function idOf(answer: unknown): number {
  const id = Number(typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : answer);
  assert.ok(id > 0, `no id in ${JSON.stringify(answer)}`);
  return id;
}
