import type { Schema, SchemaQueryResult } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

type Named<T> = Loaded<T> & { readonly key: string };

/** The most schemas of one page. An answer has the whole JSON Schema of each. */
export const schemasMax = 50;

/**
 * Loads schemas by name.
 * @param name a part of the names. Empty: all schemas.
 * @param page the number of the page, from 1.
 */
export function useSchemas(name: string, page: number): Named<SchemaQueryResult> {
  const key = `schemas ${page} ${name}`;
  const query = { name, page: page - 1, limit: schemasMax, sort: 'name', direction: 'Ascending' } as const;
  return { ...useLoaded(key, (signal) => api.schema.get({ query, signal })), key };
}

/** Loads a schema by its id. */
export function useSchema(id: number): Named<Schema> {
  const key = `schema ${id} itself`;
  return { ...useLoaded(key, (signal) => api.schema.by(id).get({ signal })), key };
}
