import { counted } from '../../report/units.ts';

/** The words for outcomes on the screen of a comparison. The report has the sentences about its numbers. */
export const outcomes = {
  worse: { mark: '▲', word: 'Worse' },
  'not worse': { mark: '=', word: 'Not worse' },
  'cannot tell': { mark: '?', word: 'Cannot tell' },
  invalid: { mark: '✗', word: 'These runs cannot be compared' },
} as const;
/** The advice of a comparison. It has the words of the screen instead of those of the command line. */
export const attempt = (advice: string): string =>
  `Try: ${advice
    .replace('add --allow-differences', `tick “${differ()}”`)
    .replace('the baseline', 'the base side')
    .replace('the candidate', 'the new side')}.`;
export const base = (): string => 'Base';
export const fresh = (): string => 'New';
export const gates = (): string => 'Limits of changes';
export const gatesExample = (): string => 'p99:10% errors:1%';
export const differ = (): string => 'Also compare runs with different loads';
export const compare = (): string => 'Compare';
export const explain = (): string =>
  'Name the runs of both sides, such as 11..15 and 16..20. You can also mark runs in the list of runs.';
export const notRuns = (text: string): string =>
  `${text} is not a list of at most 50 runs, such as 11..15 or 11,13.`;
export const runs = (count: number): string => counted(count, 'run');
export const inTime = (): string => 'in time';
export const sides = { baseline: 'A', candidate: 'B' } as const;
export const sideNames = { baseline: 'base', candidate: 'new' } as const;
export const notInterleaved = (): string => 'not alternating';
export const suspect = (): string => 'generator suspect';
export const differs = (): string => 'Differs';
export const judged = (): string => 'Limits';
export const others = (count: number, stand: number): string =>
  `${counted(count, 'other number')}, ${stand === 0 ? 'none changed' : `${stand} changed`} at a false discovery rate of 5 %`;
export const columns = {
  name: 'metric',
  before: 'base',
  after: 'new',
  change: 'change',
  outcome: 'outcome',
} as const;
export const within = (): string => 'Within each run';
export const eachRun = (): string => 'Each run, by time';
export const asTable = (): string => 'As a table';
export const dots = (name: string, least: string, most: string): string =>
  `${name} of each run, from ${least} to ${most}`;
export const run = (): string => 'run';
export const side = (): string => 'side';
export const started = (): string => 'started (UTC)';
export const more = (): string => 'Notes';
