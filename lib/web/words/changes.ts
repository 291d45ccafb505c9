import { changeText } from '../../report/comparison/words.ts';
import { time as latency } from '../../report/page/number-text.ts';
import { exactly, percent } from '../../report/units.ts';

export const empty = (): string =>
  'No change is open. A change appears here when the level of a series shifts.';
export const emptyConfirmed = (): string => 'No change is confirmed yet.';
export const state = (): string => 'State';
export const states = { open: 'open', confirmed: 'confirmed', all: 'all' } as const;
export const order = (): string => 'Order';
export const orders = { size: 'largest first', time: 'newest first' } as const;
export const allTests = (): string => 'Show all tests';
export const found = (count: number, hasMore: boolean): string =>
  `${exactly(count)}${hasMore ? '+' : ''} ${count === 1 && !hasMore ? 'change' : 'changes'}`;
export const more = (): string => 'Show more';
export const keys = (mayJudge: boolean): string =>
  `In the list, arrow keys move,${mayJudge ? ' y confirms the change, n dismisses it, u undoes the answer,' : ''} o opens the run, c compares the runs before the change with those after it.`;

export const confirm = (): string => 'Confirm';
export const dismiss = (): string => 'No change';
export const compare = (): string => 'Compare the runs before and after';
export const cannotCompare = {
  'no run before': 'There are no runs before this change to compare with.',
  'not listed':
    'The runs around this change are not among the last 500 runs of the test, or its run is in the trash.',
  'other tool': 'Downpour compares only its own runs. Another tool made the runs of this test.',
} as const;
export const undo = (): string => 'Undo';
export const isConfirmed = (): string => 'confirmed';
export const isOpen = (): string => 'not confirmed';
export function decided(kind: 'confirm' | 'dismiss', step: string): string {
  const word = kind === 'confirm' ? 'Confirmed' : 'No change';
  if (step === 'waiting') return `${word}. The page sends your answer in 10 seconds.`;
  if (step === 'failed') return `${word}. The page could not send your answer.`;
  return step === 'sending' ? `${word}. Sending …` : `${word}.`;
}
export const run = (id: number): string => `run ${id}`;
/** The relative difference of two values, such as `+18 %` or `−3.1 %`. */
export function difference(before: number, after: number): string {
  if (before === 0) return after === 0 ? '0 %' : 'from 0';
  const share = (after - before) / Math.abs(before);
  const percents = share * 100;
  if (Math.abs(percents) >= 1_000) return `${share > 0 ? '+' : ''}${amount(percents, 'other')} %`;
  return withMinus(changeText({ kind: 'ratio' }, share));
}
export const fromTo = (before: string | undefined, after: string): string =>
  before === undefined ? after : `${before} → ${after}`;
export const sure = (confidence: number): string => `${percent(confidence)} sure`;
/** Formats a number of a series: with a unit for series of Downpour's own runs, else without. */
export function amount(value: number, series: 'time' | 'share' | 'other'): string {
  if (series === 'time') return latency(value);
  if (series === 'share') return percent(value);
  const size = Math.abs(value);
  const isGrouped = size < 1e15 && (Number.isInteger(value) || size >= 1_000);
  const text = value.toPrecision(4);
  const short = size >= 1e15 ? text.replace(/\.?0*e\+/, 'e') : String(Number(text));
  return withMinus(isGrouped ? exactly(value) : short);
}
/**
 * Adds units to the numbers of an explanation, as in the line above it. The server writes them without a
 * unit. Counts of values, chances and percentages do not change.
 */
export const inUnits = (explanation: string, series: 'time' | 'share' | 'other'): string =>
  withMinus(
    explanation.replaceAll(
      /(?<![\d.+])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.e]| (?:before|values?|in|stable)\b| %)/g,
      (digits) => amount(Number(digits), series),
    ),
  );
/** Replaces hyphens before numbers by the sign for minus. */
const withMinus = (text: string): string => text.replaceAll(/(?<![\de])-(?=\d)/g, '−');
