import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/**
 * An answer of the API, as a screen uses it. A known value remains while it is loaded again, and also when
 * that load fails.
 */
export type Loaded<T> = {
  readonly value?: T;
  readonly error?: unknown;
  readonly loading: boolean;
  /** The time at which the value was loaded, in epoch milliseconds. */
  readonly asOf?: number;
};

type Entry = {
  readonly state: Signal<Loaded<unknown>>;
  load: (signal: AbortSignal) => Promise<unknown>;
  users: number;
  running: AbortController | undefined;
};

/** The age in milliseconds from which on a value is loaded again when a person returns to the page. */
export const staleAfterMs = 30_000;
/** The most values that are kept without a screen that shows them, so that Back shows its screen at once. */
const keptMax = 60;

const entries = new Map<string, Entry>();

/**
 * Loads a value that all parts of the pages with the same key share. The request is aborted when no part
 * needs the value any more. Without a key nothing is loaded.
 */
export function useLoaded<T>(key: string | undefined, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const entry = useMemo(() => (key === undefined ? undefined : entryOf(key, load)), [key]);
  if (entry !== undefined) entry.load = load;
  useEffect(() => (entry === undefined || key === undefined ? undefined : use(key, entry)), [entry]);
  return (entry?.state.value ?? idle) as Loaded<T>;
}

const idle: Loaded<never> = { loading: false };

function entryOf(key: string, load: Entry['load']): Entry {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made: Entry = { state: signal({ loading: true }), load, users: 0, running: undefined };
  entries.set(key, made);
  return made;
}

function use(key: string, entry: Entry): () => void {
  // Moves the entry to the end, so that it is the last one to be removed.
  entries.delete(key);
  entries.set(key, entry);
  entry.users += 1;
  if (entry.running === undefined && isStale(entry)) void run(entry);
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.running?.abort();
    forget();
  };
}

function isStale({ state }: Entry): boolean {
  const { asOf, error } = state.peek();
  return error !== undefined || asOf === undefined || Date.now() - asOf > staleAfterMs;
}

async function run(entry: Entry): Promise<void> {
  entry.running?.abort();
  const own = new AbortController();
  entry.running = own;
  const { state } = entry;
  const { value, asOf } = state.peek();
  state.value = { loading: true, ...(asOf !== undefined && { value, asOf }) };
  try {
    const loaded = await entry.load(own.signal);
    // Only the answer to the latest request is stored.
    if (entry.running === own) state.value = { loading: false, value: loaded, asOf: Date.now() };
  } catch (error) {
    if (entry.running === own && !own.signal.aborted)
      state.value = { ...state.peek(), loading: false, error };
  } finally {
    if (entry.running === own) entry.running = undefined;
  }
}

function forget(): void {
  const unused = [...entries].filter(([, { users }]) => users === 0);
  for (const [key] of unused.slice(0, Math.max(0, unused.length - keptMax))) entries.delete(key);
}

/** Loads all values of the screen again. With `prefix`, only those whose keys begin with it. */
export function reload(prefix = ''): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    if (entry.users > 0) void run(entry);
    else entries.delete(key);
  }
}

/**
 * Stores a value that did not come from a request of `useLoaded`, and ends the running request for this
 * value.
 */
export function remember<T>(key: string, value: T): void {
  const entry = entries.get(key);
  if (entry === undefined) return;
  entry.running?.abort();
  entry.running = undefined;
  entry.state.value = { loading: false, value, asOf: Date.now() };
}

/** Removes the cached values of other screens, because a change on this screen may have changed them too. */
export function forgetOthers(): void {
  for (const [key, { users }] of entries) if (users === 0) entries.delete(key);
}

/** Removes every cached value, because the next person may not see the same data. */
export function forgetAll(): void {
  for (const [key, entry] of entries) {
    entry.state.value = { loading: entry.users > 0 };
    if (entry.users === 0) entries.delete(key);
  }
  reload();
}

/** Loads old values again when a person returns to the page, from another tab or from another window. */
export function startRefreshing(): void {
  const refresh = (): void => {
    if (document.visibilityState !== 'visible') return;
    for (const entry of entries.values())
      if (entry.users > 0 && entry.running === undefined && isStale(entry)) void run(entry);
  };
  document.addEventListener('visibilitychange', refresh);
  addEventListener('focus', refresh);
}
