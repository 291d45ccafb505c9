import { counted, exactly } from '../../../report/units.ts';

export const folder = (): string => 'Folder';
export const allFolders = (): string => 'All folders';
export const root = (): string => 'Without a folder';
export const columns = {
  name: 'Test',
  newest: 'Newest run',
  line: 'Last 30 runs, p99',
  runs: 'Runs',
  changes: 'Changes',
  folder: 'Folder',
} as const;
/** The words of the list of tests. */
export const list = {
  none: 'There is no test yet. The first upload or burst creates a test.',
  noMatch: 'No test is in this part of the list.',
  removeFilter: 'Show all tests',
  shown: (shown: number, count: number): string =>
    shown === count ? counted(count, 'test') : `${exactly(shown)} of ${counted(count, 'test')}`,
  previousPage: 'Previous tests',
  nextPage: 'Next tests',
} as const;
export const openChanges = (count: number): string => (count >= 100 ? '100+ open' : `${count} open`);
export const never = (): string => 'no run';
