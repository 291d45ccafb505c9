import { readFile } from 'node:fs/promises';
import {
  attaching,
  calibrating,
  clocks,
  conducting,
  connecting,
  costing,
  defaultCeilings,
  driving,
  hooking,
  judging,
  planning,
  reading,
  recording,
  scenarios,
  trusting,
} from '../../lib/driver/limits.ts';
import { apiKeyLimits } from '../../lib/results/identity/limits.ts';
import { limits } from '../../lib/results/limits.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { schemaLimits } from '../../lib/results/run-index/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { scriptLimits } from '../../lib/results/scripts/limits.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import { validationLimits } from '../../lib/results/validation/limits.ts';
import { code, commentAbove, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';

/** docs/limits.md: the limits that users meet. */
export async function limitsPage(): Promise<string> {
  const { driver, results } = await sources();
  return filledPage('limits.md', {
    ceilings: rows(defaultCeilings, driver),
    documents: rows(reading, driver),
    files: rows({ ...attaching, ...hooking }, driver),
    planning: rows(planning, driver),
    failing: rows(judging, driver),
    repository: rows(
      {
        ...{ ...queryLimits, ...scriptLimits, ...searchLimits, ...uploadLimits },
        ...{ ...limits, ...schemaLimits, ...validationLimits, ...apiKeyLimits },
      },
      results,
    ),
  });
}

/** docs/internal-limits.md: numbers for people who change Downpour. */
export async function internalLimitsPage(): Promise<string> {
  const { driver } = await sources();
  return filledPage('internal-limits.md', {
    trusting: rows(trusting, driver),
    costing: rows(costing, driver),
    driver: rows(
      { ...calibrating, ...conducting, ...driving, ...clocks, ...connecting, ...recording, ...scenarios },
      driver,
    ),
  });
}

/** Folders in lib/results that have a file `limits.ts` of their own. */
const roomsOfResults = ['query', 'scripts', 'run-search', 'upload', 'run-index', 'validation', 'identity'];

/** The files with the limits, whose comments explain them. */
async function sources(): Promise<{ readonly driver: string; readonly results: string }> {
  const read = (folder: string) =>
    readFile(new URL(`../../lib/${folder}/limits.ts`, import.meta.url), 'utf8');
  const results = await Promise.all(
    ['results', ...roomsOfResults.map((room) => `results/${room}`)].map(read),
  );
  return { driver: await read('driver'), results: results.join('\n') };
}

const rows = (values: object, source: string): string =>
  table(
    ['limit', 'value', 'meaning'],
    Object.entries(values).map(([name, value]) => [code(name), numeral(value), commentAbove(source, name)]),
  );

const numeral = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : code(String(value));
