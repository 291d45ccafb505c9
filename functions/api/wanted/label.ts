import type { LabelRequest } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { refuseTooLarge } from '../lookup/visible-schema.ts';
import { wantedDefinition } from './definition.ts';

/** A label from the body of a request: what is null is absent. */
export function wantedLabel(body: LabelRequest) {
  const name = body.name?.trim() ?? '';
  if (name === '') throw new DownpourError('LABEL_NAME_EMPTY', 400, 'Label must have a non-blank name');
  const { id, filtering, metrics } = body;
  const wanted = {
    ...{ ...wantedDefinition(body), name, filtering: filtering ?? true, metrics: metrics ?? true },
    ...(typeof id === 'number' && { id }),
  };
  refuseTooLarge('label', wanted);
  return wanted;
}
