import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { forgetUser } from '../../../../functions/api/pipeline/authentication/known-users.ts';
import { repository } from '../../../../functions/repository.ts';
import { stores } from '../../../../functions/stores.ts';
import { environment } from '../../../../lib/names/environment.ts';
import { makeDatasets } from '../../../../lib/repository/pipeline/datasets/make-datasets.ts';
import { type Access, type TeamRole, teamRoles } from '../../../../lib/results/access.ts';
import { unknownUser } from '../../../../lib/results/identity/user.ts';
import { evaluate } from '../../../repository/pipeline/datasets/world.ts';
import { openQueuedWork } from '../../../repository/work/queue.ts';
import { keyOfUser, openMemory } from '../../memory.ts';
import {
  ask,
  holdsRole,
  mayRead,
  owners,
  type Person,
  people,
  type Reader,
  type Row,
  roleKey,
  shared,
} from './world.ts';

const memory = openMemory();
const { work } = openQueuedWork({}, memory.table);
const keys = Object.fromEntries(people.map((name, n) => [name, keyOfUser(memory, n + 1, name)]));
const uri = 'urn:x:1';

before(() => {
  process.env[environment.anonymous] = 'true';
});
after(() => {
  delete process.env[environment.anonymous];
});

type Kind = 'test' | 'schema' | 'run' | 'label' | 'transformer';
type Owned = Row & {
  readonly kind: Kind;
  readonly id: number;
  readonly parent?: string;
  readonly trashed?: true;
};

/** A model of the records that exist, built from the API's acknowledged requests. */
class Model {
  readonly rows = new Map<string, Owned>();
  /** The run of each dataset, by the dataset's id. */
  readonly datasets = new Map<number, number>();
  readonly roles = new Map<string, readonly TeamRole[]>();

  keep(row: Owned): void {
    this.rows.set(`${row.kind} ${row.id}`, row);
  }

  all(kind: Kind): readonly Owned[] {
    return [...this.rows.values()].filter((row) => row.kind === kind);
  }

  /** The ids of records that a reader may see. A part is visible only if its parent is visible too. */
  visible(kind: Kind, reader: Reader): readonly number[] {
    const rows = this.all(kind).filter((row) => this.#isShown(row, reader));
    return rows.map(({ id }) => id).sort((a, b) => a - b);
  }

  #isShown(row: Owned, reader: Reader): boolean {
    const parent = row.parent === undefined ? undefined : this.rows.get(row.parent);
    return (
      row.trashed !== true &&
      mayRead(this.roles, reader, row) &&
      (parent === undefined || mayRead(this.roles, reader, parent))
    );
  }
}

type Step = {
  readonly what: 'roles' | 'access' | 'trash' | 'change' | Kind;
  readonly who: Person;
  readonly owner: (typeof owners)[number];
  readonly access: Access;
  /** The index of the existing record that the step changes. */
  readonly nth: number;
  readonly roles: readonly TeamRole[];
};

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    'roles',
    'roles',
    'access',
    'access',
    'trash',
    'change',
    'test',
    'schema',
    'run',
    'run',
    'label',
    'transformer',
  ),
  who: fc.constantFrom(...people),
  owner: fc.constantFrom(...owners),
  access: fc.constantFrom('PUBLIC', 'PROTECTED', 'PRIVATE'),
  nth: fc.nat(20),
  roles: fc.subarray([...teamRoles]),
});

test('no caller sees a record that the table of access excludes, for any owner of the record', {
  timeout: 100_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 60 }), async (steps) => {
      for (const map of [memory.table, memory.users, memory.bodies, memory.datasetIndexes]) map.clear();
      for (const person of people) forgetUser(person);
      const model = new Model();
      for (const [n, each] of steps.entries()) await take(model, each, n);
      for (const reader of [...people, 'anonymous'] as const) await compare(model, reader);
    }),
    { numRuns: 120 },
  );
});

async function take(model: Model, each: Step, n: number): Promise<void> {
  const { what, who, owner, access } = each;
  const key = keys[who];
  if (what === 'roles') return giveRoles(model, each);
  if (what === 'access' || what === 'trash' || what === 'change') return change(model, each);
  if (what === 'run') return upload(model, each, n);
  const isChild = what === 'label' || what === 'transformer';
  const parents = model.all('schema');
  const parent = isChild ? parents[each.nth % Math.max(1, parents.length)] : undefined;
  if (isChild && parent === undefined) return;
  const expected = {
    name: `${what}${n}`,
    owner,
    access,
    ...(what === 'schema' && { uri: n % 2 === 0 && model.all('schema').length === 0 ? uri : `urn:${n}` }),
  };
  const isSeen = parent === undefined || mayRead(model.roles, who, parent);
  const answer = await ask(`POST ${pathOf(what, parent?.id)}`, key, what === 'label' ? [expected] : expected);
  const isAllowed = isSeen && holdsRole(model.roles, who, 'tester', owner);
  assert.equal(
    answer.status < 300,
    isAllowed,
    `${who} makes a ${what} of ${owner}: ${answer.status} ${answer.body}`,
  );
  if (!isAllowed) return;
  const made = JSON.parse(answer.body);
  const id: number = what === 'test' ? made.id : what === 'label' ? made[0] : made;
  model.keep({ kind: what, id, owner, access, ...(parent && { parent: `schema ${parent.id}` }) });
}

function pathOf(kind: Kind, parent?: number): string {
  if (kind === 'label') return `/api/schema/${parent}/labels`;
  if (kind === 'transformer') return `/api/schema/${parent}/transformers`;
  return `/api/${kind}`;
}

async function giveRoles(model: Model, { who, nth, roles }: Step): Promise<void> {
  const team = shared[nth % shared.length] ?? 'dev-team';
  const user = memory.users.get(who) ?? unknownUser(who, 1);
  memory.users.set(who, { ...user, teams: { ...user.teams, [team]: roles } });
  model.roles.set(roleKey(who, team), roles);
  forgetUser(who);
}

/**
 * Uploads a run. The model takes the fields of the acknowledged run. Other tests check to which test a run
 * belongs.
 */
async function upload(model: Model, { who, owner, access, nth }: Step, n: number): Promise<void> {
  const query = `test=t${nth % 3}&start=${n + 1}&stop=${n + 2}&owner=${owner}&access=${access}`;
  const answer = await ask(`POST /api/run/data?${query}`, keys[who], { $schema: uri, n });
  if (answer.status !== 202) return;
  const id = Number(answer.body);
  const { runs, datasets } = stores();
  const context = { repository: repository(), runs, datasets, evaluate, work, now: () => 1 };
  const { ids } = await makeDatasets(context, id);
  for (const dataset of ids) model.datasets.set(dataset, id);
  const run = await repository().runs.get(id);
  assert.deepEqual([run?.owner, run?.access], [owner, access]);
  const test_ = await repository().tests.byId(run?.testId ?? 0);
  assert.ok(test_);
  if (!model.rows.has(`test ${test_.id}`)) model.keep({ kind: 'test', id: test_.id, owner, access });
  model.keep({ kind: 'run', id, owner, access });
}

async function change(model: Model, { what, who, owner, access, nth }: Step): Promise<void> {
  const kinds = what === 'trash' ? ['run'] : ['test', 'schema', 'run'];
  const rows = [...model.rows.values()].filter(({ kind }) => kinds.includes(kind));
  const row = rows[nth % Math.max(1, rows.length)];
  if (row === undefined) return;
  const path = `/api/${row.kind}/${row.id}`;
  if (what === 'trash') {
    const answer = await ask(`POST ${path}/trash`, keys[who]);
    assert.equal(
      answer.status === 204,
      isWritable(model, who, row),
      `${who} trashes ${path}: ${answer.status}`,
    );
    if (answer.status === 204) model.keep({ ...row, trashed: true });
    return;
  }
  const answer = await ask(`POST ${path}/updateAccess?owner=${owner}&access=${access}`, keys[who]);
  if (answer.status === 204) {
    assert.ok(isWritable(model, who, row), `${who} changes ${path}`);
    model.keep({ ...row, owner, access });
  }
}

const isWritable = (model: Model, who: Person, row: Owned): boolean =>
  mayRead(model.roles, who, row) && holdsRole(model.roles, who, 'tester', row.owner);

/** Compares all lists, and each record by itself, with the model for one reader. */
async function compare(model: Model, reader: Reader): Promise<void> {
  const key = reader === 'anonymous' ? undefined : keys[reader];
  const display = async (line: string) => JSON.parse((await ask(`GET ${line}`, key)).body);
  const ids = (list: readonly Readonly<Record<string, number>>[], name = 'id') =>
    list.map((each) => each[name] ?? 0).sort((a, b) => a - b);
  const lists = {
    test: ids((await display('/api/test')).tests),
    schema: ids((await display('/api/schema')).schemas),
    run: ids((await display('/api/run/list')).runs),
    transformer: ids(await display('/api/schema/allTransformers'), 'transformerId'),
  };
  for (const [kind, list] of Object.entries(lists))
    assert.deepEqual(list, model.visible(kind as Kind, reader), `${kind}s that ${reader} is shown`);
  const labels = [];
  for (const id of model.visible('schema', reader))
    labels.push(...ids(await display(`/api/schema/${id}/labels`)));
  assert.deepEqual(
    labels.sort((a, b) => a - b),
    model.visible('label', reader),
    `labels of ${reader}`,
  );
  for (const { kind, id } of model.rows.values()) {
    if (kind === 'label' || kind === 'transformer') continue;
    const path = kind === 'run' ? `/api/run/${id}/summary` : `/api/${kind}/${id}`;
    const { status } = await ask(`GET ${path}`, key);
    const isTrashed = model.rows.get(`${kind} ${id}`)?.trashed === true;
    if (!isTrashed)
      assert.equal(status === 200, model.visible(kind, reader).includes(id), `${reader} reads ${path}`);
  }
  for (const [id, run] of model.datasets) {
    const { status } = await ask(`GET /api/dataset/${id}/summary`, key);
    assert.equal(status === 200, model.visible('run', reader).includes(run), `${reader} reads dataset ${id}`);
  }
  await compareDatasets(model, reader, display);
}

async function compareDatasets(
  model: Model,
  reader: Reader,
  display: (line: string) => Promise<{ readonly datasets: readonly { readonly runId: number }[] }>,
): Promise<void> {
  const runs = model.visible('run', reader);
  for (const { id } of model.all('run')) {
    const { datasets } = await display(`/api/dataset/list/byRun/${id}`);
    assert.deepEqual(
      datasets.map(({ runId }) => runId),
      runs.includes(id) ? [id] : [],
      `datasets of ${id} for ${reader}`,
    );
  }
  const others = [
    ...model.all('test').map(({ id }) => `byTest/${id}`),
    `bySchema?uri=${encodeURIComponent(uri)}`,
  ];
  for (const other of others)
    for (const { runId } of (await display(`/api/dataset/list/${other}`)).datasets)
      assert.ok(runs.includes(runId), `${reader} is shown a dataset of run ${runId} by ${other}`);
}
