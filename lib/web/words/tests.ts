import { counted, exactly } from '../../report/units.ts';

export const folder = (): string => 'Folder';
export const allFolders = (): string => 'All folders';
export const root = (): string => 'Without a folder';
export const filterLabel = (): string => 'Part of a name';
export const columns = {
  name: 'Test',
  newest: 'Newest run',
  line: 'Last 30 runs, p99',
  runs: 'Runs',
  changes: 'Changes',
  folder: 'Folder',
} as const;
export const shown = (shown: number, count: number): string =>
  shown === count ? counted(count, 'test') : `${exactly(shown)} of ${counted(count, 'test')}`;
export const openChanges = (count: number): string => (count >= 100 ? '100+ open' : `${count} open`);
export const noTests = (): string => 'There is no test yet. The first upload or burst makes one.';
export const noMatch = (): string => 'No test is in this part of the list.';
export const removeFilter = (): string => 'Show all tests';
export const never = (): string => 'no run';
export const nextPage = (): string => 'Next tests';
export const previousPage = (): string => 'Previous tests';
