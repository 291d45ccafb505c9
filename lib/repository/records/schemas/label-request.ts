import type { LabelRequest } from '../../../api.generated.ts';
import { DownpourError } from '../../../errors.ts';
import { refuseTooLarge } from '../definition-size.ts';
import { parseDefinition } from './definition-request.ts';

/** Parses a label in the body of a request. Null members count as absent. */
export function parseLabel(body: LabelRequest) {
  const name = body.name?.trim() ?? '';
  if (name === '') throw new DownpourError('LABEL_NAME_EMPTY', 400, 'Label must have a non-blank name');
  const { id, filtering, metrics } = body;
  const parsed = {
    ...parseDefinition(body),
    name,
    filtering: filtering ?? true,
    metrics: metrics ?? true,
    ...(typeof id === 'number' && { id }),
  };
  refuseTooLarge('label', parsed);
  return parsed;
}
