import { repositoryKey } from '../../../names/repository-keys.ts';
import { maySee, type Principal } from '../../../results/access.ts';
import { type Item, itemsOf, type Key, type Table } from '../../ports/table.ts';
import type { Runs } from '../runs/runs.ts';

/** The kinds of logs. Logs contain results of background work, for the owners of the test. */
const logKinds = ['dataset', 'transformation', 'action'] as const;
export type LogKind = (typeof logKinds)[number];

/** The levels of log entries, from the lowest on. Responses contain the number. */
export const logLevel = { debug: 0, info: 1, warn: 2, error: 3 } as const;

/**
 * Identifies a log of a test. A test has one log for each kind, and for datasets one for each source, such as
 * `labels`.
 */
export type LogId = { readonly kind: LogKind; readonly test: number; readonly source?: string };

export type LogNote = {
  readonly level: (typeof logLevel)[keyof typeof logLevel];
  readonly message: string;
  readonly runId?: number;
  readonly datasetId?: number;
  readonly datasetOrdinal?: number;
  /**
   * The event for which an action sent a request, and the type of the action. Absent in entries of other
   * logs.
   */
  readonly event?: string;
  readonly type?: string;
};

export type LogEntry = LogNote & {
  readonly id: number;
  readonly testId: number;
  readonly timestamp: number;
  readonly source?: string;
};

export type LogSelection = {
  /** The lowest level of the entries that are selected. */
  readonly level?: number;
  readonly runId?: number | undefined;
  readonly datasetId?: number | undefined;
  /** The selected times in epoch milliseconds: at `from` or later, and before `to`. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** The milliseconds for which log entries are kept. */
const keptMs = 30 * 86_400_000;
/**
 * The most entries of one call, and the most characters of an entry's message. So a function that logs in a
 * loop does not fill the table.
 */
const notesMax = 50;
const messageMax = 4096;
/** The number of log entries that are read or deleted together. */
const pageItems = 100;

/**
 * Writes entries to a log. When a call has too many entries, its last entry counts those that were left out.
 */
export async function note(
  table: Table,
  { kind, test, source }: LogId,
  notes: readonly LogNote[],
  now: number,
): Promise<void> {
  if (notes.length === 0) return;
  const [last, left] = [notes[notesMax - 1], notes.length - notesMax];
  const limited =
    left > 0 && last !== undefined
      ? [...notes.slice(0, notesMax - 1), { ...last, message: `and ${left + 1} more entries` }]
      : notes;
  const first = await table.newIds('log', limited.length);
  const expiresAt = Math.ceil((now + keptMs) / 1000);
  const writes = limited.map(({ message, ...rest }, n) => {
    const id = first + n;
    const text = message.length > messageMax ? `${message.slice(0, messageMax)}...` : message;
    const entry = {
      ...rest,
      message: text,
      id,
      testId: test,
      timestamp: now,
      expiresAt,
      ...(source && { source }),
    };
    return { put: { ...entry, ...repositoryKey.log(kind, source ?? '', test, now, id) } };
  });
  await table.write(writes);
}

/**
 * Lists the entries of a log that a caller may see, the newest first. A caller who may not see a run does not
 * see entries about it.
 */
export async function* entriesOf(
  { table, runs }: { readonly table: Table; readonly runs: Pick<Runs, 'getMany'> },
  caller: Principal,
  place: LogId,
  selection: LogSelection & { readonly now: number },
): AsyncGenerator<LogEntry> {
  const { pk } = keyOf(place);
  const seen = new Map<number, boolean>();
  let after: string | undefined;
  do {
    const range = { backward: true, limit: pageItems, ...(after === undefined ? {} : { after }) };
    const { items, next } = await table.page(pk, range);
    const entries = items.map(entryOf).filter((entry) => isSelected(entry, selection));
    const unseenIds = [...new Set(entries.flatMap(({ runId }) => runId ?? []))].filter((id) => !seen.has(id));
    for (const [n, run] of (await runs.getMany(unseenIds)).entries())
      seen.set(unseenIds[n] ?? 0, run !== undefined && maySee(caller, run));
    yield* entries.filter(({ runId }) => runId === undefined || seen.get(runId) === true);
    after = next;
  } while (after !== undefined);
}

/** Deletes selected entries, also those that the caller may not see. */
export async function forget(table: Table, place: LogId, selection: LogSelection): Promise<void> {
  let keys: Key[] = [];
  const flush = async (): Promise<void> => {
    await table.write(keys.map((key) => ({ delete: key })));
    keys = [];
  };
  for await (const item of itemsOf(table, keyOf(place).pk, { limit: pageItems })) {
    if (!isSelected(entryOf(item), { ...selection, now: 0 })) continue;
    keys.push({ pk: item.pk, sk: item.sk });
    if (keys.length === pageItems) await flush();
  }
  await flush();
}

const keyOf = ({ kind, source, test }: LogId): Key => repositoryKey.log(kind, source ?? '', test, 0, 0);

function isSelected(
  entry: LogEntry,
  { level = 0, runId, datasetId, from, to, now }: LogSelection & { readonly now: number },
): boolean {
  const { timestamp } = entry;
  if (entry.level < level || timestamp < now - keptMs) return false;
  if (from !== undefined && timestamp < from) return false;
  if (to !== undefined && timestamp >= to) return false;
  if (runId !== undefined && entry.runId !== runId) return false;
  return datasetId === undefined || entry.datasetId === datasetId;
}

/** The entry in an item of the table: the item without its keys. */
function entryOf({ pk: _, sk: __, expiresAt: ___, ...entry }: Item): LogEntry {
  return entry as unknown as LogEntry;
}
