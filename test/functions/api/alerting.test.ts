import assert from 'node:assert/strict';
import { beforeEach, mock, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { workContext } from '../../../functions/work-context.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { checkMissing } from '../../../lib/repository/pipeline/notify/check-missing.ts';
import { fingerprintsOf } from '../../../lib/repository/pipeline/series/datapoint-edits.ts';
import { noteDataset } from '../../../lib/repository/pipeline/series/note-dataset.ts';
import type { Access } from '../../../lib/results/access.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import type { Answer } from './invoke.ts';
import { parsed, refused, sendingAs } from './requests.ts';

/**
 * The API stores and shows variables, changes and rules of missing data. Only users who may see the runs see
 * them.
 */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
beforeEach(() => memory.table.clear());

const ask = sendingAs(ada);
async function report(line: string, body: unknown, as = ada): Promise<void> {
  const answer = await ask(line, body, as);
  assert.equal(answer.status, 204, answer.body);
}

async function shop(given: object = {}): Promise<number> {
  const made = await repository().tests.create({
    name: `shop ${Math.random()}`,
    owner: 'ada-team',
    access: 'PUBLIC' as const,
    ...given,
  });
  return made?.id ?? 0;
}
const throughput = (more: object = {}) => ({ name: 'throughput', labels: ['throughput'], ...more });
const watched = [{ model: 'relativeDifference', config: {} }];
const listed = async (id: number, as = ada) =>
  parsed(await ask(`GET /api/alerting/variables?test=${id}`, undefined, as));

/** Makes runs of a test with one dataset each, in which labels 1 and 2 have these values. */
async function measured(
  testId: number,
  runs: readonly (readonly [value: number, access?: Access, branch?: string])[],
) {
  const [label, branchLabel] = [repositoryKey.label(1, 1), repositoryKey.label(1, 2)];
  await memory.table.write([
    { put: { ...label, id: 1, name: 'throughput' } },
    { put: { ...branchLabel, id: 2, name: 'branch' } },
  ]);
  for (const [n, [value, access = 'PUBLIC', branch]] of runs.entries()) {
    const id = testId * 100 + n + 1;
    const [start, stop] = [1000 * (n + 1), 1000 * (n + 1) + 1];
    await repository().runs.insert({
      id,
      testId,
      start,
      stop,
      owner: 'ada-team',
      access,
      description: null,
      trashed: false,
      sizeBytes: 2,
      uploadedAt: stop,
    });
    const dataset = { id: id + 5000, runId: id, ordinal: 0, testId, start, stop, schemas: [], sizeBytes: 2 };
    const evaluate = async () => ({ output: [], problem: 'not asked' });
    const { work } = workContext();
    const values = { 1: JSON.stringify(value), ...(branch && { 2: JSON.stringify(branch) }) };
    await noteDataset({ repository: repository(), evaluate, work, now: () => 0 }, dataset, values);
  }
}
const jump: readonly (readonly [number])[] = [[10], [10], [10], [10], [10], [20]];
const changesOf = async (variable: number, as = ada, more = '') =>
  parsed(await ask(`GET /api/alerting/changes?var=${variable}${more}`, undefined, as));

suite('variables', () => {
  test('are made, changed and deleted by what the body has', async () => {
    const id = await shop();
    await report(`POST /api/alerting/variables?test=${id}`, [
      throughput({ id: -1, group: ' ', changeDetection: [{ id: -1, ...watched[0] }] }),
      throughput({ name: 'b', calculation: ' ', order: 7 }),
    ]);
    const [a, b] = await listed(id);
    const config = { filter: 'mean', window: 1, threshold: 0.2, minPrevious: 5, model: 'relativeDifference' };
    assert.deepEqual(a, {
      id: a.id,
      testId: id,
      name: 'throughput',
      group: null,
      order: 0,
      labels: ['throughput'],
      changeDetection: [{ id: a.changeDetection[0].id, model: 'relativeDifference', config }],
    });
    assert.deepEqual([b.name, b.order, 'calculation' in b], ['b', 7, false]);
    await measured(id, [[1], [2]]);
    await report(`POST /api/alerting/variables?test=${id}`, [{ ...b, name: 'c' }, throughput({ name: 'd' })]);
    assert.deepEqual(
      (await listed(id)).map((variable: { id: number; name: string }) => [
        variable.name,
        variable.id === b.id,
      ]),
      [
        ['d', false],
        ['c', true],
      ],
    );
    assert.deepEqual(
      [await fingerprintsOf(memory.table, a.id), await fingerprintsOf(memory.table, b.id)],
      [[], ['{}']],
    );
  });

  test('are those of one request when several requests set them at once', async () => {
    const id = await shop();
    const body = [throughput(), throughput({ name: 'b' })];
    await Promise.all(body.map(() => report(`POST /api/alerting/variables?test=${id}`, body)));
    assert.deepEqual(
      (await listed(id)).map(({ name }: { readonly name: string }) => name),
      ['throughput', 'b'],
    );
  });

  test('have settings under ids of their own: those of others, and the same twice, become new ones', async () => {
    const id = await shop();
    const [setting] = watched;
    await report(`POST /api/alerting/variables?test=${id}`, [throughput({ changeDetection: watched })]);
    const [{ changeDetection, ...variable }] = await listed(id);
    const [{ id: own }] = changeDetection;
    const twice = [...changeDetection, { ...setting, id: own }, { ...setting, id: own + 1000 }];
    await report(`POST /api/alerting/variables?test=${id}`, [
      { ...variable, changeDetection: twice },
      throughput({ name: 'b', changeDetection }),
    ]);
    const ids = (await listed(id)).flatMap((each: { changeDetection: { id: number }[] }) =>
      each.changeDetection.map((one) => one.id),
    );
    assert.deepEqual([ids.length, new Set(ids).size, ids[0]], [4, 4, own]);
    assert.ok(!ids.includes(own + 1000));
  });

  test('are refused with every problem', async () => {
    const id = await shop();
    const wrong = [
      throughput({ name: ' ' }),
      throughput({
        changeDetection: [
          { model: 'magic', config: {} },
          { model: 'eDivisive', config: { chance: 2 } },
        ],
      }),
      throughput(),
    ];
    assert.deepEqual(refused(await ask(`POST /api/alerting/variables?test=${id}`, wrong)), [
      ...[400, 'VARIABLE_INVALID'],
      "variable 1 of the list has no name: give each variable a name; variable 'throughput', changeDetection.0: Unknown model 'magic': the models are relativeDifference, " +
        "fixedThreshold, eDivisive; variable 'throughput', changeDetection.1: chance must be a number from 0.0001 to 0.2; " +
        "More than one variable has the name 'throughput': give each variable its own name",
    ]);
    assert.deepEqual(await listed(id), []);
  });

  test('are for those who may see the test, and changed by its testers', async () => {
    const [open, closed] = [await shop(), await shop({ access: 'PRIVATE' })];
    for (const id of [open, closed]) await report(`POST /api/alerting/variables?test=${id}`, [throughput()]);
    assert.equal((await ask(`GET /api/alerting/variables?test=${closed}`, undefined, eve)).status, 404);
    assert.equal(parsed(await ask('GET /api/alerting/variables', undefined, eve)).length, 1);
    assert.equal(parsed(await ask('GET /api/alerting/variables')).length, 2);
    assert.equal((await ask(`POST /api/alerting/variables?test=${open}`, [], eve)).status, 403);
    assert.equal((await ask(`POST /api/alerting/variables?test=${closed}`, [], eve)).status, 404);
    const [hidden] = await listed(closed);
    assert.equal((await ask(`GET /api/alerting/changes?var=${hidden.id}`, undefined, eve)).status, 404);
  });

  test('are in panels by their groups', async () => {
    const id = await shop();
    const names = [
      throughput({ name: 'z', group: 'g' }),
      throughput({ name: 'a', group: 'g' }),
      throughput({ name: 'f' }),
    ];
    await report(`POST /api/alerting/variables?test=${id}`, names);
    const { panels } = parsed(await ask(`GET /api/alerting/dashboard?test=${id}`));
    assert.deepEqual(
      panels.map(({ name, variables }: { name: string; variables: { name: string }[] }) => [
        name,
        ...variables.map((v) => v.name),
      ]),
      [
        ['f', 'f'],
        ['g', 'a', 'z'],
      ],
    );
    const of = async (fingerprint: string) =>
      (await ask(`GET /api/alerting/dashboard?${new URLSearchParams({ test: String(id), fingerprint })}`))
        .status;
    assert.deepEqual(
      [await of('{"a":1}'), await of(''), await of('{'), await of('[]')],
      [200, 200, 400, 400],
    );
  });
});

suite('changes', () => {
  async function changed(runs: Parameters<typeof measured>[1], given: object = {}) {
    const id = await shop(given);
    await report(`POST /api/alerting/variables?test=${id}`, [throughput({ changeDetection: watched })]);
    await measured(id, runs);
    const [variable] = await listed(id);
    return { id, variable };
  }

  test('say where, from what to what, and why', async () => {
    const { id, variable } = await changed(jump);
    const [change, ...others] = await changesOf(variable.id);
    assert.deepEqual(others, []);
    assert.deepEqual(change, {
      id: change.id,
      variable,
      testName: (await repository().tests.byId(id))?.name,
      testOwner: (await repository().tests.byId(id))?.owner,
      timestamp: 6000,
      confirmed: false,
      model: 'relativeDifference',
      fingerprint: {},
      dataset: { id: id * 100 + 5006, runId: id * 100 + 6, ordinal: 0, testId: id },
      before: { count: 5, mean: 10, deviation: 0 },
      after: { count: 1, mean: 20, deviation: 0 },
      description: change.explanation,
      explanation:
        'the last value is 20, +100 % compared with 10, the mean of the 5 values before (standard deviation 0); +20 % is allowed',
    });
  });

  test('are hidden with the run that they are at', async () => {
    const { id, variable } = await changed([...jump.slice(0, 5), [20, 'PRIVATE']]);
    assert.equal((await changesOf(variable.id)).length, 1);
    assert.deepEqual(await changesOf(variable.id, eve), []);
    const [change] = await changesOf(variable.id);
    for (const method of ['PUT', 'DELETE'])
      assert.equal(
        (await ask(`${method} /api/alerting/change/${change.id}`, { id: change.id, confirmed: true }, eve))
          .status,
        404,
      );
    await repository().runs.change(id * 100 + 6, (run) => ({ ...run, trashed: true }));
    assert.deepEqual(await changesOf(variable.id), []);
  });

  test('are confirmed, described and dismissed by testers', async () => {
    const { variable } = await changed(jump);
    const [{ id }] = await changesOf(variable.id);
    await report(`PUT /api/alerting/change/${id}`, { id, confirmed: true, description: 'the new compiler' });
    const [change] = await changesOf(variable.id);
    assert.deepEqual([change.confirmed, change.description], [true, 'the new compiler']);
    const other = await ask(`PUT /api/alerting/change/${id}`, { id: id + 1, confirmed: true });
    assert.deepEqual(refused(other), [
      400,
      'CHANGE_ID_DIFFERS',
      `the id ${id + 1} in the body is not the id ${id} in the path; send the same id in both`,
    ]);
    assert.equal((await ask(`DELETE /api/alerting/change/${id}`, undefined, eve)).status, 403);
    await report(`DELETE /api/alerting/change/${id}`, undefined);
    assert.deepEqual(await changesOf(variable.id), []);
    assert.deepEqual(refused(await ask(`DELETE /api/alerting/change/${id}`)), [
      ...[
        404,
        'CHANGE_NOT_FOUND',
        `Change with id ${id} not found: list the changes that you may see with GET /api/alerting/changes`,
      ],
    ]);
  });

  test('are dismissed only in the state in which the caller saw them, when the caller names it', async () => {
    const { variable } = await changed(jump);
    const [{ id }] = await changesOf(variable.id);
    const address = `DELETE /api/alerting/change/${id}`;
    await report(`PUT /api/alerting/change/${id}`, { id, confirmed: true, description: 'the new compiler' });
    assert.deepEqual(refused(await ask(`${address}?state=open`)), [
      409,
      'CHANGE_JUDGED',
      `Change ${id} is no longer open, because a user has changed its state since then. Read the change again before you dismiss it.`,
    ]);
    const [change] = await changesOf(variable.id);
    assert.deepEqual([change.confirmed, change.description], [true, 'the new compiler']);
    await report(`${address}?state=confirmed`, undefined);
    assert.deepEqual(await changesOf(variable.id), []);
  });

  test('are not found when they are deleted while a user dismisses them', async () => {
    const { variable } = await changed(jump);
    const [{ id }] = await changesOf(variable.id);
    const { table } = repository();
    const { write } = table;
    const deleting = mock.method(table, 'write', async (writes: Parameters<typeof write>[0]) => {
      deleting.mock.restore();
      await write([{ delete: repositoryKey.change(variable.id, id) }]);
      return write(writes);
    });
    assert.deepEqual(refused(await ask(`DELETE /api/alerting/change/${id}?state=open`)), [
      ...[
        404,
        'CHANGE_NOT_FOUND',
        `Change with id ${id} not found: list the changes that you may see with GET /api/alerting/changes`,
      ],
    ]);
  });

  test('of all tests are in pages, the change that was detected last first', async () => {
    const first = await changed(jump);
    const hidden = await changed(jump, { access: 'PRIVATE' });
    const second = await changed(jump);
    const ids = async (query: string, as = ada) =>
      parsed(await ask(`GET /api/alerting/changes${query}`, undefined, as)).map(
        (change: { id: number }) => change.id,
      );
    const [a] = await changesOf(first.variable.id);
    const [b] = await changesOf(second.variable.id);
    const [c] = await changesOf(hidden.variable.id);
    assert.deepEqual(await ids(''), [b.id, c.id, a.id]);
    assert.deepEqual(await ids('', eve), [b.id, a.id]);
    assert.deepEqual(parsed(await ask('GET /api/alerting/changes?limit=1'))[0], b);
    assert.deepEqual(await ids(`?test=${first.id}`), [a.id]);
    assert.equal((await ask(`GET /api/alerting/changes?test=${hidden.id}`, undefined, eve)).status, 404);
    assert.deepEqual(
      [await ids('?fingerprint={}'), await ids(`?fingerprint=${encodeURIComponent('{"branch":"x"}')}`)],
      [[b.id, c.id, a.id], []],
    );

    await report(`PUT /api/alerting/change/${a.id}`, { id: a.id, confirmed: true });
    await report(`DELETE /api/alerting/change/${c.id}`, undefined);
    assert.deepEqual([await ids('?state=open'), await ids('?state=confirmed')], [[b.id], [a.id]]);
    assert.deepEqual(await ids(''), [b.id, a.id]);
    const ofVariable = (state: string) => changesOf(first.variable.id, ada, `&state=${state}`);
    assert.deepEqual([(await ofVariable('open')).length, (await ofVariable('confirmed')).length], [0, 1]);

    const page = await ask('GET /api/alerting/changes?limit=1');
    assert.equal(page.headers.link, `<?limit=1&cursor=${b.id}>; rel="next"`);
    const last = await ask(`GET /api/alerting/changes?limit=1&cursor=${b.id}`);
    assert.deepEqual([parsed(last)[0].id, last.headers.link], [a.id, undefined]);
  });

  test('of a variable are one reply, and a cursor is an id', async () => {
    const { id, variable } = await changed(jump);
    for (const other of ['limit=1', 'cursor=', `test=${id}`]) {
      const answer = await ask(`GET /api/alerting/changes?var=${variable.id}&${other}`);
      assert.deepEqual(refused(answer).slice(0, 2), [400, 'REQUEST_INVALID'], other);
    }
    assert.equal((await ask('GET /api/alerting/changes?cursor=x')).status, 400);
  });

  test('that an earlier release stored are listed, by what their records have', async () => {
    const { id, variable } = await changed(jump);
    const [change] = await changesOf(variable.id);
    const location = repositoryKey.changePlace(change.id);
    await memory.table.write([{ put: { ...location, variableId: variable.id } }]);
    const ids = async (query: string) =>
      parsed(await ask(`GET /api/alerting/changes?${query}`)).map((one: { id: number }) => one.id);
    const other = await shop();
    assert.deepEqual(
      [await ids(`test=${id}`), await ids(`test=${other}`), await ids('state=confirmed')],
      [[change.id], [], []],
    );
    await report(`PUT /api/alerting/change/${change.id}`, { id: change.id, confirmed: true });
    assert.deepEqual(await memory.table.get(location), {
      ...location,
      variableId: variable.id,
      testId: id,
      state: 'confirmed',
    });
  });

  test('belong to the series of a fingerprint', async () => {
    const runs = jump.flatMap(([value]): [number, Access, string][] => [
      [value, 'PUBLIC', 'main'],
      [10, 'PUBLIC', 'next'],
    ]);
    const { variable } = await changed(runs, { fingerprintLabels: ['branch'] });
    const of = async (text: string) =>
      (await changesOf(variable.id, ada, `&fingerprint=${encodeURIComponent(text)}`)).length;
    assert.deepEqual([await of(''), await of('{"branch":"main"}'), await of('{"branch":"next"}')], [1, 1, 0]);
    // Without a variable, texts are read as JSON in the same way.
    const inAll = (text: string) =>
      ask(`GET /api/alerting/changes?fingerprint=${encodeURIComponent(JSON.stringify({ branch: text }))}`);
    assert.deepEqual([parsed(await inAll('"main"')).length, parsed(await inAll('"next"')).length], [1, 0]);
    // Dashboards of the original server escape a fingerprint twice.
    assert.equal(await of(encodeURIComponent('{"branch":"main"}')), 1);
    for (const wrong of ['main', '%7B', '%7B%E0'])
      assert.equal(
        (await ask(`GET /api/alerting/changes?var=${variable.id}&fingerprint=${encodeURIComponent(wrong)}`))
          .status,
        400,
      );
    const last = async (fingerprint: string, as = ada) =>
      parsed(
        await ask('POST /api/alerting/datapoint/last', { variables: [variable.id, 999], fingerprint }, as),
      );
    assert.deepEqual(await last('{"branch":"main"}'), [{ variable: variable.id, timestamp: 11_000 }]);
    assert.deepEqual(await last('{"branch":"none"}'), []);
  });

  test('the last datapoint is that of the last run that the caller may see', async () => {
    const { variable } = await changed([[1], [2], [3, 'PRIVATE']]);
    const last = async (as: string) =>
      parsed(await ask('POST /api/alerting/datapoint/last', { variables: [variable.id] }, as));
    assert.deepEqual(
      [await last(ada), await last(eve)].map(([{ timestamp }]) => timestamp),
      [3000, 2000],
    );
  });
});

suite('a recalculation', () => {
  test('is begun by testers and reports its progress', async () => {
    const id = await shop();
    const status = async () => parsed(await ask(`GET /api/alerting/recalculate?test=${id}`));
    const done = { percentage: 100, done: true, totalDatasets: 0, errors: 0, datasetsWithoutValue: [] };
    assert.deepEqual(await status(), done);
    assert.equal((await ask(`POST /api/alerting/recalculate?test=${id}`, undefined, eve)).status, 403);
    await report(`POST /api/alerting/recalculate?test=${id}&notify=false`, undefined);
    assert.deepEqual(await status(), { ...done, percentage: 0, done: false });
    assert.equal((await ask('POST /api/alerting/recalculate?test=999')).status, 404);
  });
});

suite('a dashboard', () => {
  test('gets series and changes of a time, of the runs that its key may see', async () => {
    const id = await shop();
    const group = '<b>';
    await report(`POST /api/alerting/variables?test=${id}`, [
      throughput({ group, changeDetection: watched }),
    ]);
    await measured(id, [...jump.slice(0, 5), [20, 'PRIVATE'], [21]]);
    const [variable] = await listed(id);
    const range = { from: '1970-01-01T00:00:02Z', to: 6000 };
    const points = async (more: object = {}, as = ada, target = `${variable.id};{}`) =>
      parsed(
        await ask('POST /api/changes/query', { range: { ...range, ...more }, targets: [{ target }] }, as),
      )[0];
    const { datapoints, ...series } = await points();
    assert.deepEqual(series, { target: 'throughput', variableId: variable.id });
    assert.deepEqual(
      datapoints.map(([value, time]: number[]) => [value, time]),
      [10, 10, 10, 10, 20].map((value, n) => [value, 2000 + n * 1000]),
    );
    assert.equal(datapoints[0][2], id * 100 + 5002);
    const times = ({ datapoints: list }: { datapoints: number[][] }) => list.map(([, time]) => time);
    assert.deepEqual(times(await points({}, eve, String(variable.id))), [2000, 3000, 4000, 5000]);
    assert.deepEqual(await points({}, ada, variable.id), await points({}, ada, String(variable.id)));
    const wide = { from: 2500, to: 2600, oneBeforeAndAfter: true };
    assert.deepEqual(
      [times(await points(wide)), times(await points({ from: 2500, to: 2600 }))],
      [[2000, 3000], []],
    );

    const lines = async (...targets: string[]) =>
      parsed(
        await ask('POST /api/changes/query', { range, targets: targets.map((target) => ({ target })) }),
      ).map((line: { target: string; datapoints: unknown[] }) => [line.target, line.datapoints.length]);
    assert.deepEqual(
      await lines('99;{}', String(variable.id), `${variable.id};{"branch":"x"}`),
      [
        ['99', 0],
        ['throughput', 5],
        ['throughput', 0],
      ],
      'a deleted variable leaves the other lines of a board',
    );

    const annotations = async (as = ada, more: object = {}) =>
      parsed(
        await ask(
          'POST /api/changes/annotations',
          // Some clients send the id as a number.
          { range: { ...range, ...more }, annotation: { query: variable.id } },
          as,
        ),
      );
    const [annotation] = await annotations();
    assert.deepEqual([annotation.title, annotation.time], [`Change in run ${id * 100 + 6}/0`, 6000]);
    assert.match(
      annotation.text,
      /^Variable: throughput \(group &lt;b&gt;\)<br>the last value is 20.*<br>Confirmed: false$/,
    );
    assert.deepEqual([await annotations(eve), await annotations(ada, { to: 5999 })], [[], []]);
    const other = await shop({ access: 'PRIVATE' });
    await report(`POST /api/alerting/variables?test=${other}`, [throughput({ changeDetection: watched })]);
    await measured(other, jump);
    const [hidden] = await listed(other);
    const several = async (query: string, as = ada) =>
      parsed(await ask('POST /api/changes/annotations', { range, annotation: { query } }, as)).map(
        ({ variableId }: { variableId: number }) => variableId,
      );
    const both = `${variable.id}, ${hidden.id},99`;
    assert.deepEqual(await several(both), [variable.id, hidden.id]);
    assert.deepEqual(await several(`${both};{}`), [variable.id, hidden.id]);
    assert.deepEqual(await several(`${both};{"branch":"x"}`), []);
    assert.deepEqual(await several(both, eve), [], 'eve sees neither the run nor the other test');
    const tooMany = Array.from({ length: 101 }, (_, n) => n + 1).join();
    const answer = await ask('POST /api/changes/annotations', { range, annotation: { query: tooMany } });
    assert.equal(answer.status, 400);
    assert.deepEqual(parsed(await ask('POST /api/changes/search', {}, eve)), [String(variable.id)]);
    assert.equal((await ask('GET /api/changes')).status, 200);
  });

  test('gets the mistake of its request', async () => {
    const query = (range: object, target: string, type?: string) =>
      ask('POST /api/changes/query', { range, targets: [{ target, type }] });
    const range = { from: 0, to: 1 };
    const reason = async (answer: Promise<Answer>) => refused(await answer);
    assert.deepEqual(await reason(query({ from: 'soon', to: 1 }, '1')), [
      400,
      'DASHBOARD_QUERY_INVALID',
      'the time range must have two times, from and to, in ISO 8601',
    ]);
    assert.equal(
      (await reason(query({ from: 1, to: 0 }, '1')))[2],
      'the end of the time range is before its start',
    );
    assert.deepEqual(
      (await reason(query(range, 'throughput')))[2],
      `the target of a query must be the id of a variable of a test, such as 3, or the id with a fingerprint, such as 3;{"branch":"main"}; found 'throughput'`,
    );
    assert.deepEqual(
      (await reason(query(range, '1', 'table')))[2],
      'each target must have the type "timeseries", because this API returns no tables',
    );
    assert.equal((await query(range, '999')).status, 404);
    assert.equal((await query(range, '1;main')).status, 400);
  });
});

/** Asserts that a form element can show the default of its setting. */
function assertControl(type: string, properties: Record<string, unknown>, value: unknown): void {
  if (type === 'NUMBER_BOUND') assert.deepEqual(value, { enabled: false, inclusive: true, value: 0 });
  else if (type === 'ENUM') assert.ok(String(value) in (properties.options as object), `${value}`);
  else {
    assert.equal(type, 'LOG_SLIDER');
    const { scale, min, max } = properties as { scale: number; min: number; max: number };
    const units = Number(value) * scale;
    assert.ok(units >= min && units <= max, `${min} ${units} ${max}`);
  }
}

suite('models', () => {
  test('are listed with their settings, and two settings are suggested', async () => {
    const models = parsed(await ask('GET /api/alerting/changeDetectionModels'));
    // Web pages build a form element from the type and the properties of each setting.
    for (const { ui, defaults } of models)
      for (const { name, type, properties } of ui) assertControl(type, properties, defaults[name]);
    assert.deepEqual(
      models.map(
        ({ name, ui, defaults }: { name: string; ui: Record<string, string>[]; defaults: object }) => {
          for (const { title, description } of ui) assert.ok(title && description);
          assert.deepEqual(
            Object.keys(defaults).sort(),
            ['model', ...ui.map((setting) => setting.name)].sort(),
          );
          return name;
        },
      ),
      ['relativeDifference', 'fixedThreshold', 'eDivisive'],
    );
    const defaults = parsed(await ask('GET /api/alerting/defaultChangeDetectionConfigs'));
    const shared = { model: 'relativeDifference', filter: 'mean', minPrevious: 5 };
    assert.deepEqual(
      defaults.map(({ config }: { config: object }) => config),
      [
        { ...shared, window: 1, threshold: 0.2 },
        { ...shared, window: 5, threshold: 0.1 },
      ],
    );
  });

  test('a test explains how its datasets are grouped and ordered', async () => {
    const id = await shop({ timelineFunction: 'old', description: 'kept' });
    await report(`POST /api/alerting/changeDetection?testId=${id}`, { fingerprintLabels: ['branch'] });
    const { fingerprintLabels, timelineFunction, description } = (await repository().tests.byId(id)) ?? {};
    assert.deepEqual([fingerprintLabels, timelineFunction, description], [['branch'], null, 'kept']);
    assert.equal((await ask(`POST /api/alerting/changeDetection?testId=${id}`, {}, eve)).status, 403);
  });
});

suite('missing data', () => {
  test('rules are made, changed, listed and deleted', async () => {
    const [id, other] = [await shop(), await shop()];
    const save = (body: object, as = ada, at = id) =>
      ask(`POST /api/alerting/missingdatarule?testId=${at}`, body, as);
    const rule = parsed(await save({ id: -1, name: 'nightly', maxStaleness: 1000, condition: ' ' }));
    const displayed = {
      id: rule,
      testId: id,
      name: 'nightly',
      labels: [],
      condition: null,
      maxStaleness: 1000,
    };
    assert.deepEqual(parsed(await ask(`GET /api/alerting/missingdatarule?testId=${id}`)), [
      { ...displayed, lastNotification: null },
    ]);
    assert.equal(parsed(await save({ id: rule, maxStaleness: 2000 })), rule);
    assert.deepEqual(refused(await save({ name: 'x', maxStaleness: 0 })), [
      ...[
        400,
        'MISSING_DATA_RULE_INVALID',
        "maxStaleness of the missing-data rule 'x' must be a number of milliseconds above 0, found 0",
      ],
    ]);
    // A rule of a test that the caller may not see gets the same answer as a missing one.
    const missing = (test: number, of: number) =>
      `test ${test} has no rule for missing data with the id ${of}: list its rules with GET /api/alerting/missingdatarule`;
    assert.equal(refused(await save({ id: 999, maxStaleness: 1 }))[2], missing(id, 999));
    assert.equal(refused(await save({ id: rule, maxStaleness: 1 }, ada, other))[2], missing(other, rule));
    assert.equal((await save({ maxStaleness: 1 }, eve)).status, 403);
    assert.equal((await ask(`DELETE /api/alerting/missingdatarule/${rule}`, undefined, eve)).status, 403);
    // A changed rule keeps what the checks noted.
    const { alerting } = repository();
    const [stored] = (await alerting.ofTest(id)).rules;
    await alerting.putRule({ ...(stored ?? assert.fail()), lastNotification: 8, waitsSince: 7 });
    assert.equal((await save({ id: rule, maxStaleness: 3000 })).status, 200);
    const changed = { id: rule, testId: id, labels: [], maxStaleness: 3000 };
    assert.deepEqual(await alerting.rule(rule), { ...changed, lastNotification: 8, waitsSince: 7 });
    await report(`DELETE /api/alerting/missingdatarule/${rule}`, undefined);
    // A request that read the rule before the deletion does not restore it.
    assert.equal(
      await alerting.putRule({ id: rule, testId: id, labels: [], maxStaleness: 1 }, 'present'),
      false,
    );
    assert.deepEqual(parsed(await ask(`GET /api/alerting/missingdatarule?testId=${id}`)), []);
    assert.equal((await ask(`DELETE /api/alerting/missingdatarule/${rule}`)).status, 404);
  });

  test('a rule that was looked at has no more members than the contract lists', async () => {
    const id = await shop();
    const members = async () =>
      parsed(await ask(`GET /api/alerting/missingdatarule?testId=${id}`)).map((rule: object) =>
        Object.keys(rule).sort(),
      );
    await ask(`POST /api/alerting/missingdatarule?testId=${id}`, { name: 'nightly', maxStaleness: 1000 });
    const before = await members();
    await checkMissing(workContext(), Date.now());
    assert.equal(typeof (await repository().alerting.ofTest(id)).rules[0]?.waitsSince, 'number');
    assert.deepEqual(await members(), before);
  });

  test('runs are expected, each by those who may upload them', async () => {
    await shop({ name: 'expected' });
    await report('POST /api/alerting/expectRun?test=expected&timeout=60&backlink=http%3A%2F%2Fci', undefined);
    await report('POST /api/alerting/expectRun?test=expected&timeout=30&expectedby=nightly', undefined);
    const list = parsed(await ask('GET /api/alerting/expectations', undefined, eve));
    assert.deepEqual(
      list.map(({ expectedBy, backlink }: Record<string, unknown>) => [expectedBy, backlink]),
      [
        ['nightly', null],
        ['ada', 'http://ci'],
      ],
    );
    assert.ok(list[1].expectedBefore - list[0].expectedBefore >= 29_000);
    assert.equal(
      (await ask('POST /api/alerting/expectRun?test=expected&timeout=60', undefined, eve)).status,
      403,
    );
    assert.equal((await ask('POST /api/alerting/expectRun?test=expected')).status, 400);
    assert.equal((await ask('POST /api/alerting/expectRun?test=none&timeout=1')).status, 404);
  });
});
