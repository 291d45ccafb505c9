import type { TransformerRequest } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { refuseTooLarge } from '../lookup/visible-schema.ts';
import { wantedDefinition } from './definition.ts';

/** A transformer from the body of a request: what is null is absent. */
export function wantedTransformer(body: TransformerRequest) {
  const name = body.name?.trim() ?? '';
  if (name === '') throw new DownpourError('TRANSFORMER_NAME_EMPTY', 400, 'Transformer must have a name!');
  const { description, targetSchemaUri } = body;
  const wanted = {
    ...{ ...wantedDefinition(body), name },
    ...(typeof description === 'string' && { description }),
    ...(targetSchemaUri?.trim() && { targetSchemaUri: targetSchemaUri.trim() }),
  };
  refuseTooLarge('transformer', wanted);
  return wanted;
}
