import { counted, exactly } from '../../../report/units.ts';

export const title = (name: string): string => `Label ${name}`;
export const newTitle = (schema: string): string => `New label of ${schema}`;
export const noLabel = (id: string): string =>
  `There is no label ${id} in this schema, or you may not see it.`;
export const mayNot = (team: string): string =>
  `You may not change this label. This needs the role tester in ${team}, and a key with the scope upload.`;

export const name = (): string => 'Name';
export const paths = (): string => 'Paths';
export const pathName = (at: number): string => `Name of path ${at + 1}`;
export const path = (at: number): string => `Path ${at + 1}`;
export const pathExample = (): string => '$.results.p99';
export const allMatches = (at: number): string => `All matches of path ${at + 1}`;
export const allMatchesShort = (): string => 'all matches';
export const removePath = (at: number): string => `Remove path ${at + 1}`;
export const removeShort = (): string => 'Remove';
export const addPath = (): string => 'Add a path';
export const code = (): string => 'Function';
/** An example of a function for paths with these names. */
export const codeExample = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} => ${names[0]} / 1e6` : `({ ${names.join(', ')} }) => ${names[0] ?? 1}`;
export const codeHelp = (): string =>
  'JavaScript, which only the server runs. With one path, its argument is the value. With several paths, it is an object with the values by name. Without a function, the label has the value of the path.';
export const metrics = (): string => 'Metric: the value is a measurement';
export const filtering = (): string => 'Filtering: the value distinguishes runs';

export const values = (count: number): string =>
  count === 1 ? 'Value in the last dataset' : `Values in the last ${exactly(count)} datasets`;
export const incomplete = (): string => 'Write a name and an expression for each path to see the values.';
export const noDatasets = (uri: string): string =>
  `No dataset that you may see has this schema yet. Upload a run with "$schema": "${uri}" to see values here.`;
export const columns = { run: 'Run', test: 'Test', started: 'Started', value: 'Value' } as const;
export const part = (ordinal: number): string => `part ${ordinal + 1}`;
export const hiddenTest = (): string => 'no test that you may see';
export const notTester = (team: string): string => `Only testers of ${team} can try a label here.`;
export const computing = (): string => '…';
export const noValue = (): string => 'no value';
export const undefinedValue = (): string => '(undefined)';
/** The reason why a label has no usual value in a dataset. */
export const causes = {
  'no match': 'No match: the document has nothing, or null, at this path.',
  'nothing returned': 'The function returned undefined or null.',
  'not a number': 'NaN: the function calculated with something that is not a number.',
  'empty text': 'The value is a text without characters.',
} as const;
export const failed = (): string => 'The function failed.';
export const wrongPath = (at: number): string => `Path ${at + 1} has a mistake.`;
export const output = (text: string): string => `Output: ${text}`;
export const mistakeInPath = (): string => 'The path has a mistake';
export const mistakeInCode = (): string => 'The function failed';
export const announced = (valued: number, count: number): string =>
  `${exactly(valued)} of ${counted(count, 'dataset')} ${valued === 1 ? 'has' : 'have'} a value.`;

export const effect = (datasets: number): string =>
  datasets === 0
    ? 'New runs with this schema get the label.'
    : `Downpour then computes the label for ${counted(datasets, 'dataset')}, and for new runs.`;
export const unsaved = (): string => 'Your changes are not saved. They stay here while this tab is open.';
export const saved = (): string => 'The label is saved.';
export const savedAll = (count: number): string =>
  `The label is saved, and ${count === 1 ? 'the dataset above has its value' : `all ${exactly(count)} datasets above have their values`}.`;
export const savedPart = (done: number, count: number): string =>
  `The label is saved. ${exactly(done)} of ${counted(count, 'dataset')} above ${done === 1 ? 'has' : 'have'} the new value.`;
export const slow = (): string =>
  'Downpour has not computed all values yet. The log of the test names problems.';
export const checkAgain = (): string => 'Check again';
export const valuesOf = (test: string): string => `Label values of ${test}`;

export const changedMeanwhile = (): string =>
  'Another person has changed this label meanwhile. It is stored as:';
export const deletedMeanwhile = (): string => 'Another person has deleted this label meanwhile.';
export const takeTheirs = (): string => 'Take the stored label';
export const createAgain = (): string => 'Save mine as a new label';

export const remove = (): string => 'Delete';
export const removeQuestion = (name: string, usages: string): string =>
  `Delete the label ${name} with its values in all datasets?${usages === '' ? '' : ` It is used by ${usages}.`}`;
export const keep = (): string => 'Keep it';
const kinds = {
  FINGERPRINT: 'the fingerprint',
  MISSINGDATA_RULE: 'a rule of missing data',
  VARIABLE: 'a variable',
  VIEW: 'a view',
} as const;
export const usage = (kind: keyof typeof kinds, test: string): string => `${kinds[kind]} of ${test}`;
