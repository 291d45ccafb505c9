import type { OutlineItem } from '../../../api.generated.ts';
import { pathOf } from '../../json/path.ts';

/** An array or object of the document, as far as it is loaded. */
export type Place = {
  readonly items: readonly OutlineItem[];
  /** The number of all items. Absent: it is not known yet. */
  readonly count?: number;
  /** The cursor of the next items. */
  readonly next?: string;
  readonly loading: boolean;
  readonly error?: unknown;
};

export type Places = ReadonlyMap<string, Place>;

/** A line of the tree. `more`: a button that loads the next items of an array or object. */
export type Row =
  | {
      readonly kind: 'item';
      readonly path: string;
      readonly level: number;
      readonly item: OutlineItem;
      readonly canOpen: boolean;
      readonly isOpen: boolean;
      /** The position among the lines of the same parent, from 1, and their number. -1 when it is unknown. */
      readonly position: number;
      readonly size: number;
    }
  | {
      readonly kind: 'more' | 'loading' | 'failed';
      readonly path: string;
      readonly level: number;
      readonly place: Place;
    };

/** The lines of a tree from its loaded places, as the screen shows them. */
export function rowsOf(places: Places, open: ReadonlySet<string>, path = '$', level = 1): readonly Row[] {
  const place = places.get(path);
  if (place === undefined) return [];
  const size = place.count ?? (place.next === undefined ? place.items.length : -1);
  const rows = place.items.flatMap((item, at): readonly Row[] => {
    const own = pathOf(path, item.name ?? item.index ?? at);
    const canOpen = (item.type === 'object' || item.type === 'array') && item.count !== 0;
    const isOpen = canOpen && open.has(own);
    const row = { kind: 'item', path: own, level, item, canOpen, isOpen, position: at + 1, size } as const;
    return isOpen ? [row, ...rowsOf(places, open, own, level + 1)] : [row];
  });
  if (place.error !== undefined) return [...rows, { kind: 'failed', path, level, place }];
  if (place.loading) return [...rows, { kind: 'loading', path, level, place }];
  return place.next === undefined ? rows : [...rows, { kind: 'more', path, level, place }];
}

export type Move = { readonly focus?: string; readonly open?: string; readonly close?: string };

/** The effect of a key on a line, as in the tree pattern of ARIA. Undefined: the key has no effect. */
export function moveOf(key: string, rows: readonly Row[], path: string): Move | undefined {
  const lines = rows.filter((row) => row.kind === 'item');
  const at = lines.findIndex((line) => line.path === path);
  const line = lines[at];
  if (line === undefined) return undefined;
  const focus = (index: number): Move => ({
    focus: lines[Math.min(Math.max(index, 0), lines.length - 1)]?.path ?? path,
  });
  if (key === 'ArrowDown') return focus(at + 1);
  if (key === 'ArrowUp') return focus(at - 1);
  if (key === 'Home') return focus(0);
  if (key === 'End') return focus(lines.length - 1);
  if (key === 'ArrowRight') {
    if (!line.canOpen) return undefined;
    return line.isOpen ? focus(at + 1) : { open: path };
  }
  if (key !== 'ArrowLeft') return undefined;
  if (line.isOpen) return { close: path };
  const parent = lines.slice(0, at).findLast(({ level }) => level < line.level);
  return parent === undefined ? undefined : { focus: parent.path };
}
