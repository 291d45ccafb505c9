import type { Access } from '../../results/access.ts';
import { repositoryKey } from '../../store/names.ts';
import { change } from '../change.ts';
import { all, type Item, itemsOf, type Table, type Write } from '../table.ts';

/** A test as it is kept: what runs are uploaded to. Absent members have their default (schema/api/tests.yaml). */
export type Test = {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly access: Access;
  /** Null: the root. */
  readonly folder?: string | null;
  readonly description?: string | null;
  readonly datastoreId?: number;
  readonly timelineLabels?: readonly string[] | null;
  /** JavaScript, as are the filter and the URL below. */
  readonly timelineFunction?: string | null;
  readonly fingerprintLabels?: readonly string[] | null;
  readonly fingerprintFilter?: string | null;
  readonly compareUrl?: string | null;
  /** Ids of the transformers that make datasets of its runs. */
  readonly transformers?: readonly number[];
  readonly notificationsEnabled?: boolean;
};

export type Tests = ReturnType<typeof openTests>;

export function openTests(table: Table) {
  const byId = async (id: number): Promise<Test | undefined> =>
    testOf(await table.get(repositoryKey.test(id)));
  const byName = async (name: string): Promise<Test | undefined> => {
    const owner = await table.get(repositoryKey.testName(name));
    return owner && byId(Number(owner.id));
  };
  return {
    byId,
    byName,
    /** The test that a text means: its name, and only where there is none, its id. */
    async find(text: string): Promise<Test | undefined> {
      return (await byName(text)) ?? (/^[1-9]\d{0,9}$/.test(text) ? byId(Number(text)) : undefined);
    },
    /** In the order of the ids; undefined where there is none. */
    many: async (ids: readonly number[]): Promise<readonly (Test | undefined)[]> =>
      (await table.getMany(ids.map(repositoryKey.test))).map(testOf),

    /** By id. */
    list: async (): Promise<readonly Test[]> =>
      (await all(itemsOf(table, repositoryKey.test(0).pk))).flatMap((item) => testOf(item) ?? []),

    /** @returns undefined when the name is taken. */
    async create(test: Omit<Test, 'id'>): Promise<Test | undefined> {
      const id = await table.newIds('test');
      const failed = await table.write(testWrites({ ...test, id }));
      return failed.length === 0 ? { ...test, id } : undefined;
    },

    /**
     * Changes a test; a name that another one has is refused with ChangeRefused.
     * @returns undefined when there is none.
     */
    change: async (id: number, decide: (test: Test) => Test | Promise<Test>): Promise<Test | undefined> =>
      testOf(
        await change(table, repositoryKey.test(id), async (item) => {
          const test = testOf(item);
          if (test === undefined) return undefined;
          const next = await decide(test);
          return {
            item: { ...repositoryKey.test(id), ...next },
            also: [...renaming(test, next), definitionsChange],
          };
        }),
      ),

    /** False when there is none. */
    async remove({ id, name }: Pick<Test, 'id' | 'name'>): Promise<boolean> {
      const failed = await table.write([
        { delete: repositoryKey.test(id), when: { name } },
        { delete: repositoryKey.testName(name) },
        definitionsChange,
      ]);
      return failed.length === 0;
    },
  };
}

/** What was read of definitions and kept is old from now on. */
export const definitionsChange: Write = { update: repositoryKey.definitions(), add: { version: 1 } };

/** What makes a test: its name may be taken. */
export const testWrites = (test: Test): readonly Write[] => [
  { put: { ...test, ...repositoryKey.test(test.id) }, when: 'absent' },
  { put: { ...repositoryKey.testName(test.name), id: test.id }, when: 'absent' },
  definitionsChange,
  // Ids are given once, and a run has a test: before the first of all there is no run.
  ...(test.id === firstTest ? [{ put: repositoryKey.runTotalsComplete() }] : []),
];

const firstTest = 1;

function renaming(test: Test, next: Test): readonly Write[] {
  if (test.name === next.name) return [];
  return [
    { put: { ...repositoryKey.testName(next.name), id: test.id }, when: 'absent' },
    { delete: repositoryKey.testName(test.name) },
  ];
}

/** An item without its keys. */
function testOf(item: Item | undefined): Test | undefined {
  if (item === undefined) return undefined;
  const { pk: _, sk: __, version: ___, ...test } = item;
  return test as unknown as Test;
}
