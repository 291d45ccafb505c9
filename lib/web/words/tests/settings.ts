import { counted } from '../../../report/units.ts';

export const saved = (): string => 'The settings are saved.';
export const unsaved = (): string => 'Your changes are not saved.';
export const notifications = (): string => 'Notify people of changes of this test';
export const folderHelp = (): string =>
  'Names separated by slashes, such as shop/nightly. Empty means no folder.';
export const otherSettings = (): string => 'Other settings';
export const changedMeanwhile = (): string =>
  'Another person has changed this test meanwhile. It is stored with:';
export const takeTheirs = (): string => 'Take the stored settings';
export const mayNot = (team: string): string =>
  `You may not change this test. This needs the role tester in ${team}, and a key with the scope upload.`;
export const remove = (): string => 'Delete';
export const keep = (): string => 'Keep it';
/** @param runs the number of runs outside the trash. Undefined: it is not known yet. */
export const removeQuestion = (name: string, runs: number | undefined): string =>
  `Delete the test ${name}? ${
    runs === undefined
      ? 'Its runs go into the trash.'
      : runs === 0
        ? 'It has no run.'
        : `${counted(runs, 'run')} ${runs === 1 ? 'goes' : 'go'} into the trash.`
  }`;
