import { counted } from '../../report/units.ts';

/** The title of the screen of a run. */
export const title = (benchmark: string, id: number): string => `${benchmark} run ${id}`;
export const runOf = (id: number): string => `run ${id}`;
export const noSuchRun = (id: string | number): string => `There is no run ${id}, or you may not see it.`;
export const signInAs = (isSignedIn: boolean): string =>
  isSignedIn ? 'Sign in as another person' : 'Sign in';
export const allRuns = (): string => 'All runs';
export const ask = (): string => 'Ask';
export const compare = (): string => 'Compare';
export const share = (): string => 'Share';
export const more = (): string => 'More';
export const copied = (): string => 'The address is copied.';
export const notCopied = (): string => 'The browser does not let the page copy. Copy the address yourself.';

export const withBefore = (id: number): string => `with the previous run, ${id}`;
export const withPassed = (count: number): string =>
  count === 1 ? 'with the last run that passed' : `with the last ${count} that passed`;
export const withWeekAgo = (id: number): string => `with the run from a week ago, ${id}`;
export const noWeekAgo = (): string => 'this test has no run from a week before this run';
export const choose = (): string => 'choose other runs yourself';
export const noOthers = (): string => 'This test has no other run that passed or failed.';

export const earlier = (id: number): string => `run ${id}`;
export const later = (id: number): string => `run ${id}`;
export const neighbours = (runs: number): string =>
  `${counted(runs, 'run')} of this test before and after this run`;

export const describe = (): string => 'Describe';
export const description = (): string => 'Description of the run';
export const save = (): string => 'Save';
export const saving = (): string => 'Saving…';
/** The message when another person has stored a description since this person opened the form. */
export const describedMeanwhile = (stored: string): string =>
  stored === ''
    ? 'Another person has removed the description meanwhile. Save again to store yours.'
    : `Another person has changed the description meanwhile. It is now “${stored}”. Save again to replace it.`;
export const trash = (): string => 'Move this run to the trash';
export const restore = (): string => 'Restore this run from the trash';
export const recalculate = (): string => 'Compute the datasets of this run again';
export const recalculated = (datasets: number): string => `${counted(datasets, 'dataset')} made again.`;
export const file = (): string => 'Download the report as a file';
export const document = (): string => 'The document';
export const inTrash = (): string => 'This run is in the trash.';

export const allInTrash = (): string => 'Show all runs in the trash';

export const foreign = (): string =>
  'Another tool made this run, so Downpour has no report. You can query the run and read its document.';
export const facts = {
  test: 'Test',
  start: 'Started',
  stop: 'Ended',
  owner: 'Team',
  access: 'Readers',
  description: 'Description',
  schemas: 'Schemas',
} as const;
export const access = {
  PUBLIC: 'everyone who may call the API',
  PROTECTED: 'everyone with a key',
  PRIVATE: 'the team',
} as const;
export const labels = (): string => 'Labels';
export const label = (): string => 'label';
export const value = (): string => 'value';
/** Explains how documents of other tools can have label values. */
export const labelsOfSchema = (): string =>
  'Documents of other tools get labels from a schema, whose URI is in their member $schema. Create the schema with POST /api/schema, and write its labels on its page below Schemas.';
export const noLabels = (): string => `This run has no label values. ${labelsOfSchema()}`;
export const readDocument = (): string => 'Read the document';
export const questions = (): string => 'Ask a question';
