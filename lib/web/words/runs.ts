import { counted, exactly } from '../../report/units.ts';

export const search = (): string => 'Search words, or an expression that begins with $';
export const searchLabel = (): string => 'Search runs';
export const test = (): string => 'Test';
export const from = (): string => 'From (UTC day)';
export const to = (): string => 'To (UTC day)';
export const inTrash = (): string => 'in the trash';
export const states = (): string => 'States';
export const filters = (): string => 'Filters';
export const columns = {
  run: 'Run',
  state: 'State',
  test: 'Test',
  requests: 'Requests',
  rate: 'Rate',
  p99: 'p99',
  start: 'Started',
  description: 'Description',
} as const;

/** A part of the filter in words. */
export function filterPart(
  name: 'test' | 'state' | 'from' | 'to' | 'text' | 'q' | 'trash',
  value: string,
): string {
  switch (name) {
    case 'test':
      return `test ${value}`;
    case 'state':
      return value;
    case 'from':
      return `from ${value}`;
    case 'to':
      return `to ${value}`;
    case 'text':
      return `words “${value}”`;
    case 'q':
      return `document matches ${value}`;
    case 'trash':
      return inTrash();
  }
}
export const removePart = (part: string): string => `Remove ${part}`;
export const removeAll = (): string => 'Remove all';

export const totalOf = (total: number): string => counted(total, 'run');
export const foundSoFar = (found: number): string => `${counted(found, 'run')} so far`;
export const foundAll = (found: number): string => `${counted(found, 'run')} found`;
export const lookedAt = (looked: number, left: number): string =>
  left > 0 ? `searched ${exactly(looked)} of up to ${exactly(looked + left)}` : `searched ${exactly(looked)}`;
export const goingOn = (): string => 'going on …';
export const stop = (): string => 'Stop';
export const goOn = (): string => 'Go on';

export const noRuns = (): string => 'There is no run yet. Start a burst, or upload a document.';
export const firstRun = (): string => 'Start a burst from the command line:';
export const firstCommand = (): string => 'downpour wrk2 -R 10 https://shop.example.com';
export const noMatch = (): string => 'No run matches this filter. Remove a part of the filter:';
export const noTest = (): string => 'a deleted or hidden test';
export const noOutcome = (): string => 'no result';

export const keys = (): string =>
  'In the list, arrow keys move. Space marks a run for a comparison: the first press as base, the second press as new. Enter opens a run, c compares.';
export const sides = { base: 'base', fresh: 'new' } as const;
export const compare = (base: number, fresh: number): string => `Compare ${base} with ${fresh}`;
export const mark = (id: number, side: string | undefined): string =>
  side === undefined ? `Mark run ${id}` : `Run ${id} is ${side}`;
export const unmark = (): string => 'Remove marks';
export const runLink = (id: number): string => `run ${id}`;
