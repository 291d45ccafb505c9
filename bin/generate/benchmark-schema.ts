import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { documentSchema } from '../../lib/driver/benchmark/document-members.ts';
import { defineBody, type Short } from '../../lib/driver/declaration/body.ts';
import type { Fields } from '../../lib/driver/declaration/field.ts';
import {
  byType,
  type Definition,
  define,
  type Schema,
  type Schemas,
  target,
} from '../../lib/driver/declaration/schema.ts';
import { conditionDefinition } from '../../lib/driver/scenario/conditions/condition.ts';
import { type Group, groupWords } from '../../lib/driver/scenario/groups.ts';
import { kinds, stepKinds } from '../../lib/driver/scenario/registry.ts';
import { ordered } from './keyword-order.ts';

/** The text of schema/benchmark.schema.json: the document, and all definitions that it refers to. */
export const benchmarkSchema = (): string => `${JSON.stringify(benchmark, null, 1)}\n`;

/** The name of a group of kinds of the document. Steps are a group with a separate registry. */
type AnyGroup = Group | 'step';
type Declared = {
  readonly name: string;
  readonly summary: string;
  readonly example: string;
  readonly fields?: Fields;
  readonly schema?: Schema;
  readonly short?: Short;
  readonly isBare?: false;
};

const tables: { readonly [G in AnyGroup]: ReadonlyMap<string, Declared> } = { step: stepKinds, ...kinds };

/** The name of a kind's definition. An action is also a step and a processor, with the same definition. */
function definitionOf(group: AnyGroup, name: string): string {
  const isAction = tables.action.get(name)?.summary === tables[group].get(name)?.summary;
  return isAction || group === 'step' ? name : `${name}${group[0]?.toUpperCase()}${group.slice(1)}`;
}

const words: {
  readonly [G in AnyGroup]: { readonly description: string; readonly examples?: readonly unknown[] };
} = {
  step: {
    description: 'One step: a mapping with exactly one step name, or the bare name of a step without a body.',
    examples: [{ httpRequest: { GET: '/products' } }],
  },
  action: { description: 'An action: exactly one kind with its body.' },
  processor: {
    description:
      'Something done with data: exactly one kind with its body. An action runs once, on the last piece of the data.',
    examples: [{ json: '.id -> id' }],
  },
  statusHandler: {
    description: 'Something done with the status of a response: exactly one kind with its body.',
    examples: [{ range: 200 }],
  },
  headerHandler: {
    description: 'Something done with the headers of a response: exactly one kind with its body.',
  },
  rawBytesHandler: {
    description:
      'Something done with the raw bytes of requests and responses: exactly one kind with its body.',
  },
  transformer: { description: 'Turns a match into its replacement: exactly one kind with its body.' },
};

const groups = Object.keys(tables) as AnyGroup[];

const kindDefinitions: readonly Definition[] = groups.flatMap((group) =>
  [...tables[group].values()].flatMap((kind) => definitionOfKind(definitionOf(group, kind.name), kind) ?? []),
);

function definitionOfKind(
  name: string,
  { summary, fields, short, schema }: Declared,
): Definition | undefined {
  if (schema !== undefined) return define(name, { ...schema, description: summary });
  return fields && defineBody(name, summary, { fields, ...(short && { short }) });
}

const declared = reached([...kindDefinitions, conditionDefinition, ...targetsIn(documentSchema)]);

export const benchmark: Schema = ordered({
  ...documentSchema,
  definitions: byName({
    ...declared,
    ...Object.fromEntries(groups.map((group) => [group, groupSchema(group)])),
  }),
});

/** Definitions by name, together with all definitions that they refer to. */
function reached(definitions: readonly Definition[]): Schemas {
  const found = new Map<string, Schema>();
  const visit = ({ name, schema }: Definition): void => {
    const known = found.get(name);
    // An action is declared once, and belongs to three groups, so equal schemas are accepted.
    if (known !== undefined && !isDeepStrictEqual(known, schema))
      throw new Error(`two definitions are called '${name}'`);
    if (known !== undefined) return;
    found.set(name, schema);
    for (const each of targetsIn(schema)) visit(each);
  };
  for (const each of definitions) visit(each);
  return Object.fromEntries(found);
}

function targetsIn(value: unknown): readonly Definition[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as Schema)[target];
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(targetsIn)];
}

/**
 * The schema of a group: a mapping with one kind. A kind without members may be written as its name alone.
 */
function groupSchema(group: AnyGroup): Schema {
  const names = [...tables[group].keys()].sort(byLetters);
  const title = group === 'step' ? 'step' : groupWords[group];
  const { description, examples } = words[group];
  const around = { title, description, ...(examples === undefined ? {} : { examples }) };
  const bare = names.filter((name) => {
    const types = [declared[definitionOf(group, name)]?.type ?? []].flat();
    return types.includes('null') && tables[group].get(name)?.isBare !== false;
  });
  const reference = (name: string): Schema => ({
    $ref: `#/definitions/${definitionOf(group, name)}`,
    // The schema has examples when each kind is written as a mapping. The docs show these examples.
    ...(bare.length > 0 ? {} : { examples: [parse(tables[group].get(name)?.example ?? '')[name]] }),
  });
  const mapping = {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(names.map((name) => [name, reference(name)])),
  };
  if (bare.length === 0) return { ...around, type: 'object', ...mapping };
  return {
    ...around,
    type: ['object', 'string'],
    ...byType('string', { title, enum: bare }, { title, ...mapping }),
  };
}

function byName(definitions: Schemas): Schemas {
  return Object.fromEntries(Object.entries(definitions).sort(([one], [other]) => byLetters(one, other)));
}

function byLetters(one: string, other: string): number {
  return one.toLowerCase() < other.toLowerCase() ? -1 : 1;
}
