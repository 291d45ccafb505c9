import type { FoundItem, Type } from './collect-items.ts';

export type OutlinePage = {
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** The most bytes of a document that is read whole. Absent: `limits.wholeBytesMax`. */
  readonly wholeBytesMax?: number | undefined;
};

/**
 * The array or object at a path, with a page of its members or elements. `bytes` and `count` are absent when
 * the value was not read to its end.
 */
export type Listing = {
  readonly type: Type;
  readonly bytes?: number;
  readonly count?: number;
  readonly value?: string;
  readonly items: readonly FoundItem[];
  readonly next?: string;
};
