/**
 * Writes docs/reference.md: the lists that must not drift from the code, taken from the code. Part of `npm run generate`;
 * a test fails when the file is not what this program writes.
 */
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { conducting, defaultCeilings, driving, planning, recording, trusting } from '../lib/driver/limits.ts';
import { bodyHandlers, statusHandlers } from '../lib/driver/scenario/handlers/registry.ts';
import { formatSteps, steps } from '../lib/driver/scenario/registry.ts';
import { limits as repository } from '../lib/results/limits.ts';

const root = new URL('../', import.meta.url);

export const reference = async (): Promise<string> => `# Reference

Written by \`npm run generate\` from the code and the schemas. Do not edit.

## Steps

${table(['step', 'what it does', 'example'], steps.map(documented))}

Part of the format but not built yet; a document that uses one is refused with its place:
${formatSteps
  .filter((name) => !steps.some((step) => step.name === name))
  .map((name) => `\`${name}\``)
  .join(', ')}.

### Status handlers

${table(['handler', 'what it does', 'example'], statusHandlers.map(documented))}

### Body handlers

${table(['handler', 'what it does', 'example'], bodyHandlers.map(documented))}

## Endpoints

The whole contract is \`schema/openapi.yaml\`.

${table(['request', 'what it does'], await endpoints())}

## Errors

A failing request answers \`{code, message, details?, requestId}\`.

${table(['status', 'code'], await errorCodes())}

## Limits

### Load driver

${table(['limit', 'value', ''], await limitRows('lib/driver/limits.ts', { ...defaultCeilings, ...planning, ...conducting, ...driving, ...recording, ...trusting }))}

### Results

${table(['limit', 'value', ''], await limitRows('lib/results/limits.ts', repository))}
`;

type Documented = { readonly name: string; readonly summary: string; readonly example: string };

const documented = ({ name, summary, example }: Documented): readonly string[] => [
  `\`${name}\``,
  summary,
  `\`${example}\``,
];

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(escaped).join(' | ')} |`).join('\n');

const escaped = (cell: string): string => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

type OpenApi = {
  readonly paths: {
    readonly [path: string]: {
      readonly [method: string]: { readonly summary?: string; readonly description?: string };
    };
  };
};

const endpoints = async (): Promise<readonly (readonly string[])[]> => {
  const { paths } = parse(await readFile(new URL('schema/openapi.yaml', root), 'utf8')) as OpenApi;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [
      `\`${method.toUpperCase()} ${path}\``,
      operation.summary ?? operation.description ?? '',
    ]),
  );
};

/** Every `new DownpourError('CODE', status, ...)` of the code. */
const errorCodes = async (): Promise<readonly (readonly string[])[]> => {
  const found = new Set<string>();
  for (const folder of ['lib/', 'functions/']) {
    for (const file of await readdir(new URL(folder, root), { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const text = await readFile(new URL(folder + file, root), 'utf8');
      for (const [, code, status] of text.matchAll(/new DownpourError\(\s*'([A-Z_0-9]+)',\s*(\d{3})/g))
        found.add(`${status} ${code}`);
    }
  }
  return [...found].sort().map((entry) => [entry.slice(0, 3), `\`${entry.slice(4)}\``]);
};

/** The members of a limits file with the comments that stand above them. */
const limitRows = async (
  file: string,
  values: Readonly<Record<string, unknown>>,
): Promise<readonly (readonly string[])[]> => {
  const text = await readFile(new URL(file, root), 'utf8');
  return Object.entries(values).map(([name, value]) => [
    `\`${name}\``,
    numeral(value),
    commentAbove(text, name),
  ]);
};

const numeral = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : String(value);

const commentAbove = (text: string, name: string): string => {
  const comments = [
    ...text.matchAll(new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*(?:readonly )?${name}:`, 'g')),
  ];
  return (comments[0]?.[1] ?? '').replaceAll(/^\s*\* ?/gm, '');
};
