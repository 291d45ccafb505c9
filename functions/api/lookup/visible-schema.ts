import { DownpourError } from '../../../lib/errors.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import type { Schema } from '../../../lib/repository/schemas/schemas.ts';
import { type Access, maySee, type Principal, parseAccess } from '../../../lib/results/access.ts';
import { limits } from '../../../lib/results/limits.ts';

/** A schema that the caller may see. One that is hidden answers like one that does not exist. */
export async function visibleSchema(
  { schemas }: Repository,
  caller: Principal,
  id: number,
  missing = 'Schema not found',
): Promise<Schema> {
  const schema = await schemas.byId(id);
  if (schema !== undefined && maySee(caller, schema)) return schema;
  throw new DownpourError('SCHEMA_NOT_FOUND', 404, missing);
}

/** The same by its URI. */
export async function visibleSchemaOf(
  { schemas }: Repository,
  caller: Principal,
  uri: string,
): Promise<Schema> {
  const schema = await schemas.byUri(uri);
  if (schema !== undefined && maySee(caller, schema)) return schema;
  throw new DownpourError('SCHEMA_NOT_FOUND', 404, `Schema with given uri not found: ${uri}`);
}

/** Access as a body has it: a name, a number or nothing. */
export const givenAccess = (access: string | number | null | undefined): Access | undefined =>
  access === null || access === undefined ? undefined : parseAccess(String(access));

/** @throws DownpourError DEFINITION_TOO_LARGE (413) for what the table cannot hold. */
export function refuseTooLarge(what: string, record: object): void {
  if (Buffer.byteLength(JSON.stringify(record)) <= limits.definitionBytesMax) return;
  const message = `the ${what} has more than ${limits.definitionBytesMax} bytes`;
  throw new DownpourError('DEFINITION_TOO_LARGE', 413, message);
}
