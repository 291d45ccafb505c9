import { time as latency } from '../../report/page/number-text.ts';
import { counted, exactly, rate } from '../../report/units.ts';
import { progress } from './burst.ts';

export const atWork = (count: number): string => `${counted(count, 'burst')} at work`;
export const startedBy = (user: string): string => `started by ${user}`;
/** The progress of a phase in the form that the screen of the burst has: `browse, 0:41 of 1:00`. */
export const inPhase = (name: string, elapsedMs: number, durationMs: number | undefined): string =>
  `${name}, ${progress(Math.min(elapsedMs, durationMs ?? elapsedMs), durationMs)}`;
export const lastAnswer = (time: string): string => `no answer of the server since ${time}`;
export const live = (perSec: number, p99: number | undefined): string =>
  p99 === undefined ? rate(perSec) : `${rate(perSec)}, p99 ${latency(p99)}`;
export const failed = (count: number): string => `${exactly(count)} failed`;
export const watch = (): string => 'Watch';
export const recent = (): string => 'Since yesterday 18:00';
/**
 * The number of recent runs. `atLeast`: there may be more runs, because the screen does not count further.
 */
export const recentRuns = (count: number, atLeast: boolean): string =>
  `${exactly(count)}${atLeast ? '+' : ''} ${count === 1 && !atLeast ? 'run' : 'runs'}`;
export const allPassed = (count: number, atLeast: boolean): string =>
  count === 1 && !atLeast
    ? 'The one run since yesterday 18:00 passed.'
    : `All ${recentRuns(count, atLeast)} since yesterday 18:00 passed.`;
export const noneRecent = (): string => 'No run started since yesterday 18:00.';
export const others = (count: number): string => `${counted(count, 'run')} of other tools, without a verdict`;
export const moreOfTest = (count: number): string => `and ${counted(count, 'more run')}`;
export const runLink = (id: number): string => `run ${id}`;
export const showThem = (): string => 'Show all these runs';
export const moreToLookAt = (count: number): string => `and ${counted(count, 'more test')}`;
export const busiest = (): string => 'Tests with the most runs';
export const changed = (): string => 'Changed';
export const since = (run: number): string => `since run ${run}`;
export const notConfirmed = (): string => 'not confirmed';
export const allChanges = (count: number, atLeast: boolean): string =>
  `Show all ${exactly(count)}${atLeast ? '+' : ''} changes`;
export const next = (): string => 'Next';
export const noBursts = (): string => 'To see bursts, you need a key with the scope drive.';

export const nothingYet = (): string => 'There is no load test and no run yet.';
export const startHere = (): string => 'Write and start a burst on this page';
export const orCommand = (): string => 'or use a command:';
export const firstSteps = [
  { text: 'Write a first benchmark document', command: 'downpour init https://shop.example.com' },
  { text: 'Or send load to an address', command: 'downpour wrk2 -R 10 https://shop.example.com' },
  {
    text: 'Or upload a result of another tool',
    command: 'downpour upload result.json --test shop',
  },
] as const;
