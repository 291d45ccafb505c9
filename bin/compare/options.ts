import { Option } from 'commander';
import { wholeNumber } from '../document/read-document.ts';

/** The command-line options that `compare` shares with other commands that compare runs with a baseline. */

export const baselineOption = (): Option =>
  several('--baseline <runs>', 'runs, or the name of a test: its last runs');

export const lastOption = (): Option =>
  new Option('--last <n>', 'runs of a test that make a baseline').argParser(wholeNumber(1, 50)).default(10);

export const differencesOption = (): Option =>
  new Option('--allow-differences', 'compare runs of different definitions');

/** Makes an option that a user may repeat. */
export const several = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string, before: string[] = []) => [...before, text]);
