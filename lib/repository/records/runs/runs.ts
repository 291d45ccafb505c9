import { instant } from '../../../names/key-format.ts';
import { repositoryKey } from '../../../names/repository-keys.ts';
import { maySee, type Principal } from '../../../results/access.ts';
import {
  all,
  type Item,
  type Key,
  keyOf,
  nameOf,
  type Range,
  type Table,
  type Write,
} from '../../ports/table.ts';
import { type Change, ChangeRefused, change } from '../change.ts';
import { fieldsOf, givenUp, type RunRow, rowOf } from './row.ts';
import { countOf, type RunSelection, recounts } from './run-counts.ts';
import { wordsKeys } from './run-words.ts';
import { openTeamStorage, type TeamStorage } from './team-storage.ts';

export type { RunRow, RunSelection };

/**
 * A position in a list of runs, after the run with this start and id. That run may have moved or been
 * deleted.
 */
export type RunPosition = Pick<RunRow, 'start' | 'id'>;

/** Selects the part of a list that is read, and the direction. */
export type RunWay = RunTimes & {
  /** True: the latest start comes first. Absent: it comes last. */
  readonly backward?: boolean;
  /** The position after which the list begins. Absent: at its first run. */
  readonly after?: RunPosition | undefined;
};

/** Starts of runs in epoch milliseconds: `from` or later, and before `to`. Absent: no bound. */
export type RunTimes = { readonly from?: number | undefined; readonly to?: number | undefined };

/** The fields of a run that decide who may see it, and that lists of its datasets show. */
export type ShortRun = Pick<RunRow, (typeof shortFields)[number]>;

const shortFields = [
  'id',
  'testId',
  'start',
  'owner',
  'access',
  'description',
  'trashed',
  'datasets',
] as const satisfies readonly (keyof RunRow)[];

/** A page of a list of runs. */
export type PageOfRuns<Row = RunRow> = {
  /** The runs that the caller may see. */
  readonly runs: readonly Row[];
  /** The number of runs that were read, with those that the caller may not see. */
  readonly read: number;
  /** The position of the next page. Absent: this is the last page. */
  readonly next?: RunPosition;
};

export type Runs = ReturnType<typeof openRuns>;

/**
 * The store of the rows of runs. Each run has its row, and copies of it in the list of all runs, of its test
 * and of each schema that it names. Counts by owner and access are stored too, so a page and a total cost the
 * same for any number of runs.
 */
export function openRuns(table: Table, storage: TeamStorage = openTeamStorage(table)) {
  /** Reads one page of a list of runs. `only`: the fields to read. */
  async function readFields<Row extends ShortRun>(
    caller: Principal,
    selection: RunSelection,
    { limit, ...way }: PageWay,
    only?: readonly (keyof Row & string)[],
  ): Promise<PageOfRuns<Row>> {
    const { testId, uri } = selection;
    const range = rangeOf(way);
    if (range === undefined) return { runs: [], read: 0 };
    const { items, next } = await table.page(firstKeyOf(testId, uri).pk, {
      ...range,
      limit,
      ...(only && { only }),
    });
    const rows = items.flatMap((item) => (rowOf(item) as Row | undefined) ?? []);
    const last = next === undefined ? undefined : rows.at(-1);
    return {
      runs: rows.filter(selectedBy(caller, selection)),
      read: rows.length,
      ...(last && { next: { start: last.start, id: last.id } }),
    };
  }

  const readPage = (caller: Principal, selection: RunSelection, way: PageWay): Promise<PageOfRuns> =>
    readFields<RunRow>(caller, selection, way);

  const readShortPage = (
    caller: Principal,
    selection: RunSelection,
    way: PageWay,
  ): Promise<PageOfRuns<ShortRun>> => readFields<ShortRun>(caller, selection, way, shortFields);

  /**
   * Lists the runs that the caller may see by their start, in pages that grow. The caller stops when enough
   * runs are read.
   * @param first the least number of runs that the caller needs.
   */
  const listed = (
    caller: Principal,
    selection: RunSelection,
    way: RunWay,
    first: number = pageRuns,
  ): AsyncGenerator<RunRow> => inPages(way, first, (part) => readPage(caller, selection, part));

  /** Lists the runs in the same way as `listed`, but with only a few fields of each run. */
  const listedShort = (caller: Principal, selection: RunSelection, way: RunWay): AsyncGenerator<ShortRun> =>
    inPages(way, pageRuns, (part) => readShortPage(caller, selection, part));

  /**
   * Skips runs at the beginning of a list, or their datasets. It reads only the fields that decide who may
   * see a run.
   * @returns the position after the last run that was skipped whole, and the number that was skipped. The
   * position is undefined when the first run has more than the requested number.
   */
  async function skip(
    caller: Principal,
    selection: RunSelection,
    backward: boolean,
    count: number,
    numberOf: (run: ShortRun) => number = () => 1,
  ): Promise<{ readonly after: RunPosition | undefined; readonly skipped: number }> {
    let after: RunPosition | undefined;
    let skipped = 0;
    let next: RunPosition | undefined;
    do {
      const limit = Math.min(pageRunsMax, Math.max(pageRuns, count - skipped));
      const page = await readShortPage(caller, selection, { backward, after: next, limit });
      for (const run of page.runs) {
        if (skipped + numberOf(run) > count) return { after, skipped };
        skipped += numberOf(run);
        after = { start: run.start, id: run.id };
      }
      next = page.next;
    } while (next !== undefined && skipped < count);
    return { after, skipped };
  }

  /**
   * Lists runs in the order of their ids. No stored list has this order, so the function tries consecutive
   * ids.
   * @returns undefined when the first ids have too few runs and others remain.
   */
  async function byId(
    caller: Principal,
    selection: Omit<RunSelection, 'uri'>,
    count: number,
    backward: boolean,
  ): Promise<readonly RunRow[] | undefined> {
    const last = Number((await table.get(repositoryKey.counter('run')))?.last ?? Number.NaN);
    const isSelected = selectedBy(caller, selection);
    const found: RunRow[] = [];
    let tried = 0;
    for (let some = count; tried < last; some = Math.max(some, pageRuns)) {
      if (tried >= idsMax) return undefined;
      const places = Array.from({ length: Math.min(some, last - tried) }, (_, at) => tried + at);
      const ids = places.map((place) => (backward ? last - place : 1 + place));
      const rows = await table.getMany(ids.map(repositoryKey.run));
      found.push(...rows.flatMap((item) => rowOf(item) ?? []).filter(isSelected));
      if (found.length >= count) return found.slice(0, count);
      tried += ids.length;
    }
    return tried === last ? found : undefined;
  }

  return {
    readPage,
    readShortPage,
    listed,
    listedShort,
    skip,
    byId,

    get: async (id: number): Promise<RunRow | undefined> => rowOf(await table.get(repositoryKey.run(id))),

    /** Reads several runs in the order of the ids. A missing run is undefined. */
    getMany: async (ids: readonly number[]): Promise<readonly (RunRow | undefined)[]> =>
      (await table.getMany(ids.map(repositoryKey.run))).map(rowOf),

    /**
     * Writes the row of a run, which makes the run visible. Its document must be stored before. False when
     * the run was visible already, or when a condition of `also` does not hold.
     * @param isKept - true: the storage limit of the team does not apply.
     * @throws DownpourError TEAM_STORAGE_FULL (507).
     */
    async insert(run: RunRow, also: readonly Write[] = [], isKept = false): Promise<boolean> {
      const row = { ...fieldsOf(run), ...repositoryKey.run(run.id) };
      const writes = [...copies(run).map((put): Write => ({ put })), ...recounts(undefined, run), ...also];
      return storage.withMutex(run.owner, async () => {
        const reservation = await storage
          .reserve(run.owner, run.storedBytes ?? 0, !isKept)
          .catch(async (full) => {
            if ((await table.get(row)) === undefined) throw full;
          });
        if (reservation === undefined) return false;
        const failed = await table.write([{ put: row, when: 'absent' }, ...writes, ...reservation]);
        return failed.length > 0 && failed.every((index) => index > writes.length)
          ? undefined
          : failed.length === 0;
      });
    },

    /**
     * Changes a run, in its row and all lists.
     * @param also further writes of the same transaction.
     * @returns undefined when the run does not exist.
     * @throws DownpourError TEAM_STORAGE_FULL (507) for bytes that exceed the storage of a team.
     */
    change: async (
      id: number,
      decide: (run: RunRow) => RunRow | undefined | Promise<RunRow | undefined>,
      also: (run: RunRow, next: RunRow) => readonly Write[] = () => [],
    ): Promise<RunRow | undefined> =>
      storage
        .withMutex(`run ${id}`, async () => {
          let reservedFrom = Number.POSITIVE_INFINITY;
          const decided = async (item: Item): Promise<Change | undefined> => {
            const run = rowOf(item);
            const next = run && (await decide(run));
            if (run === undefined || next === undefined) return undefined;
            const more = bytesOf(next) - (next.owner === run.owner ? bytesOf(run) : 0);
            const writes = [...moved(run, next), ...also(run, next)];
            reservedFrom = writes.length;
            const reservation = more > 0 ? await storage.reserve(next.owner, more) : [];
            return {
              item: { ...repositoryKey.run(id), ...fieldsOf(next) },
              also: [...writes, ...reservation],
            };
          };
          try {
            return { row: rowOf(await change(table, repositoryKey.run(id), decided)) };
          } catch (error) {
            if (error instanceof ChangeRefused && error.writes.every((index) => index >= reservedFrom))
              return undefined;
            throw error;
          }
        })
        .then(({ row }) => row),

    /**
     * Removes a run from every list permanently. No other run gets its id. Its document and its datasets are
     * removed separately.
     * @param may decides whether the run may be removed in its present state.
     * @param also further writes of the same transaction.
     * @returns the removed run. Undefined when the run does not exist or may not be removed.
     */
    async remove(
      id: number,
      now: number,
      may: (run: RunRow) => boolean,
      also: (run: RunRow) => readonly Write[] = () => [],
    ): Promise<RunRow | undefined> {
      let removed: RunRow | undefined;
      await change(table, repositoryKey.run(id), (item): Change | undefined => {
        const run = rowOf(item);
        removed = run !== undefined && may(run) ? run : undefined;
        if (removed === undefined) return undefined;
        const places = [...copies(removed).map(({ pk, sk }) => ({ pk, sk })), ...wordsKeys(removed)];
        const gone = places.map((key): Write => ({ delete: key }));
        return { item: givenUp(id, now), also: [...gone, ...recounts(removed, undefined), ...also(removed)] };
      });
      return removed;
    },

    /** Counts the selected runs that the caller may see, or their datasets. */
    async count(
      caller: Principal,
      selection: RunSelection,
      what: 'runs' | 'datasets' = 'runs',
    ): Promise<number> {
      const counted = await countOf(table, caller, selection, what);
      return counted ?? (await all(listedShort(caller, selection, {}))).length;
    },
  };
}

type PageWay = RunWay & { readonly limit: number };

/** Reads the pages of a list, which grow. */
async function* inPages<Row>(
  way: RunWay,
  first: number,
  read: (way: PageWay) => Promise<PageOfRuns<Row>>,
): AsyncGenerator<Row> {
  let after = way.after;
  for (let limit = Math.min(first, pageRuns); ; limit = Math.min(2 * limit, pageRunsMax)) {
    const { runs, next } = await read({ ...way, after, limit });
    yield* runs;
    if (next === undefined) return;
    after = next;
  }
}

/** True when a run belongs to a selection, and the caller may see the run. */
const selectedBy =
  (caller: Principal, { testId, trashed = false, owners }: RunSelection) =>
  (run: ShortRun): boolean =>
    (testId === undefined || run.testId === testId) &&
    (trashed || !run.trashed) &&
    maySee(caller, run) &&
    owners?.includes(run.owner) !== false;

/**
 * The range of keys for a part of a list of runs. Undefined when no run can be in the range, because DynamoDB
 * rejects an empty range, and a page that begins outside the range.
 */
function rangeOf({ backward = false, after, from, to }: RunWay): Range | undefined {
  if (from !== undefined && to !== undefined && from >= to) return undefined;
  // Keys of the bounds in time. The key of a run continues after its start. So a key with only the start
  // comes before all runs of that start.
  const times = {
    ...(from !== undefined && { from: instant(from) }),
    ...(to !== undefined && { to: instant(to) }),
  };
  const place = after && repositoryKey.listedRun(after.start, after.id).sk;
  if (place === undefined) return { backward, ...times };
  const [isBefore, isBehind] = [place < (times.from ?? ''), times.to !== undefined && place > times.to];
  if (backward ? isBefore : isBehind) return undefined;
  return { backward, ...times, ...(!isBefore && !isBehind && { after: place }) };
}

function firstKeyOf(testId: number | undefined, uri: string | undefined): Key {
  if (uri !== undefined) return repositoryKey.schemaRun(uri, 0, 0);
  return testId === undefined ? repositoryKey.listedRun(0, 0) : repositoryKey.testRun(testId, 0, 0);
}

/** The default number of runs of a page. */
const pageRuns = 100;
/**
 * The most runs of a page, because pages grow while a list is read. About as many fit into one response of
 * the table.
 */
export const pageRunsMax = 1600;
/** The most ids that a list by id tries. For more ids, reading the whole list is cheaper. */
const idsMax = 1000;

/** The copies of a run in lists. */
function copies(run: RunRow): readonly Item[] {
  const keys: Key[] = [
    repositoryKey.listedRun(run.start, run.id),
    repositoryKey.testRun(run.testId, run.start, run.id),
    ...new Set((run.schemas ?? []).map(({ uri }) => uri)),
  ].map((place) => (typeof place === 'string' ? repositoryKey.schemaRun(place, run.start, run.id) : place));
  const fields = fieldsOf(run);
  return keys.map((key) => ({ ...fields, ...key }));
}

/** The writes for a change of a run's row: the copies in lists, and the counts. */
function moved(run: RunRow, next: RunRow): readonly Write[] {
  const places = copies(next).map((put): Write => ({ put }));
  const kept = new Set(places.map((place) => nameOf(keyOf(place))));
  const left = copies(run).flatMap(({ pk, sk }): Write[] =>
    kept.has(nameOf({ pk, sk })) ? [] : [{ delete: { pk, sk } }],
  );
  return [...places, ...left, ...recounts(run, next)];
}

const bytesOf = ({ storedBytes = 0 }: RunRow): number => storedBytes;
