import { repositoryKey } from '../../../names/repository.ts';
import type { Access, Owned, Principal } from '../../../results/access.ts';
import { limits } from '../../../results/limits.ts';
import { all, type Item, itemsOf, type Table, type Write } from '../../ports/table.ts';
import { change } from '../change.ts';
import { ownedName, recounted, visibleCount } from '../owned-counts.ts';
import { countsComplete } from '../runs/run-counts.ts';

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

/** Names of tests that a warm process remembers. */
const rememberedMax = 1000;

export function openTests(table: Table) {
  const byId = async (id: number): Promise<Test | undefined> =>
    testOf(await table.get(repositoryKey.test(id)));
  /** Ids by names, as they were once: a test that is read says its name itself. */
  const remembered = new Map<string, number>();
  const byName = async (name: string): Promise<Test | undefined> => {
    // No test has such a name, and no key of the table may be so short or so long.
    if (name === '' || name.length > limits.testNameLengthMax) return undefined;
    const before = remembered.get(name);
    const known = before === undefined ? undefined : await byId(before);
    if (known?.name === name) return known;
    remembered.delete(name);
    const owner = await table.get(repositoryKey.testName(name));
    const test = owner && (await byId(Number(owner.id)));
    if (test?.name !== name) return test;
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.set(name, test.id);
    return test;
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

    /** By name, in pages of the table that grow. @param first how many are wanted at least. */
    async *byNames(backward: boolean, first: number): AsyncGenerator<Test> {
      const { pk } = repositoryKey.testName('');
      let after: string | undefined;
      for (let limit = Math.min(first, namesMax); ; limit = Math.min(2 * limit, namesMax)) {
        const { items, next } = await table.page(pk, { backward, limit, ...(after && { after }) });
        const found = await table.getMany(items.map(({ id }) => repositoryKey.test(Number(id))));
        yield* found.flatMap((item) => testOf(item) ?? []);
        if (next === undefined) return;
        after = next;
      }
    },

    /** How many the caller may see; undefined in a repository that is older than this count. */
    async count(caller: Principal): Promise<number | undefined> {
      const totals = await table.get(repositoryKey.testTotals());
      return totals?.complete === true ? visibleCount(caller, totals) : undefined;
    },

    /** @returns undefined when the name is taken. */
    async create(test: Omit<Test, 'id'>): Promise<Test | undefined> {
      const id = await table.newIds('test');
      const failed = await table.write(await testWrites(table, { ...test, id }));
      return failed.length === 0 ? { ...test, id } : undefined;
    },

    /**
     * Changes a test; a name that another one has is refused with ChangeRefused.
     * @param more - what is written with it.
     * @returns undefined when there is none.
     */
    change: async (
      id: number,
      decide: (test: Test) => Test | Promise<Test>,
      more: readonly Write[] = [],
    ): Promise<Test | undefined> =>
      testOf(
        await change(table, repositoryKey.test(id), async (item) => {
          const test = testOf(item);
          if (test === undefined) return undefined;
          const next = await decide(test);
          return {
            item: { ...repositoryKey.test(id), ...next },
            also: [...renaming(test, next), ...recounts(test, next), definitionsChange, ...more],
          };
        }),
      ),

    /** False when there is none. */
    async remove({ id }: Pick<Test, 'id'>): Promise<boolean> {
      for (let attempt = 0; attempt < removals; attempt += 1) {
        const test = await byId(id);
        if (test === undefined) return false;
        const { name, owner, access } = test;
        const failed = await table.write([
          { delete: repositoryKey.test(id), when: { name, owner, access } },
          { delete: repositoryKey.testName(name) },
          ...recounts(test, undefined),
          definitionsChange,
        ]);
        if (failed.length === 0) return true;
      }
      throw new Error(`test ${id} was changed by others ${removals} times in a row`);
    },
  };
}

/** What was read of definitions and kept is old from now on. */
export const definitionsChange: Write = { update: repositoryKey.definitions(), add: { version: 1 } };

/** What makes a test: its name may be taken. */
export async function testWrites(table: Table, test: Test): Promise<readonly Write[]> {
  const isFirst = await isFirstTest(table);
  return [
    { put: { ...test, ...repositoryKey.test(test.id) }, when: 'absent' },
    { put: { ...repositoryKey.testName(test.name), id: test.id }, when: 'absent' },
    definitionsChange,
    {
      update: repositoryKey.testTotals(),
      add: { [ownedName(test)]: 1 },
      set: isFirst ? { complete: true } : {},
    },
    ...(isFirst ? [{ put: countsComplete }] : []),
  ];
}

/** Before it nothing was there that is to be counted: no test, no run and no change of either. */
async function isFirstTest(table: Table): Promise<boolean> {
  if ((await table.get(repositoryKey.testTotals())) !== undefined) return false;
  const lists = [repositoryKey.test(0), repositoryKey.runTotals(0), repositoryKey.listedRun(0, 0)];
  const pages = await Promise.all(lists.map(({ pk }) => table.page(pk, { limit: 1 })));
  return pages.every(({ items }) => items.length === 0);
}

/** A removal that meets a change begins anew. */
const removals = 5;
/** Names that are read together. */
const namesMax = 100;

const recounts = (before: Owned, after: Owned | undefined): readonly Write[] =>
  recounted(repositoryKey.testTotals(), before, after);

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
