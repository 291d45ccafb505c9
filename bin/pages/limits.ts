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
import { code, commentAbove, page, table } from '../generate/markdown.ts';

/** docs/limits.md */
export async function limitsPage(): Promise<string> {
  const [driver, results] = await Promise.all(
    ['driver', 'results'].map((room) =>
      readFile(new URL(`../../lib/${room}/limits.ts`, import.meta.url), 'utf8'),
    ),
  );
  const rows = (values: object, source = ''): string =>
    table(
      ['limit', 'value', 'what it bounds'],
      Object.entries(values).map(([name, value]) => [code(name), numeral(value), commentAbove(source, name)]),
    );
  return page(
    'Limits',
    'Every bound has one place in the code; these tables are taken from there. Units stand last in the names.',
    '## Ceilings of a deployment',
    `What no caller can exceed. A deployment moves them with \`-c ceilings=usersPerSecMax=500,dollarsMax=5\`; see
[deployment](deployment.md).`,
    rows(defaultCeilings, driver),
    '## Benchmark documents',
    rows(reading, driver),
    '## Files and commands of a document',
    'Files that a document names are read beside it and travel with it; its commands run where it is submitted.',
    rows({ ...attaching, ...hooking }, driver),
    '## How a benchmark is cut',
    '`bin/downpour plan FILE` shows what comes of these for a document.',
    rows(planning, driver),
    '## When a run fails',
    'For what the document gives no limit of its own.',
    rows(judging, driver),
    '## When numbers are doubted',
    'Above these a run carries a warning and is marked `suspect`.',
    rows(trusting, driver),
    '## Uploads, queries and searches',
    rows(repository, results),
    '## What a price is made of',
    'Beside the time of drives, requests and bytes; see [cost](cost.md).',
    rows(costing, driver),
    '## Inside the driver',
    'For whoever changes it: the clockwork of phases and drives.',
    rows(
      { ...calibrating, ...conducting, ...driving, ...clocks, ...connecting, ...recording, ...scenarios },
      driver,
    ),
  );
}

const numeral = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : code(String(value));
