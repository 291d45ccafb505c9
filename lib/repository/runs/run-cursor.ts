import { DownpourError } from '../../errors.ts';
import type { RunPlace } from './runs.ts';

/** How far somebody has come in a list of runs: where the rest begins, and how many were looked at before it. */
export type RunCursor = { readonly after?: RunPlace; readonly looked: number };

/** What a reply calls `next`. Nobody but `parseRunCursor` has to understand it. */
export const runCursorText = ({ start, id }: RunPlace, looked: number): string => `${start}.${id}.${looked}`;

/** @throws DownpourError REQUEST_INVALID (400) for a text that no reply had as its `next`. */
export function parseRunCursor(text: string): RunCursor {
  if (text === '') return { looked: 0 };
  const [, start, id, looked] = /^(-?\d{1,16})\.(\d{1,10})\.(\d{1,10})$/.exec(text) ?? [];
  if (start === undefined)
    throw refused('is none that a reply had as `next`; leave it empty to begin with the first run');
  return { after: { start: Number(start), id: Number(id) }, looked: Number(looked) };
}

/** @throws DownpourError REQUEST_INVALID (400) for a page, or an order, that no cursor leads through. */
export function refuseBesideCursor({ page = 1, sort = 'start' }: { page?: number; sort?: string }): void {
  if (page !== 1) throw refused('takes the place of `page`; leave one of them out');
  if (sort !== 'start')
    throw refused(`leads through the runs by their start, not by ${sort}; leave \`sort\` out`);
}

const refused = (why: string): DownpourError =>
  new DownpourError('REQUEST_INVALID', 400, `the parameter cursor ${why}`, {
    details: [{ in: 'query', at: 'cursor', message: why }],
  });
