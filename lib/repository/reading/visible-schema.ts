import { DownpourError } from '../../errors.ts';
import { maySee, type Principal } from '../../results/access.ts';
import type { Schema } from '../records/schemas/schemas.ts';
import type { Repository } from '../repository.ts';

/** Reads a schema that the caller may see. The error for a hidden schema is the same as for a missing one. */
export async function visibleSchema(
  { schemas }: Repository,
  caller: Principal,
  id: number,
  missing = `Schema not found: there is no schema ${id} that you may see; list the schemas with GET /api/schema`,
): Promise<Schema> {
  const schema = await schemas.byId(id);
  if (schema !== undefined && maySee(caller, schema)) return schema;
  throw new DownpourError('SCHEMA_NOT_FOUND', 404, missing);
}

/** Reads a schema that the caller may see, by its URI. */
export async function visibleSchemaOf(
  { schemas }: Repository,
  caller: Principal,
  uri: string,
): Promise<Schema> {
  const schema = await schemas.byUri(uri);
  if (schema !== undefined && maySee(caller, schema)) return schema;
  throw new DownpourError('SCHEMA_NOT_FOUND', 404, `Schema with given uri not found: ${uri}`);
}
