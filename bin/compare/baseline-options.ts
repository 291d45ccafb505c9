import { Option } from 'commander';
import { wholeNumber } from '../document/read-document.ts';

/** The command-line options that `compare` shares with other commands that compare runs with a baseline. */

export const baselineOption = (): Option =>
  several(
    '--baseline <runs>',
    'the runs of the baseline, or the name of a test: its last runs are then the baseline',
  );

export const lastOption = (): Option =>
  new Option('--last <n>', 'number of the last runs of the test that form the baseline')
    .argParser(wholeNumber(1, 50))
    .default(10);

export const differencesOption = (): Option =>
  new Option('--allow-differences', 'compare also runs whose benchmark documents or parameters differ');

/** Makes an option that a user may repeat. */
export const several = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string, before: string[] = []) => [...before, text]);
