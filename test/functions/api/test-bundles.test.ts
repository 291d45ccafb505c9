import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/** Tests are exported and imported as bundles. The rows are those of the original server's tests. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(async () => {
  memory.table.clear();
  await repository().actions.addSite('https://ci.example.com');
});

const ask = sendingAs(ada);
const relative = (more: object) => ({ model: 'relativeDifference', config: { threshold: 0.1 }, ...more });
const token = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const bundle = {
  id: 14,
  name: 'quickstart',
  folder: 'shop',
  owner: 'ada-team',
  access: 'PUBLIC',
  datastoreId: null,
  timelineLabels: [],
  fingerprintLabels: ['build'],
  transformers: [],
  notificationsEnabled: true,
  variables: [
    { id: 70, testId: 14, name: 'p50', group: null, order: 0, labels: ['p50'], changeDetection: [] },
    { id: 71, testId: 14, name: 'p99', group: null, order: 1, labels: ['p99'], changeDetection: [] },
  ],
  missingDataRules: [
    {
      id: 7,
      testId: 14,
      name: 'nightly',
      labels: [],
      condition: null,
      maxStaleness: 42,
      lastNotification: null,
    },
  ],
  experiments: [{ id: 3, testId: 14, name: 'main', comparisons: [relative({ variableId: 71 })] }],
  actions: [
    {
      id: 5,
      event: 'run/new',
      type: 'http',
      config: { url: 'https://ci.example.com/x' },
      secrets: { token },
    },
  ],
  subscriptions: { id: 2, users: ['ada'], optout: [], teams: ['ada-team'], testId: 14 },
  datastore: null,
};
async function imported(body: object = bundle): Promise<number> {
  const answer = await ask('POST /api/test/import', body);
  assert.equal(answer.status, 201, answer.body);
  return parsed(answer);
}
const exported = async (id: number) => parsed(await ask(`GET /api/test/${id}/export`));
type Part = { readonly id: number; readonly testId: number; readonly name: string };
const namesOf = (parts: readonly Part[]) => parts.map(({ name }) => name);
const idsOf = (parts: readonly Part[]) => parts.map(({ id }) => id);

const nothing = { variables: [], missingDataRules: null, experiments: [], actions: [], subscriptions: {} };

suite('a bundle of a test', () => {
  test('makes it with all that belongs to it, under ids of its own (row 132)', async () => {
    const id = await imported();
    assert.notEqual(id, 14);
    const { variables, missingDataRules, experiments, actions, subscriptions, ...rest } = await exported(id);
    assert.deepEqual([rest.id, rest.name, rest.folder, rest.transformers], [id, 'quickstart', 'shop', []]);
    for (const [parts, given] of [
      [variables, bundle.variables],
      [missingDataRules, bundle.missingDataRules],
    ] as const)
      assert.deepEqual(
        parts.map((part: Part) => ({ ...part, id: 0, testId: 0 })),
        given.map((part) => ({ ...part, id: 0, testId: 0 })),
      );
    for (const part of [...variables, ...missingDataRules, ...experiments, ...actions, subscriptions])
      assert.equal(part.testId, id);
    assert.ok(!idsOf(variables).includes(70));
    assert.deepEqual(experiments[0].comparisons, [
      relative({ variableId: variables[1].id, variableName: 'p99' }),
    ]);
    assert.deepEqual(subscriptions.users, ['ada']);
  });

  test('has experiments whose ids no other experiment has', async () => {
    const ids: number[] = [];
    for (const names of [['a'], ['b', 'c', 'd'], ['e']]) {
      const experiments = names.map((name) => ({ name, comparisons: [] }));
      ids.push(...idsOf((await exported(await imported({ name: names.join(), experiments }))).experiments));
    }
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5]);
  });

  test('keeps the variable of a comparison, also when another has the name that it had', async () => {
    const comparisons = [relative({ variableId: 71, variableName: 'p50' })];
    const { variables, experiments } = await exported(
      await imported({ ...bundle, experiments: [{ name: 'main', comparisons }] }),
    );
    assert.deepEqual(experiments[0].comparisons, [
      relative({ variableId: variables[1].id, variableName: 'p99' }),
    ]);
  });

  test('is refused where its parts, or those of a schema, would be dropped', async () => {
    const { id: _, ...fresh } = { ...bundle, name: 'other' };
    for (const part of [
      'variables',
      'missingDataRules',
      'experiments',
      'actions',
      'subscriptions',
    ] as const) {
      const body = { name: 'other', [part]: bundle[part] };
      assert.deepEqual(refused(await ask('POST /api/test', body)), [
        ...[400, 'BODY_MISPLACED'],
        `the body of a test cannot have the member '${part}'; remove this member, or import the whole test with POST /api/test/import`,
      ]);
    }
    const schema = { name: 'shop', uri: 'urn:shop', labels: [{ name: 'l' }], transformers: [] };
    for (const line of ['POST /api/test', 'POST /api/test/import'])
      assert.deepEqual(refused(await ask(line, schema)), [
        ...[
          400,
          'BODY_MISPLACED',
          "a test cannot have the members 'uri', 'labels'; remove these members, or import a schema with POST /api/schema/import",
        ],
      ]);
    assert.equal((await ask('POST /api/test', { ...nothing, name: 'other' })).status, 201);
    for (const experiment of [{}, { name: 'a\0b' }]) {
      const given = { ...fresh, name: 'third', experiments: [experiment] };
      assert.equal((await ask('POST /api/test/import', given)).status, 400);
    }
  });

  test('keeps its secrets to itself', async () => {
    const id = await imported();
    const { body } = await ask(`GET /api/test/${id}/export`);
    assert.ok(body.includes('run/new') && !body.includes(token), body);
    assert.deepEqual(refused(await ask(`GET /api/test/${id}/export`, undefined, eve)).slice(0, 2), [
      ...[403, 'FORBIDDEN'],
    ]);
  });

  test('comes back as it left (row 132)', async () => {
    const first = await exported(await imported());
    assert.equal((await ask('PUT /api/test/import', first)).body, String(first.id));
    assert.deepEqual(await exported(first.id), first);
    assert.equal((await ask(`DELETE /api/test/${first.id}`)).status, 204);
    assert.deepEqual([...(memory.table.items.get('test-parts#experiments') ?? [])], []);
    const again = await exported(await imported(first));
    assert.deepEqual(namesOf(again.variables), namesOf(first.variables));
  });

  test('adds what is new and changes what it names (row 132)', async () => {
    const id = await imported();
    const before = await exported(id);
    const [p50, p99] = idsOf(before.variables);
    const change = {
      id,
      name: 'quickstart',
      subscriptions: { users: ['eve'] },
      variables: [
        { id: p50, name: 'p50 (v2)' },
        { name: 'p99', order: 9 },
        { name: 'max', order: 10 },
      ],
      missingDataRules: [42, 43].map((maxStaleness) => ({ name: 'imported', maxStaleness })),
      experiments: [{ name: 'second', comparisons: [relative({ variableName: 'max' })] }],
    };
    for (const turn of ['once', 'twice']) {
      assert.equal((await ask('PUT /api/test/import', change)).body, String(id), turn);
      const { variables, missingDataRules, experiments, subscriptions, owner } = await exported(id);
      assert.deepEqual(namesOf(variables), ['p50 (v2)', 'p99', 'max']);
      assert.deepEqual(idsOf(variables).slice(0, 2), [p50, p99]);
      assert.deepEqual(namesOf(missingDataRules), ['nightly', 'imported', 'imported']);
      assert.deepEqual(
        missingDataRules.slice(1).map((rule: { maxStaleness: number }) => rule.maxStaleness),
        [42, 43],
        'each of two rules with one name replaces a rule of its own',
      );
      assert.equal(experiments[1].comparisons[0].variableId, variables[2].id);
      assert.deepEqual([subscriptions.id, subscriptions.users], [before.subscriptions.id, ['eve']]);
      assert.equal(owner, 'ada-team');
    }
  });

  test('keeps what the checks of a rule noted', async () => {
    const id = await imported();
    const { alerting } = repository();
    const [rule] = (await alerting.ofTest(id)).rules;
    await alerting.putRule({ ...(rule ?? assert.fail()), lastNotification: 8, waitsSince: 7 });
    assert.equal((await ask('PUT /api/test/import', { ...bundle, id })).status, 200);
    const [kept] = (await alerting.ofTest(id)).rules;
    assert.deepEqual([kept?.lastNotification, kept?.waitsSince], [8, 7]);
  });

  for (const [size, rules] of [
    ['small', 1],
    ['larger than a transaction', 150],
  ] as const)
    test(`adds each new part once when two requests import it at the same time: ${size}`, async () => {
      const missingDataRules = Array.from({ length: rules }, (_, n) => ({
        name: `rule ${n}`,
        maxStaleness: 1,
      }));
      const id = await imported({ ...bundle, ...nothing });
      const put = () => ask('PUT /api/test/import', { ...bundle, id, missingDataRules });
      for (const { status, body } of await Promise.all([put(), put()])) assert.equal(status, 200, body);
      const { variables, experiments, actions, ...rest } = await exported(id);
      assert.deepEqual([namesOf(variables), namesOf(experiments)], [['p50', 'p99'], ['main']]);
      assert.deepEqual([actions.length, rest.missingDataRules.length], [1, rules]);
    });

  test('has settings of change detection that get ids of their own, and keep them (row 132)', async () => {
    const variables = [{ name: 'p99', labels: ['p99'], changeDetection: [relative({ id: 3 })] }];
    const first = await exported(await imported({ name: 'first', variables }));
    const second = await exported(await imported({ ...first, name: 'second' }));
    const settings = [first, second].map((each) => each.variables[0].changeDetection);
    const [one, two] = settings.map(([setting]) => setting.id);
    assert.ok(one > 0 && two > 0 && one !== two, `${one} ${two}`);
    assert.deepEqual(settings[1], [{ ...settings[0][0], id: two }]);
    assert.equal((await ask('PUT /api/test/import', second)).status, 200);
    assert.deepEqual((await exported(second.id)).variables, second.variables);
  });

  test('may have nothing of it, in lists that are empty, null or absent (row 130)', async () => {
    const id = await imported({ name: 'bare', ...nothing });
    const { variables, subscriptions, owner } = await exported(id);
    assert.deepEqual([variables, subscriptions, owner], [[], null, 'ada-team']);
  });

  test('is refused to who is not of the owning team, and under a name that is taken (row 130)', async () => {
    const message =
      'This user is not a member of team ada-team: name another team, or ask a manager of this team to add the user';
    assert.deepEqual(refused(await ask('POST /api/test/import', bundle, eve)), [403, 'FORBIDDEN', message]);
    const id = await imported();
    assert.deepEqual(refused(await ask('PUT /api/test/import', { ...bundle, id }, eve)), [
      403,
      'FORBIDDEN',
      message,
    ]);
    // A bundle that names the caller's team as the owner gives no right to change the test of another team.
    const seized = { ...bundle, id, owner: 'eve-team' };
    assert.equal((await ask('PUT /api/test/import', seized, eve)).status, 403);
    assert.equal((await exported(id)).owner, 'ada-team');
    const taken = [
      409,
      'NAME_TAKEN',
      'Could not persist test due to another test. Another test has this name: choose another name.',
    ];
    assert.deepEqual(refused(await ask('POST /api/test/import', bundle)), taken);
    const other = await imported({ name: 'other' });
    assert.deepEqual(refused(await ask('PUT /api/test/import', { ...bundle, id: other })), taken);
  });

  test('does not exist for a missing test', async () => {
    const message = 'Missing test id or test with id 999 does not exist';
    const put = await ask('PUT /api/test/import', { ...bundle, id: 999 });
    assert.deepEqual(refused(put), [404, 'TEST_NOT_FOUND', message]);
    assert.deepEqual(refused(await ask('GET /api/test/999/export')).slice(2), [
      'Test 999 was not found: list the tests that you may see with GET /api/test',
    ]);
  });

  test('too large for a transaction is visible to no user when it fails on the way', async () => {
    const rules = Array.from({ length: 150 }, (_, n) => ({ name: `rule ${n}`, maxStaleness: 1 }));
    const { write } = repository().table;
    let left = 1;
    const dying = mock.method(repository().table, 'write', async (writes: Parameters<typeof write>[0]) => {
      left -= 1;
      if (left < 0) throw new Error('killed');
      return write(writes);
    });
    assert.equal((await ask('POST /api/test/import', { ...bundle, missingDataRules: rules })).status, 500);
    dying.mock.restore();
    assert.equal(parsed(await ask('GET /api/test')).count, 0);
    const id = await imported({ ...bundle, missingDataRules: rules });
    assert.equal((await exported(id)).missingDataRules.length, 150);
  });
});

suite('the transformers of a test', () => {
  async function transformers() {
    const schema = { name: 's', uri: 'urn:s', owner: 'ada-team' };
    const id = parsed(
      await ask('POST /api/schema/import', {
        ...schema,
        transformers: [
          { name: 'a', targetSchemaUri: 'urn:a' },
          { name: 'b', targetSchemaUri: 'urn:b' },
        ],
      }),
    );
    return { id, all: (await repository().transformers.list()).map((each) => each.id) };
  }

  test('are those that it is given', async () => {
    const { all } = await transformers();
    const id = await imported({ name: 'x' });
    assert.equal((await ask(`POST /api/test/${id}/transformers`, all)).status, 204);
    const displayed = parsed(await ask(`GET /api/test/${id}`)).transformers;
    assert.deepEqual([idsOf(displayed), displayed[0].schemaUri], [all, 'urn:s']);
    const missing = await ask(`POST /api/test/${id}/transformers`, [999]);
    assert.deepEqual(refused(missing), [
      404,
      'TRANSFORMER_NOT_FOUND',
      'Transformer 999 not found: list the transformers that you may see with GET /api/schema/allTransformers',
    ]);
    assert.deepEqual(refused(await ask(`POST /api/test/${id}/transformers`, [], eve)).slice(0, 2), [
      ...[403, 'FORBIDDEN'],
    ]);
    assert.equal((await ask(`POST /api/test/${id}/transformers`, null)).status, 400);
    assert.equal((await ask(`POST /api/test/${id}/transformers`, [])).status, 204);
    assert.deepEqual(parsed(await ask('GET /api/test')).tests[0].transformers, []);
  });

  test('in a bundle are found by their id, else by what they make (row 132)', async () => {
    const { all } = await transformers();
    const [a, b] = all;
    const named = [{ id: a }, { id: 777, targetSchemaUri: 'urn:b' }];
    for (const [unknown, missing] of [
      [
        { id: 778, targetSchemaUri: 'urn:c' },
        "there is no transformer 778 and no transformer for the schema 'urn:c'; import",
      ],
      [{ id: 99_999, name: 'zz' }, 'there is no transformer 99999; import'],
      [{ targetSchemaUri: 'urn:c' }, "there is no transformer for the schema 'urn:c'; import"],
      [{}, 'a transformer of the test has no id and no targetSchemaUri; add'],
    ] as const) {
      const answer = await ask('POST /api/test/import', { ...bundle, transformers: [...named, unknown] });
      const [status, code, message] = refused(answer);
      assert.deepEqual([status, code], [400, 'TRANSFORMER_UNKNOWN']);
      assert.ok(message.includes(missing), message);
    }
    const id = await imported({ ...bundle, transformers: named });
    assert.deepEqual(idsOf((await exported(id)).transformers), [a, b]);
  });

  test('stay when a change does not name them', async () => {
    const { all } = await transformers();
    const id = await imported({ ...bundle, transformers: all.map((each) => ({ id: each })) });
    const changed = parsed(await ask('PUT /api/test', { id, name: 'quickstart' }));
    assert.deepEqual(idsOf(changed.transformers), all);
    const fewer = parsed(
      await ask('PUT /api/test', { ...changed, transformers: changed.transformers.slice(1) }),
    );
    assert.deepEqual(idsOf(fewer.transformers), all.slice(1));
  });

  test('and its automatic variables stay when a bundle does not name them', async () => {
    const { all } = await transformers();
    const given = { name: 'x', automaticVariables: false, transformers: all.map((each) => ({ id: each })) };
    const id = await imported(given);
    assert.equal((await ask('PUT /api/test/import', { id, name: 'x' })).status, 200);
    const { transformers: kept, automaticVariables } = await exported(id);
    assert.deepEqual([idsOf(kept), automaticVariables], [all, false]);
  });

  test('stay behind the given ones when the caller may not see them', async () => {
    const { all } = await transformers();
    const id = await imported({ name: 'x' });
    const [hidden = 0, visible = 0] = all;
    await repository().tests.change(id, (each) => ({ ...each, transformers: all }));
    await repository().transformers.change(hidden, (each) => ({
      ...each,
      owner: 'eve-team',
      access: 'PRIVATE',
    }));
    const read = await exported(id);
    assert.deepEqual(idsOf(read.transformers), [visible]);
    for (const [line, body] of [
      ['PUT /api/test/import', read],
      ['PUT /api/test', { id, name: 'x', transformers: read.transformers }],
    ]) {
      assert.equal((await ask(line, body)).status, 200, line);
      assert.deepEqual((await repository().tests.byId(id))?.transformers, [visible, hidden], line);
    }
    assert.equal((await ask('PUT /api/test', { id, name: 'x', transformers: [] })).status, 200);
    assert.deepEqual((await repository().tests.byId(id))?.transformers, [hidden]);
  });
});
