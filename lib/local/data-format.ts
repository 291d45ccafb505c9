import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DownpourError } from '../errors.ts';
import { dataFormat } from '../facts/data-format.ts';
import { isNew, refuseIncomplete, tablesIn } from './data-folder/folder-checks.ts';
import { tableNames } from './tables/tables.ts';
import { tables } from './variables.ts';

/**
 * Checks the format of a data folder before anything is read from it, and writes the number of the format
 * into a new folder.
 *
 * @throws DownpourError `DATA_FORMAT` (409) for a format that this program cannot read, `DATA_UNUSABLE` (400)
 * for a damaged folder. The folder does not change.
 */
export async function judgeFormat(dataDir: string): Promise<void> {
  const file = join(dataDir, 'format');
  await refuseIncomplete(dataDir);
  // An empty file is no number. A power failure may have emptied it.
  const format = existsSync(file)
    ? Number.parseInt(readFileSync(file, 'utf8'), 10)
    : await unwritten(dataDir);
  if (format !== dataFormat) throw refusal(dataDir, format);
  if (existsSync(file)) return;
  writeFileSync(`${file}.new`, `${dataFormat}\n`);
  renameSync(`${file}.new`, file);
}

/** The format of a data folder in which no format number is stored. A new folder has the current format. */
async function unwritten(dataDir: string): Promise<number> {
  if (await isNew(dataDir)) return dataFormat;
  const names = await tableNames(tablesIn(dataDir));
  return names.length === 0 || names.includes(tables.repository) ? 1 : 0;
}

function refusal(dataDir: string, format: number): DownpourError {
  const other = 'name another folder with --data';
  const [what, next] =
    format < dataFormat
      ? [
          'was created by a version before 23 November 2026, and this version cannot read its data',
          `${other}. The runs in it are safe: the old version still returns them (GET /api/run/ID/data), and \`downpour upload\` stores them in a new folder`,
        ]
      : format > dataFormat
        ? [
            `has data of format ${format}, and this version reads format ${dataFormat}`,
            `use a newer version, or ${other}`,
          ]
        : [
            `has a file 'format' that does not contain a number`,
            `restore the file that Downpour wrote, or ${other}`,
          ];
  return new DownpourError('DATA_FORMAT', 409, `${dataDir} ${what}: ${next}`);
}
