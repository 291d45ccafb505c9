import type { TransformerRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { refuseTooLarge } from '../definition-size.ts';
import { parseDefinition } from './definition-request.ts';

/** Parses a transformer in the body of a request. Null members count as absent. */
export function parseTransformer(body: TransformerRequest) {
  const name = body.name?.trim() ?? '';
  if (name === '') throw new DownpourError('TRANSFORMER_NAME_EMPTY', 400, 'Transformer must have a name!');
  const { description, targetSchemaUri } = body;
  const parsed = {
    ...parseDefinition(body),
    name,
    ...(typeof description === 'string' && { description }),
    ...(targetSchemaUri?.trim() && { targetSchemaUri: targetSchemaUri.trim() }),
  };
  refuseTooLarge('transformer', parsed);
  return parsed;
}
