import { type DownpourError, overloaded } from '../../../errors.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import type { Access, Owned, Principal } from '../../../results/access.ts';
import { limits } from '../../../results/limits.ts';
import {
  type Item,
  recordAt,
  recordOf,
  recordsAt,
  recordsIn,
  type Table,
  type Write,
} from '../../ports/table.ts';
import { change } from '../change.ts';
import { ownedName, recounted, visibleCount } from '../owned-counts.ts';
import { countsComplete } from '../runs/run-counts.ts';

/** A stored test, to which runs are uploaded. Absent members have their default (schema/api/tests.yaml). */
export type Test = {
  readonly id: number;
  readonly name: string;
  readonly owner: string;
  readonly access: Access;
  /** The folder of the test. Null: the root. */
  readonly folder?: string | null;
  readonly description?: string | null;
  readonly datastoreId?: number;
  readonly timelineLabels?: readonly string[] | null;
  /**
   * A JavaScript function that computes the time of a dataset. The filter of fingerprints is JavaScript too.
   */
  readonly timelineFunction?: string | null;
  readonly fingerprintLabels?: readonly string[] | null;
  readonly fingerprintFilter?: string | null;
  readonly compareUrl?: string | null;
  /** The ids of the transformers that make datasets of the test's runs. */
  readonly transformers?: readonly number[];
  readonly notificationsEnabled?: boolean;
  /** False: Downpour makes no variables for runs of the load driver. */
  readonly automaticVariables?: boolean;
};

export type Tests = ReturnType<typeof openTests>;

/** The most names of tests in the cache. */
const rememberedMax = 1000;

export function openTests(table: Table) {
  const byId = (id: number) => recordAt<Test>(table, repositoryKey.test(id));
  /**
   * Ids of tests by their names, in memory. They may be outdated, so the name is compared again when the test
   * is read.
   */
  const remembered = new Map<string, number>();
  const byName = async (name: string): Promise<Test | undefined> => {
    // No test has a name of this length, and a key of the table cannot have this length either.
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
    /** The test that a text names: by name, or else by id. Names have no surrounding blanks. */
    async find(given: string): Promise<Test | undefined> {
      const text = given.trim();
      return (await byName(text)) ?? (/^[1-9]\d{0,9}$/.test(text) ? byId(Number(text)) : undefined);
    },
    /** Reads several tests in the order of the ids. A missing test is undefined. */
    many: async (ids: readonly number[]): Promise<readonly (Test | undefined)[]> =>
      (await table.getMany(ids.map(repositoryKey.test))).map(testOf),

    /** All tests in the order of their ids. */
    list: () => recordsIn<Test>(table, repositoryKey.test(0).pk),

    /**
     * Lists tests in the order of their names, in pages that grow.
     * @param first the least number of tests that the caller needs.
     */
    async *byNames(backward: boolean, first: number): AsyncGenerator<Test> {
      const { pk } = repositoryKey.testName('');
      let after: string | undefined;
      for (let limit = Math.min(first, namesMax); ; limit = Math.min(2 * limit, namesMax)) {
        const { items, next } = await table.page(pk, { backward, limit, ...(after && { after }) });
        yield* await recordsAt<Test>(
          table,
          items.map(({ id }) => repositoryKey.test(Number(id))),
        );
        if (next === undefined) return;
        after = next;
      }
    },

    /**
     * Counts the tests that the caller may see. Undefined in a repository that is older than the stored
     * count.
     */
    async count(caller: Principal): Promise<number | undefined> {
      const totals = await table.get(repositoryKey.testTotals());
      return totals?.complete === true ? visibleCount(caller, totals) : undefined;
    },

    /**
     * Adds a test.
     * @returns undefined when the name is in use.
     */
    async create(test: Omit<Test, 'id'>): Promise<Test | undefined> {
      const id = await table.newIds('test');
      const failed = await table.write(await testWrites(table, { ...test, id }));
      return failed.length === 0 ? { ...test, id } : undefined;
    },

    /**
     * Changes a test.
     * @param decide undefined leaves the test unchanged and writes nothing.
     * @param more returns further writes of the same transaction. It is called again when the test has
     * changed meanwhile.
     * @returns undefined when the test does not exist.
     * @throws ChangeRefused when another test has the name.
     */
    change: async (
      id: number,
      decide: (test: Test) => Test | undefined | Promise<Test | undefined>,
      more: () => Promise<readonly Write[]> = async () => [],
    ): Promise<Test | undefined> =>
      testOf(
        await change(table, repositoryKey.test(id), async (item) => {
          const test = testOf(item);
          if (test === undefined) return undefined;
          const next = await decide(test);
          if (next === undefined) return undefined;
          return {
            item: { ...repositoryKey.test(id), ...next },
            also: [...renaming(test, next), ...recounts(test, next), definitionsChange, ...(await more())],
          };
        }),
      ),

    /** Deletes a test. False when the test does not exist. */
    async remove(id: number): Promise<boolean> {
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
      throw removalDisturbed('test', id);
    },
  };
}

/** The write that increases the version of all definitions, so that caches of definitions are read again. */
export const definitionsChange: Write = { update: repositoryKey.definitions(), add: { version: 1 } };

/** The present version of all definitions. */
export const definitionsVersion = async (table: Table): Promise<number> =>
  Number((await table.get(repositoryKey.definitions()))?.version ?? 0);

/** The writes of a new test. They fail when its name is in use. */
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

/**
 * True when the repository has no test and no run, and never had a change of either. Its counts are then
 * complete from the beginning.
 */
async function isFirstTest(table: Table): Promise<boolean> {
  if ((await table.get(repositoryKey.testTotals())) !== undefined) return false;
  const lists = [repositoryKey.test(0), repositoryKey.runTotals(0), repositoryKey.listedRun(0, 0)];
  const pages = await Promise.all(lists.map(({ pk }) => table.page(pk, { limit: 1 })));
  return pages.every(({ items }) => items.length === 0);
}

/** The most attempts to remove a record when the removal conflicts with a change. */
export const removals = 5;
export const removalDisturbed = (what: string, id: number): DownpourError =>
  overloaded(
    `Downpour could not delete ${what} ${id}, because other requests changed the ${what} during each of ${removals} attempts; Downpour tries again in a minute`,
  );
/** The most names of tests that one page reads. */
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

const testOf = (item: Item | undefined): Test | undefined => item && recordOf<Test>(item);
