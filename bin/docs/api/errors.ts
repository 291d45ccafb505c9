import { readdir, readFile } from 'node:fs/promises';
import { code, table } from '../../generate/markdown.ts';
import { errorMeanings } from './error-meanings.ts';

const root = new URL('../../../', import.meta.url);

/** The table of all error codes. */
export const errorTable = async (): Promise<string> =>
  table(
    ['status', 'code', 'meaning'],
    (await errorCodes()).map(([status, word]) => [status, code(word), errorMeanings[word] ?? '']),
  );

/**
 * Collects the error codes that a caller can act on, and one code for all other errors. START_INVALID and
 * STOP_INVALID are built from two parts in the code, so a search does not find them.
 */
export async function errorCodes(): Promise<readonly (readonly [status: string, word: string])[]> {
  const found = new Map([
    ['START_INVALID', '400'],
    ['STOP_INVALID', '400'],
  ]);
  for (const folder of ['lib/', 'functions/'])
    for (const file of await readdir(new URL(folder, root), { recursive: true })) {
      // Errors of `lib/report` are left out, because the command line throws them, and not the API.
      if (!file.endsWith('.ts') || (folder === 'lib/' && file.startsWith('report/'))) continue;
      const text = await readFile(new URL(folder + file, root), 'utf8');
      for (const pattern of refusals)
        for (const [, word = '', status = '400'] of text.matchAll(pattern)) found.set(word, status);
    }
  return [...found]
    .filter(([word, status]) => status < '500' || serverCodes.includes(word))
    .map(([word, status]) => [status, word] as const)
    .sort((one, other) => one.join(' ').localeCompare(other.join(' ')));
}

/** The API's error codes with a status from 500 on. Other such codes belong to the command line. */
const serverCodes = ['INTERNAL', 'OVERLOADED', 'STORAGE_FULL', 'STORAGE_UNUSABLE', 'TEAM_STORAGE_FULL'];

const refusals = [
  /refuseUnlessSegment\('([A-Z_0-9]+)'/g,
  /new DownpourError\(\s*'([A-Z_0-9]+)',\s*(\d{3})/g,
  /\brefused\(\s*'([A-Z_0-9]+)'/g,
  /json\(\{ code: '([A-Z_0-9]+)'[^)]*\}, (\d{3})\)/g,
];
