import type { SchemaRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { parseJsonSchema, schemesOfUris } from '../../../results/schema-text.ts';
import { refuseTooLarge } from '../definition-size.ts';
import { givenAccess } from '../given-access.ts';

/** Parses a schema in the body of a request. Null members count as absent. */
export function parseSchema(body: SchemaRequest) {
  const [name, uri] = [body.name.trim(), body.uri.trim()];
  if (name === '') throw new DownpourError('SCHEMA_NAME_EMPTY', 400, 'Schema name can not be empty');
  if (!schemesOfUris.some((scheme) => uri.startsWith(`${scheme}:`))) {
    const known = schemesOfUris.join(', ');
    const message = `Please use URI starting with one of these schemes: [${known}]`;
    throw new DownpourError('SCHEMA_URI_INVALID', 400, message);
  }
  const [schema, access] = [parseJsonSchema(body.schema), givenAccess(body.access)];
  const parsed = {
    name,
    uri,
    ...(typeof body.description === 'string' && { description: body.description }),
    ...(typeof body.owner === 'string' && { owner: body.owner }),
    ...(schema !== undefined && { schema }),
    ...(access !== undefined && { access }),
  };
  refuseTooLarge('schema', parsed);
  return parsed;
}
