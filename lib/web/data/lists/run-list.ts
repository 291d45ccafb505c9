import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Requests } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { staleAfterMs } from '../cache.ts';
import { heldKey } from '../session.ts';
import {
  countOf,
  forgetting,
  forgottenBetween,
  noPages,
  type RunPages,
  withPage,
  withRows,
} from './run-pages.ts';

/** The query of a list. With `trashed` the list has only the runs in the trash. */
export type RunQuery = Omit<Requests['run-list']['query'], 'cursor' | 'limit' | 'page'>;

/** A list of runs, loaded as far as a person has scrolled. */
export type WalkState = {
  readonly list: RunPages;
  readonly loading: boolean;
  readonly error?: unknown;
  /** True when a person has stopped a search before its end. */
  readonly stopped: boolean;
};

export type RunWalk = {
  readonly state: ReadonlySignal<WalkState>;
  /** Loads the next page. In a filtered list the search continues until a whole page of runs is found. */
  readonly more: () => void;
  /**
   * Loads rows between two positions again if they were removed from memory, and removes rows that are far
   * from there.
   */
  readonly show: (from: number, to: number) => void;
  readonly stop: () => void;
  readonly close: () => void;
};

const pageRows = 200;
/** The most rows that are kept in memory. */
const rowsMax = 5000;

/** The list that the person saw last. Back shows it at once with the same number of rows. */
let left: { readonly key: string; readonly list: RunPages; readonly at: number } | undefined;
heldKey.subscribe(() => {
  left = undefined;
});

/**
 * Marks the list that the person saw last as outdated, because a run has changed. It is loaded again when the
 * person returns to it.
 */
export function expireList(): void {
  if (left !== undefined) left = { ...left, at: 0 };
}

/** Loads a list of runs page by page. Another query begins a new list. */
export function useRunWalk(query: RunQuery): RunWalk {
  const key = JSON.stringify(query);
  const walk = useMemo(() => openWalk(query, left?.key === key ? left : undefined), [key]);
  useEffect(() => {
    if (walk.state.peek().loading) walk.more();
    return () => {
      walk.close();
      const { list } = walk.state.peek();
      if (countOf(list) > 0) left = { key, list, at: Date.now() };
    };
  }, [walk]);
  return walk;
}

function openWalk(query: RunQuery, known: typeof left): RunWalk {
  /** True: the known rows are shown until newer ones are loaded. */
  let isStale = known === undefined || Date.now() - known.at > staleAfterMs;
  const state = signal<WalkState>({ list: known?.list ?? noPages, loading: isStale, stopped: false });
  const closing = new AbortController();
  let stopping = new AbortController();
  let isBusy = false;
  const again = new Set<string>();
  const read = async (cursor: string, signal: AbortSignal) => {
    const answer = await api.run.list.get({ query: { ...query, cursor, limit: pageRows }, signal });
    // The server includes the other runs in a list with the trash, so they are removed here.
    return query.trashed ? { ...answer, runs: answer.runs.filter(({ trashed }) => trashed) } : answer;
  };

  async function more(): Promise<void> {
    const present = (): RunPages => (isStale ? noPages : state.peek().list);
    if (isBusy || present().next === undefined) return;
    isBusy = true;
    stopping = new AbortController();
    const wanted = countOf(present()) + pageRows;
    state.value = { list: state.peek().list, loading: true, stopped: false };
    try {
      for (let { next } = present(); next !== undefined; { next } = present()) {
        const answer = await read(next, AbortSignal.any([closing.signal, stopping.signal]));
        state.value = { ...state.peek(), list: withPage(present(), next, answer) };
        isStale = false;
        if (countOf(present()) >= wanted) break;
      }
      state.value = { ...state.peek(), loading: false };
    } catch (error) {
      const isStopped = closing.signal.aborted || stopping.signal.aborted;
      state.value = { ...state.peek(), loading: false, ...(isStopped ? { stopped: true } : { error }) };
    } finally {
      isBusy = false;
    }
  }

  async function reread(cursor: string): Promise<void> {
    if (again.has(cursor)) return;
    again.add(cursor);
    try {
      const { runs } = await read(cursor, closing.signal);
      state.value = { ...state.peek(), list: withRows(state.peek().list, cursor, runs) };
    } catch (error) {
      if (!closing.signal.aborted) state.value = { ...state.peek(), error };
    } finally {
      again.delete(cursor);
    }
  }

  return {
    state,
    more: () => void more(),
    show(from, to) {
      const { list } = state.peek();
      for (const cursor of forgottenBetween(list, from, to)) void reread(cursor);
      const kept = forgetting(list, (from + to) / 2, rowsMax);
      if (kept !== list) state.value = { ...state.peek(), list: kept };
    },
    stop: () => stopping.abort(),
    close: () => closing.abort(),
  };
}
