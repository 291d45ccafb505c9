import type { Schema, Schemas } from '../../lib/driver/declaration/schema.ts';
import { benchmark } from './benchmark-schema.ts';

export type { Schema, Schemas } from '../../lib/driver/declaration/schema.ts';

export const format: Schema = benchmark;
export const definitions: Schemas = benchmark.definitions ?? {};

export const nameOf = (reference: string): string => reference.replace('#/definitions/', '');

/** Joins a schema with the definition that its `$ref` names. The schema's own keywords have priority. */
export const referred = ({ $ref, ...own }: Schema): Schema =>
  $ref === undefined ? own : { ...referred(definitions[nameOf($ref)] ?? {}), ...own };

/**
 * The kinds of steps or handlers in a group, by name. Most groups also have a short form, which is a text.
 */
export const kindsOf = (group: string): Schemas =>
  definitions[group]?.else?.properties ?? definitions[group]?.properties ?? {};

/** The name of the schema definition with the keys of a kind's mapping. */
export function bodyOf(group: string, kind: string): string {
  const name = nameOf(kindsOf(group)[kind]?.$ref ?? '');
  const inner = definitions[name]?.then?.$ref;
  return inner === undefined ? name : nameOf(inner);
}

export const phaseNames: readonly string[] = Object.keys(definitions).filter((name) =>
  name.endsWith('Phase'),
);
