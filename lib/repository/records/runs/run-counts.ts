import { repositoryKey } from '../../../names/repository-keys.ts';
import { type Access, maySee, type Principal } from '../../../results/access.ts';
import type { Fields, Key, Table, Write } from '../../ports/table.ts';
import type { RunRow } from './row.ts';
import { bytesName } from './team-storage.ts';

/**
 * Counts runs by owner and access. Each test has one item of counts. The counts of all tests together, and of
 * each schema, are in several items.
 */

/**
 * A record which states that the counts are complete. It is written with the first test of a repository,
 * before any run exists.
 */
export const countsComplete = { ...repositoryKey.runTotalsComplete(), bySchema: true };

/** Selects runs. Absent members: runs of all tests and owners, without the trash. */
export type RunSelection = {
  readonly testId?: number | undefined;
  /** Runs that name this schema. */
  readonly uri?: string | undefined;
  /** True: includes runs in the trash. */
  readonly trashed?: boolean | undefined;
  /** Only runs of these teams. */
  readonly owners?: readonly string[] | undefined;
};

/**
 * Counts the selected runs that the caller may see, or their datasets.
 * @returns undefined for runs of a schema when the repository is older than the counts by schema.
 */
export async function countOf(
  table: Table,
  caller: Principal,
  counted: RunSelection,
  what: 'runs' | 'datasets',
): Promise<number | undefined> {
  const { testId, uri } = counted;
  const counts =
    uri !== undefined
      ? await schemaCounts(table, counted)
      : testId === undefined
        ? await allCounts(table)
        : [(await table.get(repositoryKey.runCounts(testId))) ?? {}];
  return counts?.reduce<number>((sum, numbers) => sum + visible(caller, counted, numbers, what), 0);
}

/** The counts of the runs of a schema. Undefined when these runs were never counted. */
async function schemaCounts(
  table: Table,
  { uri = '', testId }: RunSelection,
): Promise<readonly Fields[] | undefined> {
  if (testId !== undefined) return undefined;
  const [complete, { items }] = await Promise.all([
    table.get(repositoryKey.runTotalsComplete()),
    table.page(repositoryKey.schemaRunCounts(uri, 0).pk),
  ]);
  return complete?.bySchema === true ? items : undefined;
}

/**
 * The counts of all runs. In a repository that is older than these counts, they are the sum of the counts of
 * its tests.
 */
async function allCounts(table: Table): Promise<readonly Fields[]> {
  const complete = repositoryKey.runTotalsComplete();
  const { items } = await table.page(complete.pk);
  if (items.some(({ sk }) => sk === complete.sk)) return items;
  return (await table.page(repositoryKey.runCounts(0).pk)).items;
}

/**
 * The updates of the counts when a run changes. `before` is undefined for a new run, `after` for a removed
 * one.
 */
export function recounts(before: RunRow | undefined, after: RunRow | undefined): readonly Write[] {
  const changes = new Map<string, { readonly update: Key; readonly add: Record<string, number> }>();
  for (const [run, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (run === undefined) continue;
    const count = (update: Key, numbers: Readonly<Record<string, number>>): void => {
      const name = `${update.pk}#${update.sk}`;
      const add: Record<string, number> = changes.get(name)?.add ?? {};
      for (const [what, number] of Object.entries(numbers)) add[what] = (add[what] ?? 0) + sign * number;
      changes.set(name, { update, add });
    };
    const all = tally(run);
    count(repositoryKey.runCounts(run.testId), all);
    count(repositoryKey.runTotals(run.id), all);
    for (const uri of new Set((run.schemas ?? []).map((place) => place.uri)))
      count(repositoryKey.schemaRunCounts(uri, run.id), { [nameOf(run)]: 1 });
  }
  return [...changes.values()].flatMap(({ update, add }) => {
    const moved = Object.entries(add).filter(([, count]) => count !== 0);
    return moved.length === 0 ? [] : [{ update, add: Object.fromEntries(moved) }];
  });
}

/** The name of the count that a run belongs to. */
const nameOf = ({ trashed, access, owner }: Pick<RunRow, 'trashed' | 'access' | 'owner'>): string =>
  `${trashed ? 'trashed' : 'active'} ${access} ${owner}`;

/** The numbers that a run adds to the counts: one run, its datasets and its bytes. */
const tally = (run: RunRow): Readonly<Record<string, number>> => ({
  [nameOf(run)]: 1,
  ...(run.datasets?.length && { [`datasets ${nameOf(run)}`]: run.datasets.length }),
  ...(run.storedBytes && { [bytesName(run)]: run.storedBytes }),
});

function visible(
  caller: Principal,
  { trashed, owners }: RunSelection,
  counts: Fields,
  what: 'runs' | 'datasets',
): number {
  let sum = 0;
  for (const [name, number] of Object.entries(counts)) {
    const [, datasets, state, access, owner] = /^(datasets )?(active|trashed) (\w+) (.*)$/s.exec(name) ?? [];
    if ((datasets === undefined) !== (what === 'runs')) continue;
    if (owner === undefined || (state === 'trashed' && trashed !== true)) continue;
    if (owners !== undefined && !owners.includes(owner)) continue;
    if (maySee(caller, { owner, access: access as Access })) sum += Number(number);
  }
  return sum;
}
