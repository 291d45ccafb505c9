import type { Step } from './path-shape.ts';

type Slice = Extract<Step, { kind: 'slice' }>;

/** A slice of so many elements, from and to where it reaches. */
export function bounds({ start, end }: Slice, count: number): { start: number; end: number } {
  const place = (index: number): number => Math.min(Math.max(fromFirst(index, count), 0), count);
  return { start: place(start), end: end === undefined ? count : place(end) };
}

/** Whether all that a slice asks for is there, and is something: else it is an error of strict mode. */
export function isWithin({ start, end }: Slice, count: number): boolean {
  const [from, to] = [fromFirst(start, count), end === undefined ? count : fromFirst(end, count)];
  return from >= 0 && from < to && to <= count;
}

const fromFirst = (index: number, count: number): number => (index < 0 ? count + index : index);
