import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { project } from '../../lib/project.ts';

type Section = { readonly [name: string]: unknown };
/**
 * A part of the contract: the tags, paths and named schemas of one family of operations. base.yaml also has
 * the parts that all families share.
 */
type Part = {
  readonly tags?: readonly unknown[];
  readonly paths?: Section;
  readonly components?: { readonly [kind: string]: Section };
};

type Operation = { readonly security?: readonly object[]; readonly responses: Section };

const folder = join(project, 'schema', 'api');

/** The text of schema/openapi.json: the parts in schema/api/ as one document, base.yaml first. */
export const apiJson = (): string => `${JSON.stringify(apiDocument())}\n`;

export function apiDocument(): Part {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'base.yaml');
  const parts = ['base.yaml', ...names.sort()].map((name) => [name, read(name)] as const);
  const document = parts.reduce<Part>((all, [name, part]) => joined(all, part, name), {});
  return { ...document, paths: refusing(document.paths) };
}

/**
 * The errors that every operation with credentials has. An operation with a longer description keeps that
 * description.
 */
const refusals = {
  '403': { $ref: '#/components/responses/Forbidden' },
  '429': { $ref: '#/components/responses/TooManyTries' },
};

/** The credentials that operations accept by default. An operation without its own list has these. */
const ways = [{ apiKey: [] }, { password: [] }, { token: [] }];

function refusing(paths: Section = {}): Section {
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(item as Record<string, Operation>);
    return [path, Object.fromEntries(operations.map(([method, each]) => [method, refused(each)]))] as const;
  });
  return Object.fromEntries(items);
}

function refused(operation: Operation): Operation {
  if (operation.security?.length === 0) return operation;
  const all = Object.entries({ ...refusals, ...operation.responses });
  const responses = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  const isOpen = operation.security?.some((way) => Object.keys(way).length === 0);
  return { ...operation, ...(isOpen && { security: [...ways, {}] }), responses };
}

const read = (name: string): Part => partOf(readFileSync(join(folder, name), 'utf8'), name);

/**
 * Reads a part of the contract.
 * @throws Error for a text without quotes in which a comma begins a new key.
 */
export const partOf = (text: string, file: string): Part =>
  parse(text, (key, value) => {
    if (value === null && /\s/.test(String(key)))
      throw new Error(`schema/api/${file}: put the text with ', ${key}' in quotes, because a comma ends it`);
    return value;
  });

function joined(whole: Part, part: Part, name: string): Part {
  const kinds = new Set([...Object.keys(whole.components ?? {}), ...Object.keys(part.components ?? {})]);
  const components = [...kinds].map((kind) => [
    kind,
    merged(whole.components?.[kind], part.components?.[kind], name),
  ]);
  return {
    ...whole,
    ...part,
    tags: [...(whole.tags ?? []), ...(part.tags ?? [])],
    paths: merged(whole.paths, part.paths, name),
    components: Object.fromEntries(components),
  };
}

/**
 * Joins two sections of the contract.
 * @throws Error for a name that two parts define.
 */
function merged(one: Section = {}, other: Section = {}, file: string): Section {
  for (const name of Object.keys(other))
    if (Object.hasOwn(one, name)) throw new Error(`schema/api/${file} defines ${name} a second time`);
  return { ...one, ...other };
}
