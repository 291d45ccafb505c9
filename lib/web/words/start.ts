import { span } from '../../report/units.ts';
import { counted } from '../../words.ts';
import { cents } from './burst.ts';

export const title = (): string => 'Start a burst';
export const document = (): string => 'Benchmark document';
export const placeholder = (): string =>
  'Paste a benchmark document, drop a file here, or begin with the example.';
export const example = (): string => 'Use the example';
export const openFile = (): string => 'Open a file';
export const paste = (): string => 'Paste';
export const pasteDenied = (): string =>
  'The browser does not allow this page to read the clipboard. Paste with the keyboard.';
export const unreadable = (name: string): string =>
  `The browser cannot read ${name}, or it is too large for a document.`;
export const replaced = (): string => 'The new document replaced your earlier text.';
export const restore = (): string => 'Restore the earlier text';
export const imports = (): string => 'From curl, HAR, OpenAPI or Postman, a command makes a document:';
export const importCommand = 'downpour import FILE -o -';
export const problems = (errors: number, warnings: number): string =>
  [
    ...(errors > 0 ? [counted(errors, 'problem')] : []),
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
  ].join(', ') || 'No problem';
export const warning = (): string => 'Warning:';
export const place = (line: number, column: number): string => `${line}:${column}`;
/** A problem with the name of its member, because many messages of the API begin with a verb. */
export function problem(
  path: readonly (string | number)[],
  message: string,
  hint: string | undefined,
): string {
  const name = path.findLast((part) => typeof part === 'string');
  return [name === undefined ? '' : `${name}: `, message, hint === undefined ? '' : `; ${hint}`].join('');
}
export const checking = (): string => 'Checking the document…';
export const plan = (): string => 'Plan';
export const columns = {
  phase: 'Phase',
  load: 'Load',
  start: 'Start',
  duration: 'Duration',
  shards: 'Shards',
} as const;
export const duration = (ms: number | undefined): string => (ms === undefined ? '–' : span(ms));
export const noUsers = (): string => 'no users';
export const picture = (peak: string, ms: number): string =>
  `Users per second of each phase: up to ${peak}, over ${span(ms)}`;
export const size = (shards: number, drives: number): string =>
  `${counted(shards, 'shard')}, ${counted(drives, 'load generator')} at once`;
export const price = (dollars: number, isCharged: boolean): string =>
  isCharged ? `about ${cents(dollars)}` : `${cents(dollars)} in AWS, nothing on this machine`;
export const targets = (all: readonly string[]): string => `Load goes to ${all.join(', ')}`;
export const parameters = (): string => 'Parameters';
export const parametersNote = (): string => 'The page does not store these values.';
export const withoutDefault = (): string => 'no default';
export const files = (): string => 'Files of the document';
export const fileChosen = (name: string, bytes: string): string => `${name}, ${bytes}`;
export const fileMissing = (): string => 'not chosen yet';
export const start = (): string => 'Start';
export const starting = (): string => 'Starting…';
export const reasons = {
  empty: 'Write a document first.',
  checking: 'Wait until the check of the document ends.',
  failed: 'Downpour could not check the document.',
} as const;
export const hasProblems = (count: number, line: number): string =>
  `The document has ${counted(count, 'problem')}, the first in line ${line}.`;
export const lacksFile = (path: string): string => `Choose the file ${path} first.`;
export const tooLarge = (bytes: string, most: string): string =>
  `The files have ${bytes} together, and this page can send at most ${most}. The command "downpour run" sends larger files.`;
export const notSecure = (): string =>
  'A page without HTTPS cannot send files. The command "downpour run" can.';
export const uncertain = (): string =>
  'The burst may have started. Press Start again: the same start never starts a second burst.';
export const bursts = (): string => 'Show all bursts';
