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
import { limits as repository } from '../../lib/results/limits.ts';
import { code, commentAbove, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';

/** docs/limits.md: the limits for users. */
export async function limitsPage(): Promise<string> {
  const { driver, results } = await sources();
  return filledPage('limits.md', {
    ceilings: rows(defaultCeilings, driver),
    documents: rows(reading, driver),
    files: rows({ ...attaching, ...hooking }, driver),
    planning: rows(planning, driver),
    failing: rows(judging, driver),
    repository: rows(repository, results),
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

/** The files with the limits. Their comments explain the limits. */
async function sources(): Promise<{ readonly driver: string; readonly results: string }> {
  const read = (room: string) => readFile(new URL(`../../lib/${room}/limits.ts`, import.meta.url), 'utf8');
  return { driver: await read('driver'), results: await read('results') };
}

const rows = (values: object, source: string): string =>
  table(
    ['limit', 'value', 'meaning'],
    Object.entries(values).map(([name, value]) => [code(name), numeral(value), commentAbove(source, name)]),
  );

const numeral = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : code(String(value));
