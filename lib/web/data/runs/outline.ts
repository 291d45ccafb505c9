import { type ReadonlySignal, signal } from '@preact/signals';
import type { OutlineItem } from '../../../api.generated.ts';
import { api } from '../api.ts';

/** An array or object of a run's document, as far as it is loaded. */
export type LoadedPlace = {
  readonly items: readonly OutlineItem[];
  readonly count?: number;
  /** The cursor of the next items. Absent: the list is complete. */
  readonly next?: string;
  readonly loading: boolean;
  readonly error?: unknown;
};

export type RunOutline = {
  readonly places: ReadonlySignal<ReadonlyMap<string, LoadedPlace>>;
  /**
   * Loads the first items of the array or object at a path. It does nothing if they are loaded or being
   * loaded.
   */
  readonly load: (path: string) => void;
  /** Loads the next items of the array or object at a path, or repeats a load that failed. */
  readonly more: (path: string) => void;
  readonly close: () => void;
};

const pageItems = 100;

/**
 * The tree of a run's document. The items of an array or object are loaded when a person opens it for the
 * first time.
 */
export function openOutline(run: number): RunOutline {
  const places = signal<ReadonlyMap<string, LoadedPlace>>(new Map());
  const aborting = new AbortController();
  const set = (path: string, place: LoadedPlace): void => {
    places.value = new Map(places.peek()).set(path, place);
  };

  async function more(path: string): Promise<void> {
    const { items, count, next } = places.peek().get(path) ?? { items: [] };
    const known = { items, ...(count !== undefined && { count }), ...(next !== undefined && { next }) };
    set(path, { ...known, loading: true });
    try {
      const query = { path, limit: pageItems, ...(next !== undefined && { cursor: next }) };
      const page = await api.run.by(run).outline.get({ query, signal: aborting.signal });
      const total = page.count ?? count;
      set(path, {
        items: [...items, ...page.items],
        loading: false,
        ...(total !== undefined && { count: total }),
        ...(page.next !== undefined && { next: page.next }),
      });
    } catch (error) {
      if (!aborting.signal.aborted) set(path, { ...known, loading: false, error });
    }
  }

  return {
    places,
    load: (path) => {
      if (!places.peek().has(path)) void more(path);
    },
    more: (path) => {
      if (places.peek().get(path)?.loading !== true) void more(path);
    },
    close: () => aborting.abort(),
  };
}
