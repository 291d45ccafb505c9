import { notBuilt } from '../../lib/driver/benchmark/not-built.ts';
import { kinds, stepKinds } from '../../lib/driver/scenario/registry.ts';
import benchmark from '../../schema/benchmark.schema.json' with { type: 'json' };

const steps = [...stepKinds.values()];
const groups = Object.keys(kinds) as (keyof typeof kinds)[];

/** The parts of JSON Schema that this project uses. */
export type Schema = {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly required?: readonly string[];
  readonly properties?: Schemas;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly allOf?: readonly Schema[];
  readonly definitions?: Schemas;
  readonly [keyword: string]: unknown;
};
export type Schemas = { readonly [name: string]: Schema };

export const format: Schema = benchmark;
export const definitions: Schemas = benchmark.definitions as Schemas;

export const nameOf = (reference: string): string => reference.replace('#/definitions/', '');

/** The schema together with its reference. Its own keywords have priority. */
export const referred = ({ $ref, ...own }: Schema): Schema =>
  $ref === undefined ? own : { ...referred(definitions[nameOf($ref)] ?? {}), ...own };

/** The kinds of a group of steps or handlers. Most groups also have a short form, which is a text. */
export const kindsOf = (group: string): Schemas =>
  definitions[group]?.else?.properties ?? definitions[group]?.properties ?? {};

/** The definition with the members of a kind's body. */
export function bodyOf(group: string, kind: string): string {
  const name = nameOf(kindsOf(group)[kind]?.$ref ?? '');
  const inner = definitions[name]?.then?.$ref;
  return inner === undefined ? name : nameOf(inner);
}

/** By key: the only value that is built, or undefined when no value is built. */
export type Missing = { readonly [key: string]: unknown };

/**
 * The parts of the format that are not built, by definition. '' is the document. They come from the code that
 * rejects them.
 */
export const missing = (): { readonly [definition: string]: Missing } => ({
  '': notBuilt,
  ...Object.fromEntries(steps.map(({ name, notBuilt }) => [bodyOf('step', name), absent(notBuilt)])),
  ...Object.fromEntries(
    groups.flatMap((group) =>
      [...kinds[group].values()].map(({ name, notBuilt }) => [bodyOf(group, name), absent(notBuilt)]),
    ),
  ),
});

export const phaseNames: readonly string[] = Object.keys(definitions).filter((name) =>
  name.endsWith('Phase'),
);

const absent = (keys: readonly string[] = []): Missing =>
  Object.fromEntries(keys.map((key) => [key, undefined]));
